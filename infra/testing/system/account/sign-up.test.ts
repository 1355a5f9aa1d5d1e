/** Who may create an account, by SIGN_UP, on the whole system: pages, mails, providers and invitations. */
import test, { type ExecutionContext } from 'ava';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import { Browser, type BrowserResponse } from '../../actors/browser.ts';
import { acceptInvitation } from '../../actors/team.ts';
import { invitationToken, signIn, type Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer, type TestServer } from '../../apps/server.ts';
import { CLIENT, startOidc, USER_COOKIE } from '../../fakes/oidc-provider.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waitUntil } from '../../wait-until.ts';

/** Starts on one folder with one rule after another, as an operator changes it, with a provider named Acme ID. */
async function operator(t: ExecutionContext) {
  const DATA_DIR = temporaryFolder(t);
  const oidc = await startOidc();
  t.teardown(() => oidc.close());
  const provider = { OIDC_ISSUER: oidc.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  let running: TestServer | null = null;
  t.teardown(() => running?.close());
  return {
    folder: DATA_DIR,
    async start(SIGN_UP: string, settings: Record<string, string> = {}): Promise<TestServer> {
      await running?.close();
      const names = { OIDC_NAME: 'Acme ID', ADMINS: 'root@example.com' };
      running = await startServer([], {
        ...{ DATA_DIR, SIGN_UP, CHECKER_RENDER: 'never' },
        ...provider,
        ...names,
        ...settings,
      });
      oidc.serve(running.url);
      return running;
    },
    /** Signs in at the provider, up to the first page of ours that is no redirect. */
    async connect(app: TestServer, person: { readonly sub: string; readonly [claim: string]: unknown }) {
      const browser = new Browser();
      oidc.addUser(person);
      browser.setCookie(oidc.issuer, USER_COOKIE, person.sub);
      return browser.open(`${app.url}/api/connect/oidc?returnTo=/links`);
    },
  };
}

const ask = (app: TestServer, email: string, browser = new Browser()): Promise<BrowserResponse> =>
  browser.request(`${app.url}/api/login/email`, { email });

async function teamOf(owner: Visitor): Promise<string> {
  return (await owner.send<{ id: string }>('POST', '/api/teams', { name: 'Agency' })).body.id;
}

/** Invites an address; answers the token of the mail. */
async function invite(app: TestServer, owner: Visitor, email: string): Promise<string> {
  const before = app.said.length;
  const teamId = await teamOf(owner);
  const answer = await owner.send('POST', `/api/teams/${teamId}/invite`, { email, name: 'Guest' });
  if (answer.status !== 200) throw new Error(`inviting answered ${answer.status}`);
  const token = await invitationToken(app.said, email, before);
  await app.settled();
  return token;
}

const refusedFor = (app: TestServer, email: string) =>
  waitUntil(() => app.said.includes(`${email} may not create an account here`));

test('everybody may create an account by default, and no page speaks of it', async (t) => {
  const app = await (await operator(t)).start('');
  const page = await new Browser().open(`${app.url}/api/login`);
  t.regex(page.text, /Any of these ways also creates your account\./);
  const ann = await app.signIn('ann@example.com');
  t.deepEqual((await ann.get('/api/sign-up')).body, { mode: 'open', domains: [], sentence: null });
});

test('by invitation: administrators and the invited come in, accounts stay, and the others get the same answers', async (t) => {
  const { folder, start } = await operator(t);
  let app = await start('open');
  await app.signIn('old@example.com');
  await ask(app, 'eve@example.com');
  const early = await waitUntil(() => app.said.findLast((line) => line.includes('for eve@example.com:')));

  app = await start('invited');
  t.regex(
    (await new Browser().open(`${app.url}/api/login`)).text,
    /To create an account here, you need an invitation\./,
  );
  const root = await app.signIn('root@example.com');
  const token = await invite(app, root, 'Guest@Example.org');

  const people = ['old@example.com', 'guest@example.org', 'stranger@example.com'];
  const answers = [];
  for (const email of people) {
    const page = await ask(app, email);
    const { status, body } = await root.send<{ message: string }>('POST', '/api/login/email', { email });
    answers.push([page.status, page.text.replaceAll(email, '…'), status, body.message.replaceAll(email, '…')]);
  }
  t.deepEqual(answers, Array(people.length).fill(answers[0]));
  await refusedFor(app, 'stranger@example.com');
  const [mail = ''] = await waitUntil(() => {
    const found = mailsIn(folder).filter((each) => each.includes('To: stranger@example.com'));
    return found.length > 0 && found;
  });
  t.regex(mail, /Subject: No sign-in link for this address/);
  t.regex(mail, /To create an account here, you need an invitation\./);
  t.notRegex(mail, /token=|https?:/);

  const guest = await app.signIn('guest@example.org');
  t.is((await acceptInvitation(guest, token)).status, 200);
  await app.signIn('guest@example.org');
  const old = await app.signIn('old@example.com');
  t.is((await old.get<UserAnswer>('/api/auth/user')).body.email, 'old@example.com');

  const callback = `${app.url}/api/login/email/callback`;
  const form = { token: new URL(early.split(' ').at(-1) ?? '').searchParams.get('token') ?? '' };
  const refused = await new Browser(undefined, 'de').request(callback, form);
  t.is(refused.status, 403);
  t.regex(refused.text, /Um hier ein Konto zu erstellen, brauchst du eine Einladung\.[\s\S]*href="\/api\/login\?/);
  t.is(refused.headers['set-cookie']?.includes('linkledger=') ?? false, false);
});

test('by domain: a verified address there or an invitation is enough, also at a provider', async (t) => {
  const { start, connect } = await operator(t);
  const app = await start('domains:Example.com, example.org');
  t.regex(
    (await new Browser().open(`${app.url}/api/login`)).text,
    /To create an account here, you need an invitation or an address at example\.com \/ example\.org\./,
  );
  const ann = await app.signIn('ann@EXAMPLE.com');
  await ask(app, 'eve@sub.example.com');
  await refusedFor(app, 'eve@sub.example.com');
  t.is((await connect(app, { sub: '1', email: 'bob@example.org', email_verified: true })).url, `${app.url}/links`);
  for (const person of [
    { sub: '2', email: 'eve@evil.example', email_verified: true },
    { sub: '3', email: 'eve@example.org', email_verified: false },
    { sub: '4' },
  ]) {
    const page = await connect(app, person);
    t.is(page.status, 403, person.sub);
    t.regex(page.text, /Not allowed[\s\S]*an invitation or an address at example\.com/);
  }
  const token = await invite(app, ann, 'guest@elsewhere.example');
  const guest = await app.signIn('guest@elsewhere.example');
  t.is((await acceptInvitation(guest, token)).status, 200);
});

test('with single sign-on only the provider creates accounts, for an invited person too', async (t) => {
  const { start, connect } = await operator(t);
  let app = await start('open');
  await app.signIn('old@example.com');
  app = await start('sso');
  t.regex((await new Browser().open(`${app.url}/api/login`)).text, /To create an account here, sign in with Acme ID\./);
  const old = await app.signIn('old@example.com');
  const token = await invite(app, old, 'guest@example.org');
  for (const email of ['guest@example.org', 'root@example.com', 'eve@example.com']) {
    await ask(app, email);
    await refusedFor(app, email);
  }
  const person = { sub: '1', email: 'guest@example.org', email_verified: true };
  t.is((await connect(app, person)).url, `${app.url}/links`);
  const guest = await signIn(app.url, person.email, app.said);
  t.is((await acceptInvitation(guest, token)).status, 200);
  t.is((await connect(app, { sub: '2', email: 'new@example.org', email_verified: false })).url, `${app.url}/links`);
});
