import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLogger } from '../../infra/observability/logger.ts';
import { personPrincipal } from '../../infra/ports/process/principal.ts';
import { LeaseLostError, type Leases } from '../../infra/ports/storage/leases.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { EventBuilder, joinedTeam, recordingLog, teamCreated, writeAll } from '../../infra/testing/event-builder.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { links } from '../../projections/views/links/links.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import { importDecider, streamOf } from '../model/import/decider.ts';
import { link } from '../model/link/decider.ts';
import { money } from '../model/money/decider.ts';
import { NO_MONEY } from '../model/money/events.ts';
import { terms } from '../model/terms/decider.ts';
import { NO_TERMS } from '../model/terms/events.ts';
import type { CsvRow } from './csv.ts';
import { type ImportOrder, runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

const SCOPE = 'user:ann';
const HEADER = ['articleLink', 'clientLink'];
const by = { actor: 'ann', correlationId: 'r', causationId: 'r', at: '2026-03-31T12:00:00.000Z' };

/** An import into ann's list with an idempotency key: repeated, it makes the same ids in the same order. */
function order(): ImportOrder {
  let made = 0;
  return {
    importId: 'i1',
    scope: SCOPE,
    campaignId: null,
    userId: 'ann',
    people: new Map(),
    chosen: {},
    clientLink: null,
    tags: [],
    dateOrder: null,
    allowDuplicate: false,
    authorize: async () => ({ money: true }),
    template: null,
    currency: null,
    dryRun: false,
    newId: () => `l${made++}`,
    metadata: by,
  };
}

/** A file of `count` rows; `breaks` is the row at which our process ends. */
async function* rows(count: number, breaks = Number.POSITIVE_INFINITY): AsyncGenerator<CsvRow> {
  for (let row = 1; row <= count; row += 1) {
    if (row > breaks) throw new Error('the process ends here');
    yield { row, line: row + 1, cells: [`https://blog.example/${row}`, 'https://client.example/'] };
  }
}

async function world(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-import-'));
  const { store, feed, reads, leases, close } = await openStores(
    { dataDir },
    PERSONAL_FIELDS,
    allViews,
    createLogger('silent'),
  );
  const projections = startProjections(allViews, { feed, reads, logger: recordingLog() });
  t.teardown(async () => {
    await projections.stop();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    deps: { store, feed, reads, leases },
    store,
    leases,
    run: (file: AsyncIterable<CsvRow>, held: Leases = leases, more: Partial<ImportOrder> = {}, header = HEADER) =>
      runImport({ store, feed, reads, leases: held }, { header, sample: [], rows: file }, { ...order(), ...more }),
    async listed() {
      await projections.caughtUp(await feed.head());
      return (await reads.find(links, { where: { scope: SCOPE, place: 'active' }, limit: 0 })).total;
    },
  };
}

test('repeating an interrupted import adds the rest, and reports each link once', async (t) => {
  const { store, run, listed } = await world(t);
  await t.throwsAsync(run(rows(1_000, 600)), { message: 'the process ends here' });
  const half = await listed();
  t.true(half > 0 && half < 600, `${half} rows were added before the import broke off`);
  const { answer } = await run(rows(1_000));
  t.like(answer, { imported: 1_000, failed: 0, duplicates: 0 });
  t.is(await listed(), 1_000);
  const { state } = await load(store, importDecider, streamOf('i1'));
  t.is(state?.total, 1_000);
  t.is(new Set(state?.slices.flat()).size, 1_000);
  t.is((await undoImport({ store, principal: personPrincipal('ann'), metadata: by }, 'i1')).trashed, 1_000);
  t.is(await listed(), 0);
});

const AGREED_HEADER = [...HEADER, 'agreedAnchor', 'agreedLinkTypes', 'price', 'vendor'];
const AGREED_ROWS: readonly CsvRow[] = ['a', 'b', 'c'].map((name, index) => ({
  ...{ row: index + 1, line: index + 2 },
  cells: [
    `https://blog.example/${name}`,
    'https://client.example/',
    `anchor ${name}`,
    'dofollow',
    'USD 90',
    'Northside',
  ],
}));

/** An import of these rows with ids of its own; the process ends instead of the write after the first `writes`. */
function importAgreed({ store, ...deps }: Awaited<ReturnType<typeof world>>['deps'], id = '', writes = Infinity) {
  let written = 0;
  const append: typeof store.append = async (...args) => {
    if (written++ >= writes) throw new Error('the process ends here');
    return store.append(...args);
  };
  const read: typeof store.read = (...args) => store.read(...args);
  const rows = (async function* () {
    yield* AGREED_ROWS;
  })();
  let made = 0;
  return runImport(
    { ...deps, store: { read, append } },
    { header: AGREED_HEADER, sample: AGREED_ROWS, rows },
    { ...order(), importId: `i${id}`, scope: `user:ann${id}`, newId: () => `l${id}${made++}` },
  );
}

test('an import that was killed at any event and is repeated writes terms and prices once', async (t) => {
  const { deps, store } = await world(t);
  // The start, the links' ids, three links with terms and prices, the end.
  for (let killedAt = 0; killedAt < 12; killedAt += 1) {
    const id = `${killedAt}-`;
    await t.throwsAsync(importAgreed(deps, id, killedAt), { message: 'the process ends here' });
    t.like((await importAgreed(deps, id)).answer, { imported: 3, failed: 0, duplicates: 0 });
    for (const linkId of ['0', '1', '2'].map((each) => `l${id}${each}`)) {
      const types = ['link', 'terms', 'money'].map(async (stream) =>
        (await store.read(`${stream}-${linkId}`)).events.map(({ type }) => type),
      );
      t.deepEqual(await Promise.all(types), [['LinkAdded'], ['LinkTermsChanged'], ['LinkMoneyChanged']], linkId);
    }
  }
});

test('a repeated import writes no terms and prices of a link that was deleted since', async (t) => {
  const { deps, store } = await world(t);
  await t.throwsAsync(importAgreed(deps, '', 5), { message: 'the process ends here' });
  await handle(store, link, { type: 'TrashLink', linkId: 'l0' }, by);
  await handle(store, link, { type: 'PurgeLink', linkId: 'l0' }, by);
  await importAgreed(deps);
  t.deepEqual([(await store.read('terms-l0')).events, (await store.read('money-l0')).events], [[], []]);
  t.is((await store.read('money-l1')).events.length, 1);
});

test('a repeated import leaves links, terms and prices as a person changed them since', async (t) => {
  const { store, deps } = await world(t);
  await importAgreed(deps);
  await handle(store, terms, { type: 'SetTerms', linkId: 'l0', terms: NO_TERMS }, by);
  await handle(store, money, { type: 'SetMoney', linkId: 'l0', money: NO_MONEY }, by);
  await handle(store, link, { type: 'EditLink', linkId: 'l1', fields: { remarks: 'mine' } }, by);
  await handle(store, link, { type: 'TrashLink', linkId: 'l2' }, by);
  const before = await Promise.all(
    ['link-l0', 'terms-l0', 'money-l0', 'link-l1', 'link-l2'].map((id) => store.read(id)),
  );
  t.is((await importAgreed(deps)).answer.imported, 3);
  const after = await Promise.all(
    ['link-l0', 'terms-l0', 'money-l0', 'link-l1', 'link-l2'].map((id) => store.read(id)),
  );
  t.deepEqual(after, before);
});

test('a person who may not change prices imports the rows without them, and reads so; the role may end meanwhile', async (t) => {
  const { store, run } = await world(t);
  let slices = 0;
  const authorize = async () => {
    slices += 1;
    return { money: slices <= 2 };
  };
  const file = (async function* () {
    for (let row = 1; row <= 250; row += 1) {
      const cells = [`https://blog.example/${row}`, 'https://client.example/', row <= 150 ? 'USD 90' : '120/mo'];
      yield { row, line: row + 1, cells };
    }
  })();
  const { answer } = await run(file, undefined, { authorize }, [...HEADER, 'price']);
  t.like(answer, { imported: 200, failed: 50 });
  t.regex(answer.leftOut ?? '', /you may not change them in this list/);
  const priced = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => (await store.read(`money-l${index}`)).events.length),
  );
  // Links are added with the next rows, after the next look at the role.
  t.deepEqual(priced, [...Array(100).fill(1), ...Array(100).fill(0)]);
});

