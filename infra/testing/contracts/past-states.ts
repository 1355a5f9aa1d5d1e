/** The states of the past as a property, over any read store: its own test calls this with its opener. */
import test from 'ava';
import fc from 'fast-check';
import { isOf } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import { PastStates } from '../../../projections/as-of/past-states.ts';
import { commitEvents } from '../../../projections/runner/commit.ts';
import type { Recorded, View } from '../../../projections/view.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { campaigns } from '../../../projections/views/links/campaigns.ts';
import { checks } from '../../../projections/views/links/checks.ts';
import { linkCountMonths, linkCounts } from '../../../projections/views/links/link-counts.ts';
import { links } from '../../../projections/views/links/links.ts';
import { teams } from '../../../projections/views/people/teams.ts';
import type { ReadStore, ViewDoc, ViewRef, ViewSchema } from '../../ports/storage/read-store.ts';
import { memoryViews } from '../apps/memory-engine.ts';
import { recordingLog } from '../event-builder.ts';
import { randomHistory } from '../random-history.ts';
import type { Opener } from '../temporary-folder.ts';

const logger = recordingLog();

const FOLDED: readonly View<ViewDoc>[] = [links, campaigns, teams, checks];

/** How far two neighboring positions are apart: those of EventStoreDB are bytes. */
const STRIDE = 1_021;

async function fill(
  reads: ReadStore,
  events: readonly Recorded[],
  views: readonly View<ViewDoc>[],
): Promise<ReadStore> {
  for (const view of views) await commitEvents(view, { reads, logger }, 0, events);
  return reads;
}

const all = async (reads: ReadStore, view: ViewRef): Promise<readonly ViewDoc[]> =>
  (await reads.find(view, { countUpTo: Number.POSITIVE_INFINITY })).rows;

/**
 * Registers the test. `open` answers an empty store of the views it is given.
 * @param rounds histories; each needs a store.
 */
export function pastStatesContract(open: Opener<ReadStore, [schemas: readonly ViewSchema[]]>, rounds: number): void {
  test('the state at any position equals a rebuild up to it', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), async (seed, part) => {
        const history = fitting(randomHistory(seed, 300)).map((event) => ({
          ...event,
          position: event.position * STRIDE,
        }));
        const store = await fill(await open(t, allViews), history, allViews);
        const states = new PastStates({ reads: store, logger });
        const { position } = history[Math.floor(part * (history.length - 1))] as Recorded;
        const upTo = history.filter((event) => event.position <= position);
        const rebuilt = await fill(memoryViews(FOLDED), upTo, FOLDED);
        const scopes = scopesIn(history);
        const past = { position, scopes };
        const sorted = (docs: readonly ViewDoc[]) => docs.toSorted((one, other) => (one.id < other.id ? -1 : 1));
        const normal = (docs: readonly ViewDoc[]) => JSON.parse(JSON.stringify(sorted(docs)));
        for (const view of [links, linkCounts, campaigns]) {
          const { rows } = await states.find(view.name, { where: { scope: scopes } }, past);
          t.deepEqual(normal(rows), normal(await all(rebuilt, view)), `${view.name} of seed ${seed} at ${position}`);
        }
        const months = await all(rebuilt, linkCountMonths);
        const counter = months.map((month) => String(Reflect.get(month, 'counter')));
        const found = await states.find(linkCountMonths.name, { where: { counter } }, past);
        t.deepEqual(normal(found.rows), normal(months));
        for (const view of [links, checks, teams]) {
          const docs = await all(rebuilt, view);
          const ids = docs.map(({ id }) => id);
          t.deepEqual(normal(await states.getMany(view.name, ids, past)), normal(docs));
        }
      }),
      { numRuns: rounds },
    );
  });
}

function scopesIn(history: readonly Recorded[]): readonly Scope[] {
  const named = history.flatMap((event): Scope[] => {
    if (isOf(event, 'team')) return [`team:${event.data.teamId}`];
    if (event.type === 'LinkMoved' || event.type === 'CampaignMoved') return [event.data.to];
    return 'scope' in event.data && typeof event.data.scope === 'string' ? [event.data.scope] : [];
  });
  return [...new Set(named)];
}

/** A history as decisions make it: a link is added once, is moved from where it is, and not after its purge. */
function fitting(history: readonly Recorded[]): readonly Recorded[] {
  const places = new Map<string, Scope | null>();
  return history.flatMap((event): Recorded[] => {
    if (event.type === 'CampaignCreated' || event.type === 'CampaignMoved') {
      const id = `campaign ${event.data.campaignId}`;
      const from = places.get(id);
      if (event.type === 'CampaignCreated') {
        if (from !== undefined) return [];
        places.set(id, event.data.scope);
        return [event];
      }
      if (from === undefined || from === null || from === event.data.to) return [];
      places.set(id, event.data.to);
      return [{ ...event, data: { ...event.data, from } }];
    }
    if (!isOf(event, 'link')) return [event];
    const from = places.get(event.data.linkId);
    if (event.type === 'LinkAdded') {
      if (from !== undefined) return [];
      places.set(event.data.linkId, event.data.scope);
    }
    if (event.type === 'LinkPurged') places.set(event.data.linkId, null);
    if (event.type !== 'LinkMoved') return [event];
    if (from === undefined || from === null || from === event.data.to) return [];
    places.set(event.data.linkId, event.data.to);
    return [{ ...event, data: { ...event.data, from } }];
  });
}
