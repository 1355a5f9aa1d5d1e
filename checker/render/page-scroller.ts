/** Scrolls a page that lacks a link to its end, because some content loads only when it comes into view. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PageSnapshot } from '../in-page/page-search.ts';
import type { RenderVisit } from './render-request.ts';

/** The most windows to scroll, and how long the page may load after each. */
const MAX_SCREENS = 40;
const SCREEN_MS = 1_000;
const SCREEN_QUIET_MS = 50;
/** Longest wait at the end of a page for what it loads there. */
const END_MS = 2_500;
const END_QUIET_MS = 1_100;
/** The time between two snapshots. */
const POLL_MS = 400;

/** Returns the snapshot after scrolling; `settled` if scrolling changes nothing. */
export async function scrollThrough(visit: RenderVisit, settled: PageSnapshot): Promise<PageSnapshot> {
  const { world, search, readingStarts } = visit;
  if (world.isStopped || settled.readyState === 'loading') return settled;
  if (search.hasEvery(settled)) return revealHidden(visit, settled);
  // Without scripts and lazy frames, scrolling loads nothing.
  const isFixed = settled.scripts === 0 ? settled.lazyFrames === 0 : settled.ignoresScrolling;
  if (isFixed) return settled;
  search.noteAtFirst(settled);
  let snapshot = settled;
  let hasWaitedAtEnd = false;
  for (let screens = 0; screens < MAX_SCREENS && performance.now() < readingStarts; ) {
    const { steps, isAtEnd } = await world.scroll(MAX_SCREENS - screens, SCREEN_MS);
    if (steps > 0) search.noteScrolled();
    // At the end, and nothing more to scroll to was loaded there.
    else if (isAtEnd && (hasWaitedAtEnd || !search.isScrolled)) return snapshot;
    screens += steps;
    const [limit, quiet] = isAtEnd ? [END_MS, END_QUIET_MS] : [SCREEN_MS, SCREEN_QUIET_MS];
    const seen = await waitForQuiet(visit, limit, quiet);
    if (seen === null) return snapshot;
    snapshot = seen;
    hasWaitedAtEnd = isAtEnd;
    if (search.hasEvery(snapshot)) return snapshot;
  }
  return snapshot;
}

/** Scrolls to links that are there but hidden: some fade in once they are in view. */
async function revealHidden({ world, search }: RenderVisit, settled: PageSnapshot): Promise<PageSnapshot> {
  if (!search.mayChange(settled)) return settled;
  const fresh = (await world.snapshot(true)) ?? settled;
  if (!search.hasHiddenMatch(fresh)) return fresh;
  await world.reveal();
  return (await world.snapshot()) ?? fresh;
}

/** The snapshot once nothing has changed or loaded for `quietMs`, or after `limitMs`. */
async function waitForQuiet(visit: RenderVisit, limitMs: number, quietMs: number): Promise<PageSnapshot | null> {
  const { world, search, network, readingStarts } = visit;
  const started = performance.now();
  const end = Math.min(started + limitMs, readingStarts);
  for (;;) {
    await pause(Math.min(quietMs, POLL_MS));
    const seen = await world.snapshot();
    const now = performance.now();
    if (seen === null || now >= end || search.hasEvery(seen)) return seen;
    if (now - started >= quietMs && seen.quietMs >= quietMs && !network.isBusy()) {
      return (await world.snapshot(true)) ?? seen;
    }
  }
}