test('an import adds no further rows once its person may no longer add links', async (t) => {
  const { leases, run, listed } = await world(t);
  let slices = 0;
  const authorize = async () => {
    slices += 1;
    if (slices > 3) throw new DomainError('not-found', 'not-found', 'You left the team.');
    return { money: true };
  };
  await t.throwsAsync(run(rows(1_000), leases, { authorize }), { message: 'You left the team.' });
  t.true((await listed()) <= 300);
});

test('an undo leaves the rest of the links alone once its person left the team', async (t) => {
  const { store, leases, run } = await world(t);
  const events = new EventBuilder();
  await writeAll(store, [events.add(teamCreated('t1', 'ann'))]);
  await writeAll(store, [events.add(joinedTeam('t1', 'bob', 'edit'))]);
  await run(rows(600), leases, { scope: 'team:t1' });
  let left: Promise<void> | null = null;
  const append: typeof store.append = async (...args) => {
    left ??= writeAll(store, [
      events.add({ type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } }),
    ]);
    await left;
    return store.append(...args);
  };
  const read: typeof store.read = (...args) => store.read(...args);
  const undoing = { store: { read, append }, principal: personPrincipal('bob'), metadata: by };
  await t.throwsAsync(undoImport(undoing, 'i1'), { code: 'not-found' });
  t.is((await undoImport({ store, principal: personPrincipal('ann'), metadata: by }, 'i1')).trashed, 100);
});

