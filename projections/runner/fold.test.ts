import test from 'ava';
import fc from 'fast-check';
import type { Scope } from '../../command-service/contract/scope.ts';
import type { ViewDoc } from '../../infra/ports/storage/read-store.ts';
import {
  checkRequested,
  documentAfter,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  statusChanged,
  termsChanged,
} from '../../infra/testing/event-builder.ts';
import type { CounterMonth, Increment, Recorded, View } from '../view.ts';
import { linkActivity } from '../views/links/link-activity.ts';
import { linkCountMonths, linkCounts } from '../views/links/link-counts.ts';
import type { LinkDoc } from '../views/links/link-doc.ts';
import { links } from '../views/links/links.ts';
import { fold, plan, writesOf } from './fold.ts';

/** The documents of a view and of its companions, as in a store. */
class Kept {
  readonly docs = new Map<string, ViewDoc>();
  readonly counters = new Map<string, ViewDoc>();
  readonly months = new Map<string, CounterMonth>();

  commit(view: View<ViewDoc>, events: readonly Recorded[]) {
    const folded = fold(view, this.docs, plan(view, events));
    for (const { id, doc, companion } of writesOf(view, folded, this.counters, this.months)) {
      if (companion === linkActivity) continue;
      const kept: Map<string, ViewDoc> =
        companion === undefined ? this.docs : companion === linkCountMonths ? this.months : this.counters;
      if (doc === null) kept.delete(id);
      else kept.set(id, { ...doc, id });
    }
    return folded;
  }

  /** The counters at the end of a day, without those at 0. */
  onDay(day: string): Map<string, Record<string, number>> {
    const counters = new Map<string, Record<string, number>>();
    for (const { counter, days } of this.months.values()) {
      const sums = counters.get(counter) ?? {};
      counters.set(counter, sums);
      for (const [each, amounts] of Object.entries(days)) {
        if (each > day) continue;
        for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
      }
    }
    return withoutZeros(counters);
  }
}

function withoutZeros(counters: ReadonlyMap<string, Readonly<Record<string, number>>>) {
  const left = [...counters].map(([id, amounts]): [string, Record<string, number>] => [
    id,
    Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0)),
  ]);
  return new Map(left.filter(([, amounts]) => Object.keys(amounts).length > 0).sort());
}

/** The counters as they would be if all documents were counted now. */
function recount(docs: Iterable<object>): Map<string, ViewDoc> {
  const counters = new Map<string, Record<string, unknown> & { id: string; total: number }>();
  for (const doc of docs) {
    for (const { id, labels, amounts } of links.counters?.increments(doc as LinkDoc) ?? ([] as Increment[])) {
      const counter = counters.get(id) ?? {
        id,
        ...labels,
        total: 0,
        live: 0,
        removed: 0,
        notFound: 0,
        pending: 0,
        agreed: 0,
        moneyInRemarks: 0,
      };
      const sums = Object.entries(amounts).map(([name, amount]) => [name, Number(counter[name]) + amount]);
      counters.set(id, { ...counter, ...Object.fromEntries(sums) });
    }
  }
  return counters;
}

/** The dated counters of all links after the events, with each link folded alone. */
function recountAfter(events: readonly Recorded[]): Map<string, Record<string, number>> {
  const counters = new Map<string, Record<string, number>>();
  for (const linkId of LINKS) {
    const doc = documentAfter(links, linkId, events);
    for (const { id, amounts, dated } of doc === null ? [] : (links.counters?.increments(doc) ?? [])) {
      if (dated !== true) continue;
      const sums = counters.get(id) ?? {};
      counters.set(id, sums);
      for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
    }
  }
  return withoutZeros(counters);
}

const LINKS = ['l1', 'l2', 'l3', 'l4'];
const CLIENTS = ['https://one.example/a', 'https://shop.one.example/b', 'https://two.example/', 'http://10.0.0.1/', ''];
const step = fc.record({
  linkId: fc.constantFrom(...LINKS),
  what: fc.constantFrom(
    'add',
    'edit',
    'move',
    'assign',
    'enlist',
    'trash',
    'restore',
    'purge',
    'request',
    'check',
    'status',
    'agree',
    'due',
    'end',
  ),
  client: fc.constantFrom(...CLIENTS),
  scope: fc.constantFrom<Scope>('user:ann', 'team:t1', 'team:t2'),
  assignedTo: fc.constantFrom(null, 'ann', 'bob'),
  campaignId: fc.constantFrom(null, 'c1', 'c2'),
  status: fc.constantFrom('live' as const, 'removed' as const, 'pending' as const),
  /** The hours since the previous step: often 0, or just past midnight. */
  hours: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 30 }), fc.constant(24 * 33)),
});

