/** The whole system on an engine whose positions have gaps: nothing may depend on SQLite, a file or dense positions. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import type { CheckQueues } from '../../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../../command-service/contract/events.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { readConfig } from '../../../main/config/config.ts';
import { start } from '../../../main/process/start.ts';
import { resetPosition, signIn } from '../../actors/visitor.ts';
import { openMemoryEngine } from '../../apps/memory-engine.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';

/** The whole system in memory. `onRead` gets the name of each stream that is read. */
async function startInMemory(t: ExecutionContext, onRead: (stream: string) => void = () => {}) {
  const pages = await startPageServer();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-memory-'));
  const printed: string[] = [];
  const env = { PORT: '0', DATA_DIR: dataDir, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
  const server = await start(readConfig({ ...env, LOG_LEVEL: 'error' }), {
    print: (line) => void printed.push(line),
    open: async (options) => {
      const engine = openMemoryEngine<LinkledgerEvent, CheckQueues>(options);
      const { log } = engine;
      const read: typeof log.read = (stream, range) => {
        onRead(stream);
        return log.read(stream, range);
      };
      return { ...engine, log: { ...log, read } };
    },
  });
  t.teardown(async () => {
    await server.stop();
    await pages.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  resetPosition(server.url);
  const ann = await signIn(server.url, 'ann@example.com', printed);
  return { pages, dataDir, url: server.url, ann };
}

test('the system starts on an engine in memory: a person signs in, adds a link, sees it live, and sees it change', async (t) => {
  const { pages, dataDir, url, ann } = await startInMemory(t);
  pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const added = await ann.send<{ id: string; checkResult: { status: string } }>('POST', '/api/links', {
    articleLink: pages.at('/tea'),
    clientLink: CLIENT,
  });
  t.is(added.status, 201);
  const { id } = added.body;
  await waitUntil(async () => (await ann.get<LinkAnswer>(`/api/links/${id}`)).body.status === 'live');

  pages.set('/tea', article('<p>Sold out.</p>'));
  await ann.send('POST', `/api/links/${id}/recheck`);
  await waitUntil(async () => (await ann.get<LinkAnswer>(`/api/links/${id}`)).body.status === 'pending');
  const kinds = async () => (await ann.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body.map(({ kind }) => kind);
  await waitUntil(async () => (await kinds()).filter((kind) => kind === 'status-changed').length === 2);
  await waitUntil(async () => (await kinds()).includes('evidence-kept'));

  const ready = await request(`${url}/api/ready`);
  t.is(ready.statusCode, 200);
  await ready.body.dump();
  t.deepEqual(readdirSync(dataDir), ['outbox'], 'the engine leaves no file behind');
});

test('a request reads each stream that it needs once: six for a new link of a team, two for an edit', async (t) => {
  const streams = new AsyncLocalStorage<string[]>();
  const perRequest: { readonly name: string; readonly read: string[] }[] = [];
  const begin = (message: unknown) => {
    const { request: asked } = message as { readonly request: { readonly method: string; readonly url: string } };
    const read: string[] = [];
    perRequest.push({ name: `${asked.method} ${asked.url}`, read });
    streams.enterWith(read);
  };
  subscribe('http.server.request.start', begin);
  t.teardown(() => unsubscribe('http.server.request.start', begin));
  const { pages, ann } = await startInMemory(t, (stream) => streams.getStore()?.push(stream.replace(/-.*/, '')));
  const readBy = (name: string) => perRequest.findLast((each) => each.name === name)?.read.toSorted();

  const team = await ann.send<{ id: string }>('POST', '/api/teams', { name: 'Outreach' });
  pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const added = await ann.send<{ id: string }>('POST', '/api/links', {
    ...{ articleLink: pages.at('/tea'), clientLink: CLIENT, teamId: team.body.id },
  });
  t.is(added.status, 201);
  t.deepEqual(readBy('POST /api/links'), ['check', 'check', 'link', 'subscription', 'team', 'user']);
  const path = `/api/links/${added.body.id}`;
  t.is((await ann.send('PATCH', path, { remarks: 'Paid.' })).status, 200);
  t.deepEqual(readBy(`PATCH ${path}`), ['link', 'team']);
});
