/** Changing sign-in methods and deleting the account require a recent sign-in: on the whole system. */
import { mock } from 'node:test';
import test from 'ava';
import { request } from 'undici';
import type { IdentityAnswer } from '../../../../query-service/contract/answers/account.ts';
import { RECENT_SIGN_IN_MINUTES } from '../../../http/auth/sessions.ts';
import { Browser, type BrowserResponse } from '../../actors/browser.ts';
import { startServer } from '../../apps/server.ts';
import { CLIENT, startOidc, USER_COOKIE } from '../../fakes/oidc-provider.ts';
import { waitUntil } from '../../wait-until.ts';

const oidc = await startOidc();
const app = await startServer([], {
  ...{ OIDC_ISSUER: oidc.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, OIDC_NAME: 'Acme ID' },
  ...{ GITHUB_CLIENT_ID: 'github-client', GITHUB_CLIENT_SECRET: 'a-secret-of-this-test-only' },
});
oidc.serve(app.url);
mock.timers.enable({ apis: ['Date'], now: Date.now() });
test.after.always(async () => {
  mock.timers.reset();
  await app.close();
  await oidc.close();
});

/** Everybody's session is old after that. */
const longAfter = () => mock.timers.setTime(Date.now() + RECENT_SIGN_IN_MINUTES * 60_000);

let people = 0;
const somebody = () => `person${++people}@example.com`;
const SETTINGS = '/settings#account';
const AGAIN = `/api/login?returnTo=${encodeURIComponent(SETTINGS)}&again=1`;

/** Sends the form, opens the mailed link and presses its button. */
async function byMail(browser: Browser, email: string, returnTo = '/'): Promise<BrowserResponse> {
  await browser.open(`${app.url}/api/login/email`, { email, returnTo });
  const line = app.said.findLast((each) => each.includes(`for ${email}:`)) ?? '';
  const token = new URL(line.split(' ').at(-1) ?? '').searchParams.get('token') ?? '';
  return browser.request(`${app.url}/api/login/email/callback`, { token });
}

async function signedIn(email = somebody()): Promise<{ browser: Browser; email: string }> {
  const browser = new Browser();
  await byMail(browser, email);
  // A new account is set up a moment later.
  await waitUntil(async () => (await call(browser, 'GET', '/api/auth/user')).status === 200);
  return { browser, email };
}

const session = (browser: Browser) => browser.cookie(app.url, 'linkledger') ?? '';