function history(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Recorded[] {
  const events = new EventBuilder();
  const added = new Set<string>();
  let now = Date.parse('2026-01-30T22:30:00.000Z');
  for (const { linkId, what, client, scope, status, assignedTo, campaignId, hours } of steps) {
    now += hours * 3_600_000;
    const add = (event: Parameters<EventBuilder['add']>[0]) => events.add(event, { at: new Date(now).toISOString() });
    if (!added.has(linkId)) add(linkAdded(linkId, { clientLink: client, scope, assignedTo, campaignId }));
    added.add(linkId);
    if (what === 'edit') add(linkEdited(linkId, { clientLink: { from: '', to: client } }));
    if (what === 'move') add(linkMoved(linkId, 'user:ann', scope));
    if (what === 'assign') add(linkEdited(linkId, { assignedTo: { from: null, to: assignedTo } }));
    if (what === 'enlist') add(linkEdited(linkId, { campaignId: { from: null, to: campaignId } }));
    if (what === 'trash') add(linkPlaced('LinkTrashed', linkId));
    if (what === 'restore') add(linkPlaced('LinkRestored', linkId));
    if (what === 'purge') add(linkPlaced('LinkPurged', linkId));
    if (what === 'request') add(checkRequested(linkId, `c-${linkId}`, { clientLink: client }));
    if (what === 'check') add(linkChecked(linkId, `c-${linkId}`, { status, reason: 'timeout', linkType: 'nofollow' }));
    if (what === 'status') add(statusChanged(linkId, 'pending', status, 'timeout'));
    if (what === 'agree') {
      const linkTypes = status === 'live' ? (['dofollow'] as const) : null;
      add(termsChanged(linkId, { linkTypes: { from: null, to: linkTypes } }));
    }
    if (what === 'due') add(linkEdited(linkId, { timelineDate: { from: null, to: campaignId && '2026-02-01' } }));
    if (what === 'end') add({ type: 'CampaignDeleted', stream: 'campaign-c1', data: { campaignId: 'c1' } });
  }
  return events.all;
}

test('counters equal a recount after any history in any batches', (t) => {
  const property = fc.property(
    fc.array(step, { maxLength: 60 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
    (steps, sizes) => {
      const events = history(steps);
      const kept = new Kept();
      for (let from = 0, turn = 0; from < events.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        kept.commit(links, events.slice(from, from + size));
        from += size;
        t.deepEqual(new Map([...kept.counters].sort()), new Map([...recount(kept.docs.values())].sort()));
      }
      const atOnce = new Kept();
      atOnce.commit(links, events);
      t.deepEqual([...atOnce.docs].sort(), [...kept.docs].sort());
      t.deepEqual([...atOnce.months].sort(), [...kept.months].sort());
      const days = new Set(events.map(({ metadata }) => metadata.at.slice(0, 10)));
      for (const day of days) {
        const untilThen = events.filter(({ metadata }) => metadata.at.slice(0, 10) <= day);
        t.deepEqual(kept.onDay(day), recountAfter(untilThen), day);
      }
    },
  );
  fc.assert(property, { numRuns: 200 });
});

test('dated counters keep the net change of each day by month; a day without a net change is left out', (t) => {
  const events = new EventBuilder();
  const kept = new Kept();
  kept.commit(links, [
    events.add(linkAdded('l1'), { at: '2026-01-31T23:59:59.999Z' }),
    events.add(statusChanged('l1', 'pending', 'live', 'found-static'), { at: '2026-02-01T00:00:00.000Z' }),
    events.add(linkPlaced('LinkTrashed', 'l1'), { at: '2026-02-03T08:00:00.000Z' }),
  ]);
  const added = { '2026-01-31': { total: 1, pending: 1 } };
  const february = { '2026-02-01': { live: 1, pending: -1 }, '2026-02-03': { total: -1, live: -1 } };
  t.deepEqual(
    [...kept.months.values()],
    ['user:ann', 'user:ann client.example']
      .flatMap((counter) => [
        { id: `${counter} 2026-01`, counter, days: added },
        { id: `${counter} 2026-02`, counter, days: february },
      ])
      .sort((one, other) => (one.id.slice(-7) < other.id.slice(-7) ? -1 : 1)),
  );
  kept.commit(links, [events.add(linkPlaced('LinkRestored', 'l1'), { at: '2026-02-03T09:00:00.000Z' })]);
  t.deepEqual(kept.months.get('user:ann 2026-02')?.days, { '2026-02-01': { live: 1, pending: -1 } });
});

test('a check without a new result changes no counter', (t) => {
  const events = new EventBuilder();
  const kept = new Kept();
  const asked = (checkId: string) => events.add(checkRequested('l1', checkId));
  const found = (checkId: string) => events.add(linkChecked('l1', checkId, { status: 'live', reason: 'found-static' }));
  kept.commit(links, [
    events.add(linkAdded('l1')),
    asked('c1'),
    found('c1'),
    events.add(statusChanged('l1', 'pending', 'live', 'found-static')),
  ]);
  const { changes, deltas, months } = kept.commit(links, [asked('c2'), found('c2')]);
  t.is(changes.length, 1);
  t.is(deltas.size, 0);
  t.is(months.size, 0);
});

test('a counter at zero is removed', (t) => {
  const events = new EventBuilder();
  const kept = new Kept();
  kept.commit(links, [events.add(linkAdded('l1'))]);
  t.deepEqual(
    [...kept.counters.keys()].toSorted(),
    ['', ' assignee:', ' client.example', ' publisher:blog.example', ' reason:never-checked'].map(
      (key) => `user:ann${key}`,
    ),
  );
  kept.commit(links, [events.add(linkPlaced('LinkTrashed', 'l1'))]);
  t.is(kept.counters.size, 0);
});

test('views declare the companions of their counters', (t) => {
  t.deepEqual(links.companions, [links.counters?.schema, links.counters?.history, links.entries?.schema]);
  t.is(links.counters?.schema, linkCounts);
  t.is(links.counters?.history, linkCountMonths);
});

/** Counts the events of each link; throws for a purge and for a user. */
const fragile: View<{ readonly id: string; readonly seen: number }> = {
  name: 'fragile',
  version: 1,
  fields: [],
  keys(event) {
    if (event.type === 'UserRegistered') throw new TypeError('no users here');
    return 'linkId' in event.data ? [event.data.linkId, 'all'] : [];
  },
  evolve(doc, event, id) {
    if (event.type === 'LinkPurged' && id === 'all') throw new TypeError('no purges here');
    return { id, seen: (doc?.seen ?? 0) + 1 };
  },
};

test('a poison event leaves no trace, and every event before it counts', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(linkPlaced('LinkTrashed', 'l1'));
  events.add(linkPlaced('LinkPurged', 'l1'));
  events.add(linkAdded('l2'));
  const folded = new Kept().commit(fragile, events.all);
  t.is(folded.poison?.event.position, 3);
  t.is(folded.position, 2);
  t.deepEqual(
    folded.changes.map(({ after }) => after),
    [
      { id: 'l1', seen: 2 },
      { id: 'all', seen: 2 },
    ],
  );
});

test('an event whose keys() throws ends the batch before it', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add({
    type: 'UserRegistered',
    stream: 'user-u',
    data: { userId: 'u', email: '', firstName: '', lastName: '', company: '' },
  });
  const folded = new Kept().commit(fragile, events.all);
  t.is(folded.poison?.message, 'no users here');
  t.is(folded.position, 1);
});

test('an unchanged document is not written', (t) => {
  const events = new EventBuilder();
  const kept = new Kept();
  kept.commit(links, [events.add(linkAdded('l1'))]);
  const { changes } = kept.commit(links, [
    events.add(linkChecked('l1', 'nobody-asked', { status: 'live', reason: 'found-static' })),
  ]);
  t.deepEqual(changes, []);
});
