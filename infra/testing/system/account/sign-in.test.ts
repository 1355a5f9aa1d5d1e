/** Signing in by email, page by page, on the whole system with its own limits. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { request } from 'undici';
import { Browser } from '../../actors/browser.ts';
import { startServer } from '../../apps/server.ts';

const app = await startServer([]);
const strict = await startServer([], { SIGN_IN_MAILS_PER_NETWORK: '5' });
test.after.always(() => Promise.all([app.close(), strict.close()]));

let people = 0;
const somebody = () => `person${++people}@example.com`;

/** Asks for a link on the sign-in page and answers where the mail leads. */
async function ask(browser: Browser, email: string, returnTo = '/'): Promise<string> {
  await browser.open(`${app.url}/api/login/email`, { email, returnTo });
  return (
    app.said
      .findLast((line) => line.includes(`for ${email}:`))
      ?.split(' ')
      .at(-1) ?? ''
  );
}

const press = (browser: Browser, link: string) =>
  browser.request(`${app.url}/api/login/email/callback`, { token: new URL(link).searchParams.get('token') ?? '' });
/** Also while a new account is set up, which is a 503. */
const isSignedIn = async (browser: Browser) => (await browser.request(`${app.url}/api/auth/user`)).status !== 401;

test('in the browser that asked, the link shows one button and signs in', async (t) => {
  const browser = new Browser();
  const link = await ask(browser, somebody(), '/clients?page=2');
  const page = await browser.request(link);
  t.is(page.status, 200);
  t.regex(page.text, /<button autofocus>Sign in<\/button>/);
  t.notRegex(page.text, /another browser/);
  const pressed = await press(browser, link);
  t.is(pressed.status, 303);
  t.is(pressed.location, `${app.url}/clients?page=2`);
  t.true(await isSignedIn(browser));
});

test('in another browser it works too, but the page names the account and says that another browser requested it', async (t) => {
  const email = somebody();
  const link = await ask(new Browser(), email);
  const other = new Browser('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1');
  const page = await other.request(link);
  t.regex(page.text, /asked for this link in another browser \(Firefox on Linux at 127\.0\.0\.1\)/);
  t.true(page.text.includes(email));
  t.regex(page.text, /<button autofocus>Sign in here<\/button>/);
  t.is((await press(other, link)).status, 303);
  t.true(await isSignedIn(other));
});

test('a mail scanner that opens the link, however often, does not use it up', async (t) => {
  const browser = new Browser();
  const link = await ask(browser, somebody());
  const scanner = new Browser('scanner');
  for (let times = 0; times < 3; times += 1) t.is((await scanner.request(link)).status, 200);
  await request(link, { method: 'HEAD' });
  t.false(await isSignedIn(scanner));
  t.is((await press(browser, link)).status, 303);
});

test('a used, forged or unknown link is refused with the offer of a new one', async (t) => {
  const browser = new Browser();
  const link = await ask(browser, somebody());
  await press(browser, link);
  for (const spent of [link, `${app.url}/api/login/email/callback?token=made-up`]) {
    t.is((await browser.request(spent)).status, 410);
    const pressed = await press(new Browser(), spent);
    t.is(pressed.status, 410);
    t.regex(pressed.text, /Send a new link/);
  }
});

test('the button of another site is refused', async (t) => {
  const link = await ask(new Browser(), somebody());
  const token = new URL(link).searchParams.get('token') ?? '';
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const { statusCode, body } = await request(`${app.url}/api/login/email/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: `token=${token}`,
    });
    await body.dump();
    t.is(statusCode, 403);
  }
  t.is((await press(new Browser(), link)).status, 303, 'the link still works');
});

test('after the link a person reaches a path of this site, whatever returnTo contains', async (t) => {
  for (const returnTo of ['//evil.example', '/\\evil.example', 'https:evil.example', '/.//evil.example']) {
    const browser = new Browser();
    t.is((await press(browser, await ask(browser, somebody(), returnTo))).location, `${app.url}/`, returnTo);
  }
});

test('the session id changes with every sign-in, and the previous one is invalid', async (t) => {
  const browser = new Browser();
  await press(browser, await ask(browser, somebody()));
  const before = browser.cookie(app.url, 'linkledger') ?? '';
  await press(browser, await ask(browser, somebody()));
  t.not(browser.cookie(app.url, 'linkledger'), before);
  const thief = new Browser();
  thief.setCookie(app.url, 'linkledger', before);
  t.false(await isSignedIn(thief));
});

test('the browser cookie is limited to this site and hidden from scripts', async (t) => {
  const asked = await new Browser().request(`${app.url}/api/login/email`, { email: somebody() });
  const cookie = asked.headers['set-cookie'] ?? '';
  t.regex(cookie, /^linkledger-browser=[\w-]{43};/);
  for (const attribute of [/path=\//i, /samesite=lax/i, /httponly/i]) t.regex(cookie, attribute);
});

test('pending sign-in links hold no address in plain text', async (t) => {
  const email = 'waiting-person@example.com';
  await ask(new Browser(), email);
  for (const file of readdirSync(app.dataDir).filter((name) => name.startsWith('sessions.db'))) {
    t.false(readFileSync(path.join(app.dataDir, file), 'latin1').includes('waiting-person'), file);
  }
});

test.serial(
  'the sixth mail a network asks for in a quarter of an hour is refused, on a page that says when',
  async (t) => {
    const browser = new Browser();
    const answers = [];
    for (let index = 0; index < 7; index += 1) {
      answers.push(await browser.request(`${strict.url}/api/login/email`, { email: somebody() }));
    }
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 429, 429],
    );
    const refused = answers.at(-1)!;
    t.is(refused.headers['retry-after'], '900');
    t.regex(refused.text, /Too many sign-in mails were requested\. Try again in 15 minutes\./);
    t.true(refused.text.includes(`value="person${people}@example.com"`), 'the page keeps the typed address');
  },
);
