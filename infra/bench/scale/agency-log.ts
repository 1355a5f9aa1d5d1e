/** An agency's log, written through the store's own appends: so many links, five events each, one chunk at a time. */
import { randomUUID } from 'node:crypto';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { createLogger } from '../../observability/logger.ts';
import type { EventStore } from '../../ports/storage/event-store.ts';
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

type ScopeOf = Scope | ((index: number) => Scope);

/** Appends the events of so many links to the log of a data folder, as `appendAgency` does. */
export async function writeAgency(
  dataDir: string,
  scope: ScopeOf,
  assignedTo: string,
  count: number,
  secondOf = scattered,
): Promise<void> {
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('error'));
  await appendAgency(stores.store, scope, assignedTo, count, secondOf);
  await stores.close();
}

/**
 * Appends the events of so many links of the scope, or of the scopes by the number of the link. `secondOf`: when a link was
 * added, in seconds after the beginning.
 */
export async function appendAgency(
  log: EventStore<LinkledgerEvent>,
  scope: ScopeOf,
  assignedTo: string,
  count: number,
  secondOf = scattered,
): Promise<void> {
  const scopeOf = typeof scope === 'string' ? () => scope : scope;
  for (let from = 0; from < count; from += CHUNK) {
    const links = Array.from({ length: Math.min(CHUNK, count - from) }, (_, offset) => from + offset);
    const events = new EventBuilder();
    const steps = links.map((index) => stepsOf(index, scopeOf(index), assignedTo));
    for (let step = 0; step < EVENTS_A_LINK; step += 1) {
      const before = events.all.length;
      for (const [offset, index] of links.entries()) {
        const [event, seconds] = steps[offset]?.[step] ?? [];
        if (event !== undefined) events.add(event, at(secondOf(index), seconds ?? 0));
      }
      // At once are only appends to different streams: those to one stream would race.
      await writeAll(
        log,
        events.all.slice(before).map((event) => ({ ...event, id: randomUUID() })),
      );
    }
  }
}

/** The events of a link, each with the second that it comes at. */
function stepsOf(index: number, scope: Scope, assignedTo: string) {
  const { articleLink, clientLink, anchor, status } = agencyLink(index);
  const id = linkId(index);
  const [first, second] = [`${id}-1`, `${id}-2`];
  const verdict =
    status === 'live'
      ? ({ status, reason: 'found-static', anchor, linkType: 'dofollow' } as const)
      : ({ status, reason: 'not-on-page' } as const);
  return [
    [added(index, scope, assignedTo), 0],
    [checkRequested(id, first, { articleLink, clientLink }), 1],
    [linkChecked(id, first, verdict), 2],
    [statusChanged(id, 'pending', status, verdict.reason), 2],
    [checkRequested(id, second, { articleLink, clientLink, reason: 'scheduled' }), 3],
  ] as const;
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
