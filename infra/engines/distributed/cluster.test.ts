/** Several processes on real servers: people do not notice them, nor a process that is killed. */
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { allViews } from '../../../projections/views/all-views.ts';
import type { ReadyAnswer } from '../../../query-service/contract/answers/command-results.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { signIn, type Visitor } from '../../testing/actors/visitor.ts';
import { hasServers, NO_CLUSTER, startCluster, type TestCluster } from '../../testing/apps/cluster.ts';
import { article, startPageServer } from '../../testing/fakes/page-server.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const CLIENT = 'https://client.example/tea';
const ARGS = ['--command', '2', '--query', '2', '--projections', '2'];
const testWith = (title: string, run: (t: ExecutionContext) => Promise<void>) => {
  if (hasServers()) test.serial(title, run);
};

if (!hasServers()) test.skip(NO_CLUSTER, () => undefined);

async function start(t: ExecutionContext) {
  const pages = await startPageServer();
  pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-cluster-'));
  const cluster = await startCluster(ARGS, dataDir, { CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' });
  t.teardown(async () => {
    await cluster.close();
    await pages.close();
  });
  return { cluster, pages };
}

interface Added {
  readonly id: string;
  readonly checkResult: { readonly status: string };
}

const add = (person: Visitor, at: string) =>
  person.send<Added>('POST', '/api/links', { articleLink: at, clientLink: CLIENT });

const ready = async (cluster: TestCluster, name: string): Promise<ReadyAnswer | null> => {
  const { url } = cluster.processes.get(name) ?? { url: '' };
  const answer = await fetch(`${url}/api/ready`).catch(() => null);
  return answer?.ok ? ((await answer.json()) as ReadyAnswer) : null;
};

const kept = async (cluster: TestCluster, name: string) =>
  ((await ready(cluster, name))?.views ?? []).map(({ view }) => view);

testWith(
  'a person signs in, adds a link, sees its check arrive, and reads their own write in every process',
  async (t) => {
    const { cluster, pages } = await start(t);
    const ann = await signIn(cluster.url, 'ann@example.com', cluster.said);
    await ann.get('/api/auth/user');
    const stream = await ann.stream('/api/stream');
    const added = await add(ann, pages.at('/tea'));
    t.is(added.status, 201);
    t.is(added.body.checkResult.status, 'live');
    for (const name of ['query 1', 'query 2']) {
      const own = ann.at(cluster.processes.get(name)?.url ?? '');
      const headers = { 'X-Position': added.headers['x-position'] ?? '' };
      const { body } = await waitUntil(async () => {
        const answer = await own.get<LinkAnswer>(`/api/links/${added.body.id}`, headers);
        return answer.headers['x-stale'] === undefined && answer;
      });
      t.is(body.status, 'live', name);
    }
    t.true(await stream.has(`"linkIds":["${added.body.id}"]`));

    t.deepEqual((await ready(cluster, 'query 1'))?.roles, ['query']);
    await waitUntil(async () => {
      const [one, other] = [await kept(cluster, 'projections 1'), await kept(cluster, 'projections 2')];
      return [...one, ...other].length === allViews.length && Math.abs(one.length - other.length) <= 1;
    });
    stream.leave();

    // Like Ctrl+C while a request is not complete.
    const socket = connect(Number(new URL(cluster.url).port), 'localhost');
    socket.on('error', () => undefined);
    socket.write('POST /api/login/email HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{');
    await once(socket, 'connect');
    for (const { pid } of cluster.processes.values()) process.kill(pid, 'SIGINT');
    t.is(await cluster.stop(), 0, 'a signal ends the cluster in order');
    t.deepEqual(
      cluster.said.filter((line) => line.includes('starting it again')),
      [],
    );
  },
);

function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

testWith(
  'each process may be killed: another process takes over, and it is started again; no process outlives the cluster',
  async (t) => {
    // Kafka gives the orders and reports of a killed process to others ten seconds later.
    const { cluster, pages } = await start(t);
    const ann = await signIn(cluster.url, 'ann@example.com', cluster.said);
    for (const [name, { pid }] of cluster.processes) {
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => cluster.said.includes(`${name}: ended with SIGKILL; starting it again`));
      const at = `/tea?${name.replace(' ', '')}`;
      pages.set(at, article(`<a href="${CLIENT}">tea</a>`));
      const added = await waitUntil(async () => {
        const answer = await add(ann, pages.at(at));
        return answer.status === 201 && answer;
      });
      await waitUntil(async () => {
        const { body } = await ann.get<LinkAnswer>(`/api/links/${added.body.id}`);
        return body.status === 'live';
      });
      await waitUntil(() => ready(cluster, name));
    }
    t.is((await ann.get<LinkAnswer[]>('/api/links')).body.length, cluster.processes.size);
    cluster.kill();
    await waitUntil(() => [...cluster.processes.values()].every(({ pid }) => hasEnded(pid)));
  },
);
