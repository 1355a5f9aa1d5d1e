/** An installation of several processes: what its administrators see, its evidence packs, and its commands of the terminal. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { allViews } from '../../../projections/views/all-views.ts';
import type { LedgerAnswer } from '../../../query-service/contract/answers/ledger.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import type { CreatedShareAnswer } from '../../../query-service/contract/answers/shares.ts';
import type { SystemAnswer } from '../../../query-service/contract/answers/system.ts';
import { signIn, type Visitor } from '../../testing/actors/visitor.ts';
import { hasServers, NO_CLUSTER, startCluster, type TestCluster } from '../../testing/apps/cluster.ts';
import { recipientsIn } from '../../testing/apps/outbox.ts';
import { article, type Pages, startPageServer } from '../../testing/fakes/page-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { toolSettings } from '../../testing/tool-settings.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const ARGS = ['--command', '2', '--query', '2', '--projections', '2'];
const CLIENT = 'https://client.example/tea';

if (hasServers()) registerTests();
else test.skip(NO_CLUSTER, () => undefined);

function registerTests(): void {
  let pages: Pages;
  let cluster: TestCluster;
  let ann: Visitor;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-installation-'));
  test.before(async () => {
    pages = await startPageServer();
    const settings = { CHECKER_ALLOW_HOSTS: pages.host, ADMINS: 'ann@example.com' };
    cluster = await startCluster(ARGS, dataDir, settings);
    ann = await signIn(cluster.url, 'ann@example.com', cluster.said);
  });
  test.after.always(async () => {
    await cluster?.close();
    await pages?.close();
  });
  const urlOf = (name: string) => cluster.processes.get(name)?.url ?? '';

  let served = 0;
  /** Adds a live link; returns its id. */
  const add = async (t: ExecutionContext, more: object = {}): Promise<string> => {
    const at = `/tea-${++served}`;
    pages.set(at, article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
    const body = { articleLink: pages.at(at), clientLink: CLIENT, ...more };
    const added = await ann.send<{ id: string }>('POST', '/api/links', body);
    t.is(added.status, 201);
    return added.body.id;
  };
  const kept = async (id: string) => {
    const { body } = await ann.get<HistoryAnswer[]>(`/api/links/${id}/history`);
    return body.flatMap((entry) => (entry.kind === 'evidence-kept' ? [entry.evidence] : []));
  };
  const addWithEvidence = async (t: ExecutionContext): Promise<string> => {
    const id = await add(t);
    await waitUntil(async () => (await kept(id)).length === 2);
    return id;
  };
  /** Runs a command of the terminal with the settings of `npm run cluster`, and `more`. */
  const run = (name: string, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) => {
    const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; errors: string }>();
    const env = { ...toolSettings(), ...cluster.settings, ...more };
    const file = path.join(ROOT, 'infra', 'main', 'cli', `${name}.ts`);
    const child = execFile(process.execPath, [file, ...args], { env }, (_, out, errors) => {
      resolve({ code: child.exitCode ?? -1, out, errors });
    });
    return promise;
  };
  const system = async (by: Visitor) => (await by.get<SystemAnswer>('/api/system')).body;

  test.serial(
    'each query process shows all processes, which process keeps a view, and a restarted process',
    async (t) => {
      // With Kafka, a checker reaches only Kafka, so it cannot report itself.
      const isListed = (name: string) => cluster.settings.KAFKA_BROKERS === undefined || !name.startsWith('checker');
      const listed = [...cluster.processes.keys()].filter(isListed).length;
      const isStarted = ({ processes }: SystemAnswer) =>
        processes.length === listed && processes.every(({ state }) => state === 'running');
      const [first, second] = ['query 1', 'query 2'].map((name) => ann.at(urlOf(name)));
      if (first === undefined || second === undefined) throw new Error('two processes are expected');
      await waitUntil(async () => isStarted(await system(first)) && isStarted(await system(second)));
      const seen = await waitUntil(async () => {
        const answer = await system(first);
        return answer.views.every(({ state, lagSeconds }) => state === 'following' && lagSeconds === 0) && answer;
      });
      t.like(seen, {
        engines: { log: 'EventStoreDB', views: 'MongoDB', checks: cluster.settings.KAFKA_BROKERS ? 'Kafka' : 'memory' },
        problems: [],
        mails: { waiting: 0, retried: 0, givenUp: [] },
        ...{ disk: null, backup: null },
      });
      t.deepEqual(
        seen.views.map(({ view }) => view),
        allViews.map(({ name }) => name).toSorted(),
      );
      const idsOf = ({ processes }: SystemAnswer) => processes.map(({ id }) => id);
      t.deepEqual(idsOf(await system(second)), idsOf(seen));
      const players = (role: string) => seen.processes.filter(({ roles }) => roles.includes(role)).length;
      t.deepEqual(['command', 'query', 'projections'].map(players), [2, 2, 2]);

      process.kill(cluster.processes.get('projections 1')?.pid ?? 0, 'SIGKILL');
      const again = await waitUntil(async () => {
        const answer = await system(first);
        const isNew = answer.processes.some(({ id }) => !idsOf(seen).includes(id));
        return isNew && isStarted(answer) && answer;
      });
      t.is(idsOf(again).filter((id) => idsOf(seen).includes(id)).length, listed - 1);
      t.is((await ann.at(urlOf('command 1')).get('/api/system', {})).status, 404, 'only query processes answer it');
    },
  );

  test.serial('the ledger of a campaign has its own events and those of its links while they were in it', async (t) => {
    const made = async (at: string, body: object) => {
      const answer = await ann.send<{ id: string }>('POST', at, body);
      t.is(answer.status, 201);
      return answer.body;
    };
    const { id: teamId } = await made('/api/teams', { name: 'Agency' });
    const campaign = await made('/api/campaigns', { name: 'Spring', teamId });
    const [inside] = [await add(t, { teamId }), await add(t, { teamId })];
    t.is((await ann.send('PATCH', `/api/links/${inside}`, { campaignId: campaign.id })).status, 200);
    const types = async (query: string) =>
      (await ann.get<LedgerAnswer[]>(`/api/ledger?campaignId=${campaign.id}${query}`)).body.map(
        ({ event }) => event.type,
      );
    t.deepEqual(await types('&kind=campaigns,links'), ['LinkEdited', 'CampaignCreated']);
    t.is((await ann.send('PATCH', `/api/links/${inside}`, { remarks: 'call them' })).status, 200);
    t.deepEqual(await types('&kind=links'), ['LinkEdited', 'LinkEdited']);
    const list = (await ann.get<LinkAnswer[]>(`/api/links?campaignId=${campaign.id}`)).body;
    t.deepEqual(
      list.map(({ id }) => id),
      [inside],
    );
  });

  test.serial('a share is mailed to each address once', async (t) => {
    await add(t);
    const emails = ['zoe@client.example', 'zac@client.example'];
    const shared = await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', {
      clientDomain: 'client.example',
      emails,
    });
    t.like(shared, { status: 201, body: { notMailed: [], mailDelayed: [] } });
    const recipients = () => recipientsIn(dataDir).filter((email) => /^z.*@client\.example$/.test(email));
    await waitUntil(() => recipients().length >= emails.length);
    await waitUntil(async () => (await system(ann)).mails?.waiting === 0);
    t.deepEqual(recipients().toSorted(), emails.toSorted());
  });

  test.serial('any command process makes an evidence pack with the pictures, and verify accepts it', async (t) => {
    const id = await addWithEvidence(t);
    const today = new Date().toISOString().slice(0, 10);
    const files = (await kept(id)).map(({ kind }) => kind).toSorted();
    t.deepEqual(files, ['html', 'screenshot']);
    for (const name of ['command 1', 'command 2']) {
      const { statusCode, body } = await request(`${urlOf(name)}/api/evidence-packs`, {
        method: 'POST',
        headers: { Cookie: ann.cookieHeader, 'Content-Type': 'application/json' },
        body: JSON.stringify({ linkId: id, from: '2026-01-01', to: today }),
      });
      t.is(statusCode, 200, name);
      const pack = path.join(temporaryFolder(t), 'pack.zip');
      await writeFile(pack, await body.bytes());
      const { code, out, errors } = await run('verify', [pack]);
      t.is(code, 0, errors);
      t.regex(
        out,
        /^Events: \d+, 0 of them under a seal; files: 2\.\nNot sealed yet: event \d+, [0-9a-f]{64}\nEverything/,
      );
    }
  });

  test.serial(
    'the commands of the terminal read the log of the servers, and those for SQLite say what to use',
    async (t) => {
      const id = await addWithEvidence(t);
      const folder = temporaryFolder(t);
      const urls = [cluster.settings.EVENT_STORE_URL ?? '', cluster.settings.READ_STORE_URL ?? ''];
      for (const args of [[], urls]) {
        const verified = await run('verify', args);
        t.is(verified.code, 0, verified.errors);
        t.regex(verified.out, /Everything fits\./);
      }
      const exported = await run('export', ['--events', '--out', path.join(folder, 'events.ndjson')]);
      t.is(exported.code, 0, exported.errors);
      t.true(readFileSync(path.join(folder, 'events.ndjson'), 'utf8').includes(id));
      const replayed = await run('replay', ['--view', 'links', '--out', path.join(folder, 'links.ndjson'), ...urls]);
      t.is(replayed.code, 0, replayed.errors);
      const replayedLinks = readFileSync(path.join(folder, 'links.ndjson'), 'utf8').trim().split('\n');
      t.like(
        replayedLinks.map((line) => JSON.parse(line)).find((link) => link.id === id),
        { status: 'live' },
      );
      for (const args of [[], [folder]]) {
        t.deepEqual(await run('backup', args), {
          ...{ code: 1, out: '' },
          errors:
            'This backup is for SQLite. EventStoreDB and MongoDB are backed up with their own tools: infra/docs/operating.md says how.\n',
        });
      }
      // A process of the cluster gets these settings.
      const given = { PUBLIC_URL: cluster.url, PORT: new URL(cluster.url).port, SMTP_URL: `file:${dataDir}/outbox` };
      const { findings }: { findings: { area: string; level: string; message: string }[] } = JSON.parse(
        (await run('doctor', ['--json'], given)).out,
      );
      const wellIn = (area: string) =>
        findings.flatMap((each) => (each.area === area && each.level === 'ok' ? each.message : []));
      t.deepEqual(
        wellIn('servers').map((message) => message.replace(/ at .*/, '')),
        [
          'EventStoreDB takes connections',
          'MongoDB takes connections',
          ...(cluster.settings.KAFKA_BROKERS ? ['Kafka takes connections'] : []),
        ],
      );
      t.deepEqual(wellIn('port'), [
        `Linkledger answers at ${cluster.url.replace('localhost', '127.0.0.1')} and is ready.`,
        `${cluster.url} leads to this Linkledger.`,
      ]);
    },
  );
}
