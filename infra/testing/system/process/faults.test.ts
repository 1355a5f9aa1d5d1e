/** The process is killed, started twice, stopped, or finds its files damaged. */
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { PERSONAL_FIELDS } from '../../../../command-service/contract/events.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { createLogger } from '../../../observability/logger.ts';
import type { EventMetadata } from '../../../ports/storage/event-store.ts';
import { signIn } from '../../actors/visitor.ts';
import { ProcessExitError, startProcess } from '../../apps/server-process.ts';
import { openStores } from '../../apps/stores.ts';
import { checkRequested, EventBuilder, linkAdded, linkChecked, statusChanged, writeAll } from '../../event-builder.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { removeViews } from '../../remove-views.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);
const metadata: EventMetadata = {
  actor: 'ann',
  correlationId: 'c',
  causationId: 'c',
  at: new Date(Date.now() - 60_000).toISOString(),
};

const pages = await startPageServer();
test.after.always(() => pages.close());

/** A data folder for one test, with the settings that name it. */
function folder(t: ExecutionContext): { DATA_DIR: string; CHECKER_ALLOW_HOSTS: string; CHECKER_RENDER: string } {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-fault-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  return { DATA_DIR: dataDir, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
}

const stores = (dataDir: string) => openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('silent'));
const addBody = (at: string) => ({ articleLink: pages.at(at), clientLink: CLIENT });

test('a process killed in the middle of a check finishes it after the next start', async (t) => {
  const settings = folder(t);
  let reached = () => {};
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  pages.set('/held', () => reached());
  const first = await startProcess(settings);
  const person = await signIn(first.url, 'ann@example.com', first.said);
  const cut = person.send('POST', '/api/links', addBody('/held')).catch(() => 'cut');
  await asked;
  await first.end('SIGKILL');
  t.is(await cut, 'cut');

  pages.set('/held', LINKED);
  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  const link = await waitUntil(async () =>
    (await again.get<LinkAnswer[]>('/api/links')).body.find(({ status }) => status === 'live'),
  );
  t.false(link.checking);
  t.is(await second.end('SIGTERM'), 0);
});

test('acknowledged events that were not yet projected are in the views after the next start', async (t) => {
  const settings = folder(t);
  const first = await startProcess({ ...settings, SERVICES: 'command' });
  const person = await signIn(first.url, 'ann@example.com', first.said);
  t.is((await person.send('PATCH', '/api/user/profile', { firstName: 'Ann' })).status, 200);
  await first.end('SIGKILL');

  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  t.like((await again.get('/api/user/profile')).body as object, { firstName: 'Ann' });
  await second.end('SIGKILL');
});

test('a link whose check was never requested, because the process died in between, is checked', async (t) => {
  const settings = folder(t);
  pages.set('/forgotten', LINKED);
  const { store, close } = await stores(settings.DATA_DIR);
  const { data } = { data: { ...addBody('/forgotten'), duration: '30 days', liveDate: null } };
  const fields = { ...data, assignedTo: null, pocEmail: null, remarks: null, anchor: null, linkType: null };
  const added = { id: 'e1', type: 'LinkAdded', data: { linkId: 'l1', scope: 'user:ann', ...fields } } as const;
  await store.append('link-l1', -1, [added], metadata);
  await close();

  const app = await startProcess(settings);
  const log = new DatabaseSync(path.join(settings.DATA_DIR, 'events.db'), { readOnly: true });
  const changed = log.prepare("SELECT 1 FROM events WHERE type = 'LinkStatusChanged'");
  await waitUntil(() => changed.get());
  log.close();
  await app.end('SIGTERM');
  const after = await stores(settings.DATA_DIR);
  const { events } = await after.store.read('check-l1');
  t.deepEqual(
    events.map(({ type, metadata: { actor } }) => [type, actor]),
    [
      ['CheckRequested', 'scheduler'],
      ['LinkChecked', 'checker'],
      ['LinkStatusChanged', 'checker'],
    ],
  );
  await after.close();
});

test('a page that ends the process three times is reported as failed, and not visited again', async (t) => {
  const settings = folder(t);
  let app = await startProcess(settings);
  pages.set('/deadly', () => {});
  const person = await signIn(app.url, 'ann@example.com', app.said);
  for (let round = 0; round < 3; round += 1) {
    if (round === 0) void person.send('POST', '/api/links', addBody('/deadly')).catch(() => null);
    await waitUntil(() => pages.visits('/deadly') > round);
    await app.end('SIGKILL');
    app = await startProcess(settings);
  }
  const again = await signIn(app.url, 'ann@example.com', app.said);
  const link = await waitUntil(async () => {
    const [found] = (await again.get<LinkAnswer[]>('/api/links')).body;
    return found !== undefined && !found.checking && found;
  });
  t.is(link.status, 'pending');
  t.is(link.reason?.code, 'checker-failed');
  t.is(pages.visits('/deadly'), 3);
  t.is(await app.end('SIGTERM'), 0);
});

