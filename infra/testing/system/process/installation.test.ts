/** GET /api/system, for the administrators of an installation. */
import test from 'ava';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { SystemAnswer } from '../../../../query-service/contract/answers/system.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

test('nobody is an administrator until the settings name an address', async (t) => {
  const app = await startServer([]);
  t.teardown(() => app.close());
  const ann = await app.signIn('ann@example.com');
  t.is((await ann.get<UserAnswer>('/api/auth/user')).body.isAdministrator, undefined);
  const refused = await ann.get<{ code: string; message: string }>('/api/system');
  t.is(refused.status, 403);
  t.is(refused.body.code, 'not-administrator');
  t.regex(refused.body.message, /names them with ADMINS in its settings/);
});

test('an administrator sees processes, views, checks, mails, disk and the newest seal', async (t) => {
  const pages = await startPageServer();
  pages.set('/tea', article('<a href="https://client.example/">tea</a>'));
  const app = await startServer([pages.host], { CHECKER_RENDER: 'never', ADMINS: 'bob@example.com, Ann@Example.com' });
  t.teardown(async () => {
    await app.close();
    await pages.close();
  });
  const ann = await app.signIn('ann@example.com');
  t.true((await ann.get<UserAnswer>('/api/auth/user')).body.isAdministrator);
  const body = { articleLink: pages.at('/tea'), clientLink: 'https://client.example/' };
  t.is((await ann.send('POST', '/api/links', body)).status, 201);

  const { body: system } = await ann.get<SystemAnswer>('/api/system');
  t.deepEqual(system.engines, { log: 'SQLite', views: 'SQLite', checks: 'memory' });
  t.deepEqual(system.signUp, { mode: 'open', domains: [], sentence: null });
  t.is(system.processes.length, 1);
  t.like(system.processes[0], { state: 'running', node: process.versions.node });
  t.true(system.processes[0]?.roles.includes('projections'));
  t.true(system.views.some(({ view }) => view === 'links'));
  t.like(system, {
    mails: { waiting: 0, retried: 0, nextAt: null, givenUp: [] },
    resting: { count: 0, hosts: [] },
    ...{ backup: null, seal: null },
  });
  t.is(system.disk?.folder, app.dataDir);
  t.true((system.disk?.freeBytes ?? 0) <= (system.disk?.sizeBytes ?? 0));
  await waitUntil(async () => (await ann.get<SystemAnswer>('/api/system')).body.checks.open === 0);
  await waitUntil(async () =>
    (await ann.get<SystemAnswer>('/api/system')).body.views.every(
      ({ state, lagSeconds }) => state === 'following' && lagSeconds === 0,
    ),
  );
});

test('backups and doubtful settings are on the page, with advice', async (t) => {
  const app = await startServer([], {
    ...{ CHECKER_RENDER: 'never', ADMINS: 'ann@example.com', SESSION_SECRET: 's'.repeat(32) },
    ...{ BACKUP_FOLDER: '/dev/null/backups', BACKUP_EVERY: '6h', BACKUP_KEEP: '5', IDENTITY_SECRET: 's'.repeat(32) },
  });
  t.teardown(() => app.close());
  const ann = await app.signIn('ann@example.com');
  const system = await waitUntil(async () => {
    const { body } = await ann.get<SystemAnswer>('/api/system');
    return body.backup?.hasFailed === true && body;
  });
  t.deepEqual(system.backup, {
    ...{ folder: '/dev/null/backups', everySeconds: 21_600, keep: 5 },
    ...{ lastAt: null, hasFailed: true },
  });
  t.like(system.problems[0], { area: 'backup', level: 'error', message: 'The last backup failed.' });
  const doubt = system.problems.find(
    ({ area, message }) => area === 'settings' && message.startsWith('SESSION_SECRET'),
  );
  t.regex(doubt?.advice ?? '', /Use two secrets/);
});
