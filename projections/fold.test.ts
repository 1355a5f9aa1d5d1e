import test from 'ava';
import fc from 'fast-check';
import type { Scope } from '../command-service/events.ts';
import { fold, plan, writesOf } from './fold.ts';
import {
  checkRequested,
  Events,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  statusChanged,
} from './scenario.ts';
import type { Contribution, Recorded, View } from './view.ts';
import { type LinkDoc, linkCounts, links } from './views/links.ts';

/** Documents of a view and of its companion, kept as a store would. */
class Kept {
  readonly docs = new Map<string, object>();
  readonly counters = new Map<string, object>();

  commit(view: View<object>, events: readonly Recorded[]) {
    const folded = fold(view, this.docs, plan(view, events));
    for (const { id, doc, companion } of writesOf(view, folded, this.counters)) {
      const kept = companion === undefined ? this.docs : this.counters;
      if (doc === null) kept.delete(id);
      else kept.set(id, doc);
    }
    return folded;
  }
}

/** The counters as they would be if all documents were counted now. */
function recount(docs: Iterable<object>): Map<string, object> {
  const counters = new Map<string, Record<string, unknown> & { total: number }>();
  for (const doc of docs) {
    for (const { id, labels, amounts } of links.tally?.contributions(doc as LinkDoc) ?? ([] as Contribution[])) {
      const counter = counters.get(id) ?? { id, ...labels, total: 0, live: 0, removed: 0, pending: 0 };
      const sums = Object.entries(amounts).map(([name, amount]) => [name, Number(counter[name]) + amount]);
      counters.set(id, { ...counter, ...Object.fromEntries(sums) });
    }
  }
  return counters;
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
  ),
  client: fc.constantFrom(...CLIENTS),
  scope: fc.constantFrom<Scope>('user:ann', 'team:t1', 'team:t2'),
  assignedTo: fc.constantFrom(null, 'ann', 'bob'),
  campaignId: fc.constantFrom(null, 'c1', 'c2'),
  status: fc.constantFrom('live' as const, 'removed' as const, 'pending' as const),
});

function history(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Recorded[] {
  const events = new Events();
  const added = new Set<string>();
  for (const { linkId, what, client, scope, status, assignedTo, campaignId } of steps) {
    if (!added.has(linkId)) events.add(linkAdded(linkId, { clientLink: client, scope, assignedTo, campaignId }));
    added.add(linkId);
    if (what === 'edit') events.add(linkEdited(linkId, { clientLink: { from: '', to: client } }));
    if (what === 'move') events.add(linkMoved(linkId, 'user:ann', scope));
    if (what === 'assign') events.add(linkEdited(linkId, { assignedTo: { from: null, to: assignedTo } }));
    if (what === 'enlist') events.add(linkEdited(linkId, { campaignId: { from: null, to: campaignId } }));
    if (what === 'trash') events.add(linkPlaced('LinkTrashed', linkId));
    if (what === 'restore') events.add(linkPlaced('LinkRestored', linkId));
    if (what === 'purge') events.add(linkPlaced('LinkPurged', linkId));
    if (what === 'request') events.add(checkRequested(linkId, `c-${linkId}`, { clientLink: client }));
    if (what === 'check') events.add(linkChecked(linkId, `c-${linkId}`, { status, reason: 'timeout' }));
    if (what === 'status') events.add(statusChanged(linkId, 'pending', status, 'timeout'));
  }
  return events.all;
}

test('after any history, cut into any batches, the counters equal a recount', (t) => {
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
    },
  );
  fc.assert(property, { numRuns: 200 });
});

test('a counter whose last link goes is removed', (t) => {
  const events = new Events();
  const kept = new Kept();
  kept.commit(links, [events.add(linkAdded('l1'))]);
  t.deepEqual([...kept.counters.keys()], ['user:ann', 'user:ann client.example', 'user:ann assignee:']);
  kept.commit(links, [events.add(linkPlaced('LinkTrashed', 'l1'))]);
  t.is(kept.counters.size, 0);
});

test('the companion the counters are written to is declared to the store', (t) => {
  t.deepEqual(links.companions, [linkCounts]);
  t.is(links.tally?.schema, linkCounts);
});

/** Counts the events each link saw; cannot take a purge, nor look at a user. */
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

test('an event that cannot be folded leaves nothing behind, and everything before it counts', (t) => {
  const events = new Events();
  events.add(linkAdded('l1'));
  events.add(linkPlaced('LinkTrashed', 'l1'));
  events.add(linkPlaced('LinkPurged', 'l1'));
  events.add(linkAdded('l2'));
  const folded = new Kept().commit(fragile, events.all);
  t.is(folded.poison?.event.position, 3);
  t.is(folded.last?.position, 2);
  t.deepEqual(
    folded.changes.map(({ after }) => after),
    [
      { id: 'l1', seen: 2 },
      { id: 'all', seen: 2 },
    ],
  );
});

test('an event whose documents cannot be named ends the batch before it', (t) => {
  const events = new Events();
  events.add(linkAdded('l1'));
  events.add({
    type: 'UserRegistered',
    stream: 'user-u',
    data: { userId: 'u', email: '', firstName: '', lastName: '', company: '' },
  });
  const folded = new Kept().commit(fragile, events.all);
  t.is(folded.poison?.message, 'no users here');
  t.is(folded.last?.position, 1);
});

test('a document that ends as it began is not written', (t) => {
  const events = new Events();
  const kept = new Kept();
  kept.commit(links, [events.add(linkAdded('l1'))]);
  const { changes } = kept.commit(links, [
    events.add(linkChecked('l1', 'nobody-asked', { status: 'live', reason: 'found-static' })),
  ]);
  t.deepEqual(changes, []);
});