test('an import is refused while another one into its list runs, and one that broke off does not block the next', async (t) => {
  const { leases, run, listed } = await world(t);
  const { promise: finish, resolve: end } = Promise.withResolvers<void>();
  const held = leases.hold(`import ${SCOPE}`, () => finish, new AbortController().signal);
  await t.throwsAsync(run(rows(3)), { name: 'DomainError', message: /Another import into the same list/ });
  end();
  await held;
  await t.throwsAsync(run(rows(300, 250)), { message: 'the process ends here' });
  t.is((await run(rows(300))).answer.imported, 300);
  t.is(await listed(), 300);
});

test('an import that a full disk ends says so, and repeating it adds the rest', async (t) => {
  const { run, listed } = await world(t);
  async function* file() {
    for await (const row of rows(300)) {
      if (row.row === 250) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
      yield row;
    }
  }
  await t.throwsAsync(run(file()), { name: 'BusyError', message: /only a part of the file was imported/ });
  t.is((await run(rows(300))).answer.imported, 300);
  t.is(await listed(), 300);
});

test('an import that loses its lease adds no more links, and repeating it adds the rest', async (t) => {
  const { run, listed } = await world(t);
  const lost = new AbortController();
  const losing: Leases = {
    async hold(_, work, signal) {
      await t.throwsAsync(work(lost.signal, 1), { name: 'LeaseLostError' });
      await work(signal, 2);
    },
  };
  async function* file() {
    for await (const row of rows(1_000)) {
      if (row.row === 450) lost.abort(new LeaseLostError('import'));
      yield row;
    }
  }
  await t.throwsAsync(run(file(), losing), { name: 'BusyError', message: /Import the file again/ });
  t.true((await listed()) <= 400);
  t.is((await run(rows(1_000))).answer.imported, 1_000);
  t.is(await listed(), 1_000);
});