test('a process killed repeatedly while links are added loses no acknowledged link, and the counters agree', async (t) => {
  const settings = folder(t);
  pages.set('/busy', LINKED);
  const acknowledged = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const app = await startProcess(settings);
    const person = await signIn(app.url, 'ann@example.com', app.said);
    let enough = () => {};
    const some = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const adds = Array.from({ length: 24 }, async () => {
      const answer = await person
        .send<{ id: string }>('POST', '/api/links', { ...addBody('/busy'), allowDuplicate: true })
        .catch(() => null);
      if (answer?.status !== 201) return;
      acknowledged.add(answer.body.id);
      if (acknowledged.size >= (round + 1) * 6) enough();
    });
    await some;
    await app.end('SIGKILL');
    await Promise.all(adds);
  }
  const app = await startProcess(settings);
  const person = await signIn(app.url, 'ann@example.com', app.said);
  const links = await waitUntil(async () => {
    const { body } = await person.get<LinkAnswer[]>('/api/links');
    return body.every(({ status }) => status === 'live') && body;
  });
  t.deepEqual(
    [...acknowledged].filter((id) => !links.some((link) => link.id === id)),
    [],
  );
  const { body } = await person.get<StatsAnswer>('/api/stats');
  t.like(body, { total: links.length, live: links.length, removed: 0, pending: 0 });
  for (const { id } of links.slice(0, 5)) {
    const { body: story } = await person.get<HistoryAnswer[]>(`/api/links/${id}/history`);
    t.is(story.filter(({ kind }) => kind === 'added').length, 1);
    t.is(story.filter(({ kind }) => kind === 'status-changed').length, 1);
  }
  t.is(await app.end('SIGTERM'), 0);
});

test('the list of an import that was killed is free at once after the next start, and no row is added twice', async (t) => {
  const settings = { ...folder(t), SERVICES: 'command,query,projections' };
  // Enough that the import is under way when its first links are counted.
  const rows = 5_000;
  const file = `articleLink,clientLink\n${Array.from({ length: rows }, (_, row) => `${pages.at(`/row-${row}`)},${CLIENT}`).join('\n')}`;
  const csv = { 'Content-Type': 'text/csv' };
  const first = await startProcess(settings);
  const person = await signIn(first.url, 'ann@example.com', first.said);
  const cut = person.send('POST', '/api/links/import', file, csv).catch(() => 'cut');
  const log = new DatabaseSync(path.join(settings.DATA_DIR, 'events.db'), { readOnly: true });
  t.teardown(() => log.close());
  const added = log.prepare("SELECT count(*) AS links FROM events WHERE type = 'LinkAdded'");
  // Asked of the file: on a busy machine the import could end before an answer shows its first links.
  await waitUntil(() => Number(added.get()?.links) > 0);
  await first.end('SIGKILL');
  t.is(await cut, 'cut');

  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  const answer = await again.send<{ imported: number; duplicates: number }>('POST', '/api/links/import', file, csv);
  t.is(answer.status, 200);
  t.true(answer.body.duplicates > 0);
  t.is(answer.body.imported + answer.body.duplicates, rows);
  t.is(added.get()?.links, rows);
  await waitUntil(async () => (await again.get<StatsAnswer>('/api/stats')).body.total === rows);
  t.is(await second.end('SIGTERM'), 0);
});

test('a second process on the same data folder reports it and leaves the first alone', async (t) => {
  const settings = folder(t);
  const app = await startProcess(settings);
  const failure = await t.throwsAsync(startProcess(settings), { instanceOf: ProcessExitError });
  t.is(failure?.code, 1);
  t.regex(failure?.stderr ?? '', /in use by another Linkledger process/);
  t.is(failure?.stderr.trim().split('\n').length, 1);
  t.is((await request(`${app.url}/api/ready`)).statusCode, 200);
  t.is(await app.end('SIGTERM'), 0);
});

test('a stopping process answers running requests, and the next start finishes a running check', async (t) => {
  const settings = folder(t);
  let reached = () => {};
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  pages.set('/slow', () => reached());
  const app = await startProcess(settings);
  const person = await signIn(app.url, 'ann@example.com', app.said);
  const adding = person.send<{ id: string; checkResult: object }>('POST', '/api/links', addBody('/slow'));
  await asked;
  const ended = app.end('SIGTERM');
  const { status, body } = await adding;
  t.is(status, 201);
  t.like(body.checkResult, { status: 'pending' });
  t.is(await ended, 0);

  pages.set('/slow', LINKED);
  const next = await startProcess(settings);
  const again = await signIn(next.url, 'ann@example.com', next.said);
  await waitUntil(async () => (await again.get<LinkAnswer>(`/api/links/${body.id}`)).body.status === 'live');
  t.is(await next.end('SIGTERM'), 0);
});

