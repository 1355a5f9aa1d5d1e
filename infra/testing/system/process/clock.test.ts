/** The whole system on clocks that the test moves. */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { request } from 'undici';
import { SHORT_WAIT_MS } from '../../../../command-service/clock/clock-trust.ts';
import type { ReadyAnswer } from '../../../../query-service/contract/answers/command-results.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { InvitedAnswer, TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { shiftedClock, startProcess } from '../../apps/server-process.ts';
import { testClocks } from '../../clock.ts';
import { startMailServer } from '../../fakes/mail-server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waitUntil } from '../../wait-until.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const CLIENT = 'https://client.example/tea';

test('a server whose clock was briefly 31 days ahead loses nothing and resumes its checks', async (t) => {
  const pages = await startPageServer();
  const clocks = testClocks();
  const app = await startServer([pages.host], { CHECKER_RENDER: 'never' }, clocks);
  t.teardown(async () => {
    await app.close();
    await pages.close();
  });
  const clock = async () => {
    const answer = await request(`${app.url}/api/ready`);
    t.is(answer.statusCode, 200);
    return ((await answer.body.json()) as ReadyAnswer).clock;
  };
  clocks.pass(SHORT_WAIT_MS);
  t.deepEqual(await clock(), { trusted: true, message: 'The system clock is steady.' });

  pages.set('/post', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const ann = await app.signIn('ann@example.com');
  const add = async () => {
    const body = { articleLink: pages.at('/post'), clientLink: CLIENT, allowDuplicate: true };
    return (await ann.send<{ id: string }>('POST', '/api/links', body)).body.id;
  };
  const [watched, trashed] = [await add(), await add()];
  t.is((await ann.send('DELETE', `/api/links/${trashed}`)).status, 204);

  clocks.jump(31 * DAY);
  t.regex((await clock()).message, /^The system clock jumped ahead by 31 days\./);
  // Her session of 30 days is over by this clock.
  t.is((await ann.get('/api/links')).status, 401);
  const later = await app.signIn('ann@example.com');
  const lastChecked = async () => {
    const { body } = await later.get<LinkAnswer>(`/api/links/${watched}`);
    return Date.parse(body.lastChecked ?? '') - Date.now();
  };
  await waitUntil(async () => (await lastChecked()) > 30 * DAY);

  clocks.jump(-31 * DAY);
  t.regex((await clock()).message, /^The system clock jumped back by 31 days\./);
  clocks.pass(SHORT_WAIT_MS);
  t.true((await clock()).trusted);
  await waitUntil(async () => (await lastChecked()) < DAY);
  t.is((await ann.get('/api/links')).status, 200);
  const trash = (await ann.get<readonly LinkAnswer[]>('/api/trash')).body;
  t.deepEqual(
    trash.map(({ id }) => id),
    [trashed],
  );
});

test('a machine whose clock jumps an hour ahead and back goes on with checks and mails at once', async (t) => {
  const pages = await startPageServer();
  t.teardown(() => pages.close());
  pages.set('/post', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const mails = await startMailServer();
  t.teardown(() => mails.close());
  const shiftFile = path.join(temporaryFolder(t), 'shift');
  const shift = (ms: number) => {
    writeFileSync(`${shiftFile}.new`, String(ms));
    renameSync(`${shiftFile}.new`, shiftFile);
  };
  shift(0);
  const settings = {
    ...{ DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never', CHECKER_ALLOW_HOSTS: pages.host },
    ...{ LOG_LEVEL: 'warn', SMTP_URL: mails.url, SHIFT_FILE: shiftFile },
  };
  const app = await startProcess(settings, undefined, shiftedClock());
  t.teardown(() => app.end('SIGKILL'));
  const ann = new Visitor(app.url);
  await ann.send('POST', '/api/login/email', { email: 'ann@example.com' });
  const token = await mails.signInToken('ann@example.com');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  t.is((await ann.send('POST', '/api/login/email/callback', `token=${token}`, form)).status, 303);
  const notices = async (jump: string) =>
    waitUntil(async () => (await ann.get<ReadyAnswer>('/api/ready')).body.clock.message.includes(jump));
  const isChecked = async (query: string) => {
    const body = { articleLink: pages.at(`/post?${query}`), clientLink: CLIENT };
    pages.set(`/post?${query}`, article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
    const { id } = (await ann.send<{ id: string }>('POST', '/api/links', body)).body;
    await waitUntil(async () => (await ann.get<LinkAnswer>(`/api/links/${id}`)).body.status === 'live');
    return id;
  };
  const team = await ann.send<TeamAnswer>('POST', '/api/teams', { name: 'Fairwind', ownerId: null });
  await isChecked('before');

  shift(HOUR);
  await notices('jumped ahead by 60 minutes');
  const later = await isChecked('ahead');
  const repair = await mails.fail('busy');
  const zoe = { email: 'zoe@client.example', name: 'Zoe', permission: 'view' };
  const invited = await ann.send<InvitedAnswer>('POST', `/api/teams/${team.body.id}/invite`, zoe);
  t.is(invited.body.invitations[0]?.status, 'mail-delayed');
  await waitUntil(() => app.logged().includes('trying again later'));

  shift(0);
  await notices('jumped back by 60 minutes');
  await repair();
  await waitUntil(() => mails.received.some(({ to }) => to === zoe.email));
  await isChecked('back');
  t.is((await ann.send('POST', `/api/links/${later}/recheck`)).status, 200);
});
