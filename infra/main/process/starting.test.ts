import test from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { listen } from '../../http/routing/server.ts';
import { freePorts } from '../../testing/servers/find-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { readConfig } from '../config/config.ts';
import { start } from './start.ts';
import { answerWhileStarting, StartProgress } from './starting.ts';

const clock = () => ({ trusted: true, message: '' });

test('a process that starts is alive, is not ready, and reports its progress to programs and to people', async (t) => {
  const progress = new StartProgress();
  const server = await listen(answerWhileStarting({ roles: ['query'], progress, clock }), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const get = (path: string, accept = '*/*', method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { Accept: accept } });
  const words = async () => ((await (await get('/api/links')).json()) as { message: string }).message;
  t.is(await words(), 'Linkledger is starting. Please try again in a moment.');
  progress.fillsUpTo(2_000);
  progress.reached('links', 1_500);
  progress.reached('users', 500);
  t.is(
    await words(),
    'Linkledger is starting. It fills its lists from the log, 25 % done. Please try again in a moment.',
  );

  t.is((await get('/api/health')).status, 200);
  const ready = await get('/api/ready');
  t.deepEqual([ready.status, ready.headers.get('retry-after')], [503, '5']);
  t.deepEqual(await ready.json(), {
    ...{ ready: false, roles: ['query'], silent: [], clock: clock() },
    missing: ['Linkledger is starting. It fills its lists from the log, 25 % done.'],
    views: [
      { view: 'links', position: 1_500, state: 'filling' },
      { view: 'users', position: 500, state: 'filling' },
    ],
  });
  const page = await get('/clients', 'text/html,*/*');
  t.deepEqual([page.status, page.headers.get('content-type')], [503, 'text/html; charset=utf-8']);
  t.regex(await page.text(), /http-equiv="refresh".*25 % done/s);
  const command = await get('/api/links', 'text/html', 'POST');
  t.deepEqual([command.status, ((await command.json()) as { code: string }).code], [503, 'starting']);
});

test('a server listens before its views are filled, and answers on the same port afterwards', async (t) => {
  const [port = 0] = await freePorts(1);
  const { promise: filled, resolve: fill } = Promise.withResolvers<void>();
  const config = readConfig({
    PORT: `${port}`,
    DATA_DIR: temporaryFolder(t),
    CHECKER_RENDER: 'never',
    LOG_LEVEL: 'silent',
  });
  const starting = start(config, {
    print: () => {},
    async open(options) {
      const engine = await openEngine<LinkledgerEvent, CheckQueues>(options);
      // Imitates another process that fills the views.
      void engine.leases.hold('fill views', () => filled, new AbortController().signal);
      return engine;
    },
  });
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => null,
    );
  await waitUntil(async () => (await statusOf('/api/health')) === 200);
  t.deepEqual([await statusOf('/api/ready'), await statusOf('/api/links'), await statusOf('/')], [503, 503, 503]);
  fill();
  const server = await starting;
  t.teardown(() => server.stop());
  t.is(await statusOf('/api/links'), 401);
  await waitUntil(async () => (await statusOf('/api/ready')) === 200);
  t.is(server.port, port);
});