test('a truncated, emptied or overwritten log is named at the start and left as it is', async (t) => {
  const harm: [string, (file: string) => void][] = [
    ['truncated', (file) => truncateSync(file, 5_000)],
    ['emptied', (file) => truncateSync(file, 0)],
    ['overwritten', (file) => writeFileSync(file, 'not a database at all'.repeat(1_000))],
  ];
  for (const [how, damage] of harm) {
    const settings = folder(t);
    const { store, close } = await stores(settings.DATA_DIR);
    await store.append('user-ann', -1, [profile('x'.repeat(20_000))], metadata);
    await close();
    const file = path.join(settings.DATA_DIR, 'events.db');
    damage(file);
    const { size } = statSync(file);
    const failure = await t.throwsAsync(startProcess(settings), { instanceOf: ProcessExitError }, how);
    t.true(failure?.stderr.includes(file), how);
    t.is(failure?.code, 1);
    t.is(statSync(file).size, size);
  }
});

test('without views.db the views are rebuilt with the same content', async (t) => {
  const settings = folder(t);
  pages.set('/rebuilt', LINKED);
  const first = await startProcess(settings);
  const person = await signIn(first.url, 'ann@example.com', first.said);
  await person.send('POST', '/api/links', addBody('/rebuilt'));
  const before = await person.get<LinkAnswer[]>('/api/links');
  t.is(before.body[0]?.status, 'live');
  await first.end('SIGTERM');
  removeViews(settings.DATA_DIR);

  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  t.deepEqual((await again.get<LinkAnswer[]>('/api/links')).body, before.body);
  await second.end('SIGTERM');
});

test('with a long log and no views the first answer already sees every event', async (t) => {
  const settings = { ...folder(t), SERVICES: 'command,query,projections' };
  const first = await startProcess(settings);
  const ann = await signIn(first.url, 'ann@example.com', first.said);
  const { id } = (await ann.get<{ id: string }>('/api/auth/user')).body;
  await first.end('SIGTERM');
  const events = new EventBuilder();
  const ids = Array.from({ length: 1_500 }, (_, index) => `long-${index}`);
  for (const linkId of ids) {
    events.add(linkAdded(linkId, { scope: `user:${id}` }));
    events.add(checkRequested(linkId, `${linkId}-check`));
    events.add(linkChecked(linkId, `${linkId}-check`, { status: 'live', reason: 'found-static' }));
    events.add(statusChanged(linkId, 'pending', 'live', 'found-static'));
  }
  const { store, close } = await stores(settings.DATA_DIR);
  const { added = [], others = [] } = Object.groupBy(events.all, ({ type }) =>
    type === 'LinkAdded' ? 'added' : 'others',
  );
  await writeAll(store, added);
  await writeAll(store, others);
  await close();
  removeViews(settings.DATA_DIR);

  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  t.like((await again.get<StatsAnswer>('/api/stats')).body, { total: ids.length, live: ids.length });
  const { headers, body } = await again.get<LinkAnswer[]>('/api/links?status=live&pageSize=5');
  t.is(headers['x-total-count'], String(ids.length));
  t.is(body.length, 5);
  await again.send('DELETE', `/api/links/${ids[0]}`);
  t.like((await again.get<StatsAnswer>('/api/stats')).body, { total: ids.length - 1 });
  await second.end('SIGTERM');
});

test('a poison event stops only the views that it breaks, and /api/ready names them', async (t) => {
  const settings = folder(t);
  const { store, close } = await stores(settings.DATA_DIR);
  const poison = { id: 'p1', type: 'LinkAdded', data: { linkId: 'l1', scope: 'user:ann', clientLink: 7 } };
  await store.append('link-l1', -1, [poison as never], metadata);
  await close();

  const app = await startProcess(settings);
  const ready = await request(`${app.url}/api/ready`);
  t.is(ready.statusCode, 503);
  const { views: states } = (await ready.body.json()) as { views: { view: string; state: string; error?: string }[] };
  const stopped = states.filter(({ state }) => state === 'stopped');
  t.deepEqual(stopped.map(({ view }) => view).toSorted(), ['ledger', 'links']);
  for (const { error } of stopped) t.regex(error ?? '', /LinkAdded p1 at position 1/);
  const person = await signIn(app.url, 'ann@example.com', app.said);
  t.like((await person.get('/api/auth/user')).body as object, { email: 'ann@example.com' });
  t.is(await app.end('SIGTERM'), 0);
});

function profile(company: string) {
  const data = { userId: 'ann', email: 'ann@example.com', firstName: '', lastName: '', company };
  return { id: 'u1', type: 'UserRegistered', data } as const;
}
