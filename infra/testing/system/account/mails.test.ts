/** Mails of commands whose process is killed: each arrives once. */
import test, { type ExecutionContext } from 'ava';
import type { InvitedAnswer, MembersAnswer, TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { type AppProcess, fastClock, startProcess } from '../../apps/server-process.ts';
import { startHangingMailServer } from '../../fakes/hanging-mail-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waitUntil } from '../../wait-until.ts';

/** Two minutes, after which a mail of a killed command is sent, take two seconds. */
const FASTER = 60;
const CLIENT = 'https://client.example/tea';

async function serveMails(t: ExecutionContext, hangsAt: 'recipient' | 'text') {
  const server = await startHangingMailServer(hangsAt);
  t.teardown(() => server.close());
  return server;
}

interface Killed {
  readonly answer: { readonly status: number; readonly body: unknown };
  readonly person: Visitor;
  readonly app: AppProcess;
}

/** Sends a command, kills its process while the mail server hangs, and repeats it once the mail has arrived. */
async function killAndRepeat(
  t: ExecutionContext,
  mails: Awaited<ReturnType<typeof serveMails>>,
  prepare: (person: Visitor) => Promise<readonly [path: string, body: object]>,
): Promise<Killed> {
  const settings = { DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never' };
  const first = await startProcess(settings);
  const ann = await signIn(first.url, 'ann@agency.example', first.said);
  const [path, body] = await prepare(ann);
  t.is(await first.end('SIGTERM'), 0);

  const second = await startProcess({ ...settings, SMTP_URL: mails.url });
  const key = { 'Idempotency-Key': 'the-command' };
  const cut = ann
    .at(second.url)
    .send('POST', path, body, key)
    .catch(() => null);
  t.is(await Promise.race([mails.reached.then(() => 'sending'), cut]), 'sending');
  await second.end('SIGKILL');
  t.is(await cut, null);

  mails.works();
  const app = await startProcess({ ...settings, SMTP_URL: mails.url }, undefined, fastClock(FASTER));
  t.teardown(() => app.end('SIGKILL'));
  await waitUntil(() => mails.received.length === 1);
  const person = ann.at(app.url);
  return { answer: await person.send('POST', path, body, key), person, app };
}

const teamOf = async (ann: Visitor) =>
  (await ann.send<TeamAnswer>('POST', '/api/teams', { name: 'Fairwind', ownerId: null })).body.id;

test('an invitation whose process is killed before the mail is sent is mailed once, also if it is repeated', async (t) => {
  const mails = await serveMails(t, 'recipient');
  let teamId = '';
  const { answer, app, person } = await killAndRepeat(t, mails, async (ann) => {
    teamId = await teamOf(ann);
    return [`/api/teams/${teamId}/invite`, { email: 'zoe@client.example', name: 'Zoe', permission: 'view' }];
  });
  t.is(answer.status, 200);
  t.is((answer.body as InvitedAnswer).invitations[0]?.status, 'sent');
  t.is((await person.get<MembersAnswer>(`/api/teams/${teamId}/members`)).body.invitations.length, 1);
  t.deepEqual(
    mails.received.map(({ to }) => to),
    ['zoe@client.example'],
  );
  const token = /\/invite\/([\w-]+)/.exec(mails.received[0]?.text ?? '')?.[1] ?? '';
  t.is((await person.at(app.url).get(`/api/invitations/${token}`)).status, 200);
});

test('a share whose process is killed before the mail is sent is mailed once, and made once', async (t) => {
  const mails = await serveMails(t, 'recipient');
  const { answer, person } = await killAndRepeat(t, mails, async (ann) => {
    await ann.send('POST', '/api/links', { articleLink: 'https://blog.example/post', clientLink: CLIENT });
    return ['/api/shared-links', { clientDomain: 'client.example', emails: ['zoe@client.example'] }];
  });
  t.like(answer, { status: 201, body: { notMailed: [], mailDelayed: [] } });
  const { shareId } = answer.body as { readonly shareId: string };
  t.true(mails.received[0]?.text.includes(`/share/${shareId}`));
  t.is((await person.get<readonly unknown[]>('/api/shared-links')).body.length, 1);
  t.is(mails.received.length, 1);
});

test('an invitation whose process is killed after the mail server has its text is not mailed again', async (t) => {
  const mails = await serveMails(t, 'text');
  const { answer } = await killAndRepeat(t, mails, async (ann) => [
    `/api/teams/${await teamOf(ann)}/invite`,
    { email: 'zoe@client.example', name: 'Zoe', permission: 'view' },
  ]);
  t.is((answer.body as InvitedAnswer).invitations[0]?.status, 'sent');
  t.is(mails.received.length, 1);
});
