/** An agency's log, written through the store's own appends: so many links, five events each, one chunk at a time. */
import { PERSONAL_FIELDS } from '../../../command-service/events.ts';
import type { Scope } from '../../../command-service/scope.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { createLogger } from '../../observability/logger.ts';
import { openStores } from '../../testing/apps/stores.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  statusChanged,
  writeAll,
} from '../../testing/event-builder.ts';
import { pseudoRandom } from '../sample-link.ts';

export const EVENTS_A_LINK = 5;
/** Links whose events are adjacent in the log. */
const CHUNK = 1_000;
const START = Date.parse('2026-01-01T00:00:00Z');

/** The links of an agency: a fifth of them of one client. */
function agencyLink(index: number) {
  const chance = pseudoRandom(index);
  return {
    articleLink: `https://magazine-${chance % 4_000}.example/2026/an-article-about-tea-${index}`,
    clientLink: `https://client-${chance % 5 === 0 ? 7 : chance % 2_000}.example/products/${chance % 5_000}`,
    anchor: `Garden furniture ${chance % 800}`,
    status: chance % 20 === 0 ? ('removed' as const) : ('live' as const),
  };
}

/**
 * Appends the events of so many links of the scope, or of the scopes by the number of the link. `secondOf`: when a link was
 * added, in seconds after the beginning.
 */
export async function writeAgency(
  dataDir: string,
  scope: Scope | ((index: number) => Scope),
  assignedTo: string,
  count: number,
  secondOf = scattered,
): Promise<void> {
  const scopeOf = typeof scope === 'string' ? () => scope : scope;
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('error'));
  for (let from = 0; from < count; from += CHUNK) {
    const events = new EventBuilder();
    const links = Array.from({ length: Math.min(CHUNK, count - from) }, (_, offset) => from + offset);
    for (const index of links) events.add(added(index, scopeOf(index), assignedTo), at(secondOf(index), 0));
    const adds = unique(events, from);
    await writeAll(stores.store, adds);
    for (const index of links) {
      const { articleLink, clientLink, anchor, status } = agencyLink(index);
      const id = linkId(index);
      const [first, second] = [`${id}-1`, `${id}-2`];
      const verdict =
        status === 'live'
          ? ({ status, reason: 'found-static', anchor, linkType: 'dofollow' } as const)
          : ({ status, reason: 'not-on-page' } as const);
      events.add(checkRequested(id, first, { articleLink, clientLink }), at(secondOf(index), 1));
      events.add(linkChecked(id, first, verdict), at(secondOf(index), 2));
      events.add(statusChanged(id, 'pending', status, verdict.reason), at(secondOf(index), 2));
      events.add(checkRequested(id, second, { articleLink, clientLink, reason: 'scheduled' }), at(secondOf(index), 3));
    }
    await writeAll(stores.store, unique(events, from).slice(adds.length));
  }
  await stores.close();
}

const linkId = (index: number) => `0198c0de-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

function added(index: number, scope: Scope, assignedTo: string) {
  const { articleLink, clientLink, anchor } = agencyLink(index);
  return linkAdded(linkId(index), {
    ...{ scope, articleLink, clientLink, anchor, assignedTo },
    duration: `${(index % 24) + 1} months`,
  });
}

const scattered = (index: number) => pseudoRandom(index) % 5_000_000;

function at(second: number, step: number) {
  return { at: new Date(START + (second + step) * 1_000).toISOString() };
}

function unique(events: EventBuilder, from: number) {
  return events.all.map((event) => ({ ...event, id: `${from}-${event.id}` }));
}
