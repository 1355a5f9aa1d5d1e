import test from 'ava';
import type { Scope } from '../../command-service/contract/scope.ts';
import type { FindQuery } from '../../infra/ports/storage/read-store.ts';
import { referenceFind } from '../../infra/testing/contracts/reference-find.ts';
import { EventBuilder, linkAdded, moneyChanged } from '../../infra/testing/event-builder.ts';
import { randomHistory, randomNumbers } from '../../infra/testing/random-history.ts';
import { fold, plan } from '../../projections/runner/fold.ts';
import { BEHIND_ALL, type LedgerEntry, ledger, ledgerEntries } from '../../projections/views/ledger/ledger.ts';
import { FOLLOWING } from '../../projections/views/ledger/stories.ts';
import { conditionsOf, isShown } from './ledger.ts';
import { readStories, type StoryFilter } from './stories.ts';

const access = { roleIn: () => 'owner' as const, money: true };

/** The entries of a random history, in which few causes have many events. */
function entriesOf(seed: number, causes: number) {
  const random = randomNumbers(seed);
  const history = randomHistory(seed, 900).map((event) => {
    const cause = `cause ${Math.floor(random() * causes)}`;
    const actor = random() < 0.2 ? 'checker' : event.metadata.actor;
    return { ...event, metadata: { ...event.metadata, actor, correlationId: cause, causationId: cause } };
  });
  return fold(ledger, new Map(), plan(ledger, history)).entries as readonly LedgerEntry[];
}

function storeOf(entries: readonly LedgerEntry[]) {
  const docs = new Map(entries.map((entry) => [entry.id, entry]));
  const find = (query: FindQuery) => referenceFind(docs, ledgerEntries, query);
  let read = 0;
  const reads = {
    async find(_: unknown, query: FindQuery) {
      const found = find(query);
      read += found.rows.length;
      return found as never;
    },
  };
  return { find, reads, read: () => read };
}

type Found = Awaited<ReturnType<typeof readStories>>['stories'];

async function readAll(reads: Parameters<typeof readStories>[0], filter: StoryFilter, limit: number) {
  const found: Found[number][] = [];
  let [before, pages]: [string | null, number] = [null, 0];
  do {
    const page: Awaited<ReturnType<typeof readStories>> = await readStories(reads, access, filter, before, limit);
    if (page.stories.length > limit) throw new Error('a page is too long');
    found.push(...page.stories);
    before = page.next?.id ?? null;
    pages += 1;
  } while (before !== null);
  return { found, pages };
}

const scopes: readonly Scope[] = ['user:u1', 'user:u2', 'team:t0', 'team:t1', 'team:t2', 'team:t3'];
const everything: StoryFilter = { scopes, types: null, where: {}, openers: ['person', 'system'] };
const filters: readonly StoryFilter[] = [
  everything,
  { ...everything, openers: ['person'] },
  { ...everything, scopes: ['team:t1'] },
  { ...everything, where: { clientDomain: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `host-${n}.example`) } },
  { ...everything, types: ['LinkMoved', 'LinkChecked', 'CheckRequested'], openers: null },
  { ...everything, where: { actor: 'u3' } },
];

for (const [index, filter] of filters.entries()) {
  test(`pages of any size have each story once and none is lost (filter ${index})`, async (t) => {
    for (const causes of [15, 400]) {
      const { find, reads } = storeOf(entriesOf(index + causes, causes));
      const { openers } = filter;
      const { rows } = find({ where: conditionsOf(filter), before: BEHIND_ALL });
      const shown = (rows as LedgerEntry[]).filter((entry) => isShown(access, filter.scopes, entry));
      const stories = Map.groupBy(shown, ({ story }) => story);
      const heads = [...stories.values()].flatMap((entries) => {
        const opening = entries.filter(({ opens, type }) =>
          openers === null ? !FOLLOWING.includes(type) : openers.some((opener) => opener === opens),
        );
        return opening.slice(-1);
      });
      const expected = heads
        .map(({ id }) => id)
        .toSorted()
        .toReversed();
      t.true(expected.length > 5, String(expected.length));
      for (const limit of [1, 2, 3, 7, 50, 1_000]) {
        const { found } = await readAll(reads, filter, limit);
        t.deepEqual(
          found.map(({ head }) => head.id),
          expected,
          `limit ${limit}`,
        );
      }
    }
  });
}

test('the counts of a large story leave out events that the reader may not see', async (t) => {
  const events = new EventBuilder();
  for (let n = 0; n < 20; n += 1) {
    events.add(linkAdded(`l${n}`, { scope: 'team:t1' }), { cause: 'import' });
    events.add(moneyChanged(`l${n}`, { vendor: { from: null, to: 'Northside' } }), { cause: 'import' });
  }
  const { entries } = fold(ledger, new Map(), plan(ledger, events.all));
  const { reads } = storeOf(entries as readonly LedgerEntry[]);
  const filters = [everything, { ...everything, types: ['LinkAdded', 'LinkMoneyChanged'], openers: null } as const];
  for (const filter of filters) {
    for (const roleIn of [() => 'owner' as const, () => 'view' as const]) {
      const page = await readStories(reads, { roleIn, money: true }, filter, null, 50);
      t.like(page.stories, [{ events: roleIn() === 'owner' ? 40 : 20, links: 20 }]);
    }
  }
});

test('a page of a ledger with a large import reads a bounded number of entries, and the stories behind it follow', async (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('first', { scope: 'team:t1' }), { cause: 'first' });
  for (let n = 0; n < 7_000; n += 1) events.add(linkAdded(`l${n}`, { scope: 'team:t1' }), { cause: 'import' });
  const { entries } = fold(ledger, new Map(), plan(ledger, events.all));
  const store = storeOf(entries as readonly LedgerEntry[]);
  const page = await readStories(store.reads, access, everything, null, 50);
  t.deepEqual(page.stories, []);
  t.true(store.read() < 6_000, String(store.read()));
  const rest = await readStories(store.reads, access, everything, page.next?.id ?? '', 50);
  t.deepEqual(
    rest.stories.map(({ head: { story }, links }) => [story, links]),
    [
      ['import', 7_000],
      ['first', 1],
    ],
  );
  t.is(rest.next, null);
});