/** As the console asks. */
async function call(browser: Browser, method: string, path: string, body?: object) {
  const answer = await request(app.url + path, {
    method: method as 'DELETE',
    headers: { cookie: `linkledger=${session(browser)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) };
}

/** To the provider and back, as a person there; `joined` links the account. */
async function atProvider(browser: Browser, start: string, sub: string, email: string): Promise<BrowserResponse> {
  oidc.addUser({ sub, email, email_verified: true, given_name: 'Ann' });
  browser.forget(oidc.issuer);
  browser.setCookie(oidc.issuer, USER_COOKIE, sub);
  return browser.open(app.url + start, undefined, (next) => next.startsWith(`${app.url}/settings`));
}

test.serial(
  'an old session cannot change the address or sign-in methods, create tokens or delete the account',
  async (t) => {
    const { browser, email } = await signedIn();
    longAfter();
    const { body: ways } = (await call(browser, 'GET', '/api/identities')) as { body: IdentityAnswer[] };
    for (const refused of [
      await call(browser, 'DELETE', '/api/user', { confirmation: email }),
      await call(browser, 'PATCH', '/api/user/profile', { email: somebody(), firstName: 'Ann' }),
      await call(browser, 'DELETE', `/api/identities/${ways[0]?.id}`),
      await call(browser, 'POST', '/api/tokens', { name: 'A program', access: 'read' }),
    ]) {
      t.is(refused.status, 403);
      t.like(refused.body, { code: 'sign-in-again', signIn: AGAIN });
      t.regex(refused.body.message, /please sign in again first: you did more than 60 minutes ago/);
    }
    t.is((await browser.request(`${app.url}/api/connect/oidc`)).location, app.url + AGAIN);
    const confirmed = await browser.request(`${app.url}/api/connect/oidc/confirm`, {});
    t.is(confirmed.status, 403);
    t.regex(confirmed.text, /Please sign in again/);
    t.is((await call(browser, 'GET', '/api/auth/user')).status, 200, 'other requests need no new sign-in');
  },
);

test.serial('a mailed link to the person’s own address renews the session under another token', async (t) => {
  const { browser, email } = await signedIn();
  longAfter();
  const page = await browser.request(app.url + AGAIN);
  t.is(page.status, 200);
  t.regex(page.text, /<h1>Sign in again<\/h1>/);
  t.true(page.text.includes(`<input type="hidden" name="email" value="${email}">`));
  t.notRegex(page.text, /Continue with/, 'the page offers no provider that the person has not linked');
  const before = session(browser);
  t.is((await byMail(browser, email, SETTINGS)).location, app.url + SETTINGS);
  t.not(session(browser), before);
  t.is(
    (await browser.request(app.url + AGAIN)).location,
    app.url + SETTINGS,
    'a person who signed in lately is not asked',
  );
  t.is((await call(browser, 'DELETE', '/api/user', { confirmation: email })).status, 204);
});

test.serial(
  'a sign-in at a linked provider renews it too; with another account there it changes nothing',
  async (t) => {
    const { browser, email } = await signedIn();
    const joining = await atProvider(browser, '/api/connect/oidc?returnTo=/settings', 'ann', email);
    t.is((await browser.request(joining.url, {})).status, 303);
    longAfter();
    const page = await waitUntil(async () => {
      const shown = await browser.request(app.url + AGAIN);
      return shown.text.includes('Continue with Acme ID') && shown;
    });
    t.notRegex(page.text, /GitHub/, 'GitHub is set up, but the person has not linked it');
    const again = /href="([^"]*connect\/oidc[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const left = await browser.request(app.url + again);
    t.is(
      new URL(left.location ?? '').searchParams.get('prompt'),
      'login',
      'the provider has to ask for the password again',
    );
    const before = session(browser);
    const other = await atProvider(browser, again, 'eve', 'eve@example.com');
    t.is(other.status, 409);
    t.regex(other.text, /You are still signed in as before/);
    t.is(session(browser), before);
    t.is((await call(browser, 'DELETE', '/api/user', { confirmation: email })).status, 403);
    const back = await atProvider(browser, again, 'ann', email);
    t.is(back.location, app.url + SETTINGS);
    t.not(session(browser), before);
    const thief = new Browser();
    thief.setCookie(app.url, 'linkledger', before);
    t.is((await call(thief, 'GET', '/api/auth/user')).status, 401);
    const way = await waitUntil(async () => {
      const { body: ways } = (await call(browser, 'GET', '/api/identities')) as { body: IdentityAnswer[] };
      return ways.find(({ provider }) => provider === 'oidc');
    });
    t.is((await call(browser, 'DELETE', `/api/identities/${way.id}`)).status, 204);
  },
);

test.serial('using a session does not renew its sign-in time', async (t) => {
  const { browser, email } = await signedIn();
  for (let hours = 0; hours < 3; hours += 1) {
    longAfter();
    t.is((await call(browser, 'GET', '/api/auth/user')).status, 200);
  }
  t.is((await call(browser, 'DELETE', '/api/user', { confirmation: email })).status, 403);
});

test.serial('the page requires a session, and leads only to this site', async (t) => {
  const stranger = await new Browser().request(app.url + AGAIN);
  t.regex(stranger.text, /<h1>Sign in<\/h1>/);
  const { browser } = await signedIn();
  longAfter();
  const page = await browser.request(`${app.url}/api/login?again=1&returnTo=//evil.example`);
  t.notRegex(page.text, /evil/);
});
