/** The log of a real process: each request under the id of its answer and its events, and nothing that is secret. */
import path from 'node:path';
import test from 'ava';
import type { LinkledgerEvent } from '../../../../command-service/contract/events.ts';
import type { CreatedShareAnswer } from '../../../../query-service/contract/answers/shares.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { openSqliteEvents } from '../../../engines/embedded/log/event-log.ts';
import { allRoutes } from '../../../main/parts/all-routes.ts';
import { invitationToken, signIn, Visitor } from '../../actors/visitor.ts';
import { startProcess } from '../../apps/server-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const LEVELS = new Set(['debug', 'info', 'warn', 'error']);

/** In every path, query, header and body that a request below has. */
const MARK = 'zq7secret';

test('the log names each request by the id of its answer and its events, and holds no address, token or cookie', async (t) => {
  const dataDir = temporaryFolder(t);
  const app = await startProcess({ DATA_DIR: dataDir, CHECKER_RENDER: 'never', LOG_LEVEL: 'debug' });
  const secrets = new Map<string, string>();
  const ann = await signIn(app.url, `ann-${MARK}@example.com`, app.said);
  const signInLink = app.said.findLast((line) => line.startsWith('Sign-in link')) ?? '';
  secrets.set('a sign-in link', new URL(signInLink.split(' ').at(-1) ?? '').searchParams.get('token') ?? '');
  secrets.set('a session', String(Reflect.get(ann, 'cookie')).split('=').at(-1) ?? '');

  const articleLink = `http://127.0.0.1:1/${MARK}`;
  const pocEmail = `poc-${MARK}@example.com`;
  const clientLink = 'https://client.example/';
  const added = await ann.send<{ id: string }>('POST', '/api/links', { articleLink, clientLink, pocEmail });
  const token = await ann.send<CreatedTokenAnswer>('POST', '/api/tokens', { name: MARK, access: 'write' });
  secrets.set('an API token', token.body.token);
  const team = await ann.send<{ id: string }>('POST', '/api/teams', { name: MARK });
  const before = app.said.length;
  const email = `bob-${MARK}@example.com`;
  await ann.send('POST', `/api/teams/${team.body.id}/invite`, { email, name: MARK, permission: 'view' });
  secrets.set('an invitation', await invitationToken(app.said, email, before));
  const shared = { clientDomain: 'client.example', emails: [`cleo-${MARK}@example.com`], password: `${MARK}-password` };
  const share = await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', shared);
  t.deepEqual([added.status, token.status, team.status, share.status], [201, 201, 201, 201]);
  secrets.set('a share', share.body.shareId);

  const ids = new Map<string, string>();
  const body = { email: `dan-${MARK}@example.com`, token: MARK, password: MARK, name: MARK, articleLink: MARK };
  const pathOf = (route: string, at: string) =>
    route.replaceAll(/:(\w+)/g, (_, name: string) => (/token|share/i.test(`${route}${name}`) ? at : `${MARK}-${name}`));
  // Signing out comes last.
  const routes = allRoutes.toSorted(
    (one, other) => Number(/logout|sessions/.test(one.path)) - Number(/logout|sessions/.test(other.path)),
  );
  for (const { method, path: route } of routes) {
    if (route === '/api/stream') continue;
    for (const at of [MARK, share.body.shareId, secrets.get('an invitation') ?? '']) {
      const url = `${pathOf(route, at)}?q=${MARK}&email=dan-${MARK}@example.com&token=${MARK}&code=${MARK}&state=${MARK}`;
      const bearer = { Authorization: `Bearer ll_${MARK}` };
      for (const [person, headers] of [
        [ann, {}],
        [new Visitor(app.url), {}],
        [new Visitor(app.url), bearer],
      ] as const) {
        const answer =
          method === 'GET' ? await person.get(url, headers) : await person.send(method, url, body, headers);
        t.true(
          answer.status < 500 || answer.status === 502 || answer.status === 503,
          `${method} ${route}: ${answer.status}`,
        );
        ids.set(answer.headers['x-request-id'] ?? '', `${method} ${route}`);
      }
    }
  }
  await ann.send('POST', '/api/links', `{"broken": "${MARK}`);
  t.is(await app.end('SIGTERM'), 0);

  const lines = app
    .logged()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.deepEqual(
    lines.filter(({ level, time, msg }) => !LEVELS.has(level) || Number.isNaN(Date.parse(time)) || !msg),
    [],
  );
  const named = new Set(lines.map(({ requestId }) => requestId));
  t.true(ids.size > 200, `${ids.size} requests`);
  const watched = /^GET (\/api\/(health|ready)|\/metrics)$/;
  t.deepEqual(
    [...ids].filter(([id, route]) => !named.has(id) && !watched.test(route)),
    [],
  );
  for (const [what, secret] of secrets) {
    t.true(secret.length > 15, what);
    t.false(app.logged().includes(secret), `the log holds ${what}`);
  }
  t.deepEqual(
    app
      .logged()
      .split('\n')
      .filter((line) => line.includes(MARK) && !isOfChecker(line)),
    [],
  );
  t.false(/@example\.com/.test(app.logged()), 'the log holds an address of a person');

  const log = openSqliteEvents<LinkledgerEvent>(path.join(dataDir, 'events.db'));
  t.teardown(() => log.close());
  const { events } = await log.read(`link-${added.body.id}`);
  t.is(events[0]?.metadata.correlationId, added.headers['x-request-id']);
  t.true(named.has(added.headers['x-request-id']));
});

test('a defect that ends the process is one line of the log, and the process ends with 1', async (t) => {
  const defect = `import { isMainThread } from 'node:worker_threads';
    if (isMainThread) process.on('SIGUSR2', () => { throw new Error('a defect'); });`;
  const app = await startProcess({
    ...{ DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never' },
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(defect)}`,
  });
  t.is(await app.end('SIGUSR2'), 1);
  const { level, err } = JSON.parse(app.logged());
  t.deepEqual([level, err.message], ['error', 'a defect']);
});

/** The checker names the pages that it could not read; those are of the operator's customers, not of a person. */
function isOfChecker(line: string): boolean {
  return line.includes('"articleLink"');
}
