/** Tries whether a person can make the links visible that are hidden. */
import type { PageSnapshot } from '../in-page/page-search.ts';
import type { RenderVisit } from './render-request.ts';
import { tryVisitorStates } from './visitor-states.ts';

/**
 * Does what a person would do to see links that are there but hidden: scrolls to them, because some fade in once they are
 * in view, and points at menus and the like. Returns a snapshot in which a link that a person can make visible is not
 * hidden.
 */
export async function revealHidden(visit: RenderVisit, settled: PageSnapshot): Promise<PageSnapshot> {
  const { world, search, tab } = visit;
  const addresses = search.addressesIn(settled);
  if (addresses.length === 0) return settled;
  let seen = settled;
  if (search.mayChange(seen)) seen = (await world.snapshot(true)) ?? seen;
  if (await world.noteCovered(addresses)) seen = (await world.snapshot(true)) ?? seen;
  if (search.hasHiddenMatch(seen) && seen.scripts > 0) {
    await world.reveal();
    seen = (await world.snapshot()) ?? seen;
  }
  if (!search.hasHiddenLink(seen) || performance.now() > visit.readingStarts) return seen;
  await tryVisitorStates(tab.cdp, world);
  return (await world.snapshot(true)) ?? seen;
}
