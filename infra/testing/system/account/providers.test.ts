/** Signing in with a provider and joining it to an account, on the whole system with a real OpenID Connect provider. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { FLOWS_PER_NETWORK } from '../../../../command-service/identity/oauth/oauth-sign-in.ts';
import type {
  IdentityAnswer,
  ProfileAnswer,
  ProviderAnswer,
  SessionAnswer,
} from '../../../../query-service/contract/answers/account.ts';
import { Browser, type BrowserResponse } from '../../actors/browser.ts';
import { startServer } from '../../apps/server.ts';
import { CLIENT, type OidcUser, startOidc, USER_COOKIE, withClaims } from '../../fakes/oidc-provider.ts';
import { waitUntil } from '../../wait-until.ts';

const oidc = await startOidc();
const settings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Acme ID',
});
const app = await startServer([], settings(oidc.issuer));
oidc.serve(app.url);
test.after.always(async () => {
  await app.close();
  await oidc.close();
});

let people = 0;
/** A new person at the provider, with a verified address by default. */
const somebody = (more: object = {}): OidcUser & { readonly email: string } => {
  people += 1;
  const email = `person${people}@example.com`;
  return { sub: `sub-${people}`, email, email_verified: true, given_name: 'Ann', family_name: 'Lee', ...more };
};

/** Begins at our side and signs in at the provider, up to the redirect that comes back to us. */
async function upToCallback(browser: Browser, person: OidcUser | null, returnTo = '/links'): Promise<string> {
  browser.forget(oidc.issuer);
  if (person !== null) {
    oidc.addUser(person);
    browser.setCookie(oidc.issuer, USER_COOKIE, person.sub);
  }
  const start = `${app.url}/api/connect/oidc?returnTo=${encodeURIComponent(returnTo)}`;
  const back = await browser.open(start, undefined, (next) => next.includes('/callback'));
  return back.location ?? '';
}

/** The whole way; stops at the first page of ours that is not the callback. Every view knows what came of it then. */
async function connect(browser: Browser, person: OidcUser | null, returnTo = '/links'): Promise<BrowserResponse> {
  const page = await browser.open(await upToCallback(browser, person, returnTo));
  await app.settled();
  return page;
}

/** Reads what the browser has written before. */
async function get<T>(browser: Browser, at: string): Promise<T> {
  const answer = await waitUntil(async () => {
    const seen = await browser.request(`${app.url}${at}`);
    return seen.headers['x-stale'] === undefined && seen;
  });
  return JSON.parse(answer.text);
}

const profile = (browser: Browser) => get<ProfileAnswer>(browser, '/api/user/profile');
const identities = (browser: Browser) => get<IdentityAnswer[]>(browser, '/api/identities');
/** Also while a new account is set up, which is a 503. */
const isSignedIn = async (browser: Browser) => (await browser.request(`${app.url}/api/auth/user`)).status !== 401;

/** Signs in by mail in this browser, by the page and its button. Every view knows the account then. */
async function signInByMail(browser: Browser, email: string): Promise<BrowserResponse> {
  const before = app.said.length;
  await browser.open(`${app.url}/api/login/email`, { email, returnTo: '/' });
  // The answer and the line travel on different ways: either may arrive first.
  const line = await waitUntil(() => app.said.slice(before).findLast((each) => each.includes(`for ${email}:`)));
  const token = new URL(line.split(' ').at(-1) ?? '').searchParams.get('token') ?? '';
  const page = await browser.open(`${app.url}/api/login/email/callback`, { token });
  await app.settled();
  return page;
}

async function signedInByMail(): Promise<{ browser: Browser; email: string }> {
  const { email } = somebody();
  const browser = new Browser();
  await signInByMail(browser, email);
  return { browser, email };
}

/** Waits until the view has seen the writes. */
const identitiesAre = (t: ExecutionContext, browser: Browser, providers: readonly string[]) =>
  waitUntil(async () => {
    const found = (await identities(browser)).map(({ provider }) => provider).toSorted();
    return found.join() === providers.toSorted().join();
  }).then(() => t.pass());

test('the sign-in page and the list of providers show the configured providers', async (t) => {
  const browser = new Browser();
  const page = await browser.open(`${app.url}/api/login?returnTo=/links`);
  t.regex(page.text, /Continue with Acme ID/);
  t.true(page.text.includes('href="/api/connect/oidc?returnTo=%2Flinks"'));
  t.notRegex(page.text, /Google|GitHub/);
  t.deepEqual(await get<ProviderAnswer[]>(browser, '/api/providers'), [
    { provider: 'oidc', name: 'Acme ID' },
    { provider: 'email', name: 'Email' },
  ]);
  t.is((await browser.request(`${app.url}/api/connect/google`)).status, 404);
  t.is((await browser.request(`${app.url}/api/connect/email`)).status, 404);
});

test('the first sign-in creates the account, with the names and the verified address of the profile', async (t) => {
  const browser = new Browser();
  const person = somebody();
  const arrived = await connect(browser, person, '/clients?page=2#top');
  t.is(arrived.url, `${app.url}/clients?page=2#top`);
  t.deepEqual(await profile(browser), { firstName: 'Ann', lastName: 'Lee', email: person.email, company: '' });
  await identitiesAre(t, browser, ['email', 'oidc']);
  t.like(
    (await identities(browser)).find(({ provider }) => provider === 'oidc'),
    {
      providerName: 'Acme ID',
      label: person.email,
      removable: true,
    },
  );
});

test('a person returns to the same account, even after the provider has changed their name', async (t) => {
  const person = somebody();
  const first = new Browser();
  await connect(first, person);
  const second = new Browser();
  await connect(second, { ...person, email: 'moved@example.com', given_name: 'Anna' });
  t.deepEqual(await profile(second), await profile(first));
});

test('a sign-in mail to the verified address opens the same account', async (t) => {
  const person = somebody();
  const browser = new Browser();
  await connect(browser, person);
  const other = new Browser();
  await signInByMail(other, person.email.toUpperCase());
  t.is((await profile(other)).firstName, 'Ann');
});

test('state, nonce and PKCE are sent, the verifier goes with the code, and no address of ours holds a token', async (t) => {
  const browser = new Browser();
  const { location } = await browser.request(`${app.url}/api/connect/oidc`);
  const asked = new URL(location ?? '').searchParams;
  t.regex(asked.get('state') ?? '', /^[0-9a-f]{40}$/);
  t.regex(asked.get('nonce') ?? '', /^[0-9a-f]{40}$/);
  t.is(asked.get('code_challenge_method'), 'S256');
  t.is(asked.get('redirect_uri'), `${app.url}/api/connect/oidc/callback`);
  const again = await browser.request(`${app.url}/api/connect/oidc`);
  t.not(new URL(again.location ?? '').searchParams.get('state'), asked.get('state'));

  const callback = await upToCallback(browser, somebody());
  t.deepEqual([...new URL(callback).searchParams.keys()].toSorted(), ['code', 'iss', 'state']);
  const { location: onwards } = await browser.request(callback);
  t.is(onwards, `${app.url}/links`);
  t.regex(oidc.lastTokenRequest().get('code_verifier') ?? '', /^[0-9a-f]{80}$/);
});

test('a forged state is refused, and so is a callback without any', async (t) => {
  const browser = new Browser();
  const callback = new URL(await upToCallback(browser, somebody()));
  callback.searchParams.set('state', '0'.repeat(40));
  const forged = await browser.open(callback.href);
  t.is(forged.status, 400);
  t.regex(forged.text, /not started in this browser/);
  callback.searchParams.delete('state');
  t.is((await browser.open(callback.href)).status, 400);
  t.false(await isSignedIn(browser));
});

test('a callback started in another browser is refused, even with a valid code and state', async (t) => {
  const attacker = new Browser();
  const callback = await upToCallback(attacker, somebody());
  const victim = new Browser();
  t.is((await victim.open(callback)).status, 400);
  t.false(await isSignedIn(victim));
  await victim.request(`${app.url}/api/connect/oidc`);
  t.is((await victim.open(callback)).status, 400, 'although the victim has begun a sign-in');
  t.false(await isSignedIn(victim));
});

test('a callback works once', async (t) => {
  const browser = new Browser();
  const callback = await upToCallback(browser, somebody());
  t.is((await browser.request(callback)).status, 302);
  browser.setCookie(app.url, 'linkledger', '');
  const again = await browser.open(callback);
  t.is(again.status, 400);
  t.false(await isSignedIn(browser));
});

test('a code not issued by the provider is refused, and the page says what to do', async (t) => {
  const browser = new Browser();
  const callback = new URL(await upToCallback(browser, somebody()));
  callback.searchParams.set('code', 'made-up');
  const page = await browser.open(callback.href);
  t.is(page.status, 502);
  t.regex(page.text, /Acme ID could not sign you in/);
  t.regex(page.text, /Back to sign-in/);
  t.false(await isSignedIn(browser));
});

test('a callback that names another issuer is refused', async (t) => {
  const browser = new Browser();
  const callback = new URL(await upToCallback(browser, somebody()));
  callback.searchParams.set('iss', 'https://evil.example');
  t.is((await browser.open(callback.href)).status, 502);
  t.false(await isSignedIn(browser));
});

const TAMPERED: Record<string, (answer: Record<string, unknown>) => void> = {
  'another nonce': (answer) => {
    answer.id_token = withClaims(answer.id_token, { nonce: 'another' });
  },
  'no nonce': (answer) => {
    answer.id_token = withClaims(answer.id_token, { nonce: undefined });
  },
  'another audience': (answer) => {
    answer.id_token = withClaims(answer.id_token, { aud: 'somebody-else' });
  },
  'another issuer': (answer) => {
    answer.id_token = withClaims(answer.id_token, { iss: 'https://evil.example' });
  },
  'another subject than the profile’s': (answer) => {
    answer.id_token = withClaims(answer.id_token, { sub: 'sub-1' });
  },
  'an expired id token': (answer) => {
    answer.id_token = withClaims(answer.id_token, { exp: 1 });
  },
  'no id token': (answer) => {
    delete answer.id_token;
  },
  'a malformed id token': (answer) => {
    answer.id_token = 'e30.e30.';
  },
  'no access token': (answer) => {
    delete answer.access_token;
  },
  'another access token': (answer) => {
    answer.access_token = 'made-up';
  },
};
for (const [what, tamper] of Object.entries(TAMPERED)) {
  test.serial(`a token answer with ${what} signs nobody in`, async (t) => {
    const browser = new Browser();
    oidc.tamper = tamper;
    const page = await connect(browser, somebody());
    oidc.tamper = null;
    t.is(page.status, 502);
    t.false(await isSignedIn(browser));
  });
}

test('a person who cancels at the provider learns that nothing changed', async (t) => {
  const browser = new Browser();
  const page = await connect(browser, null);
  t.is(page.status, 403);
  t.regex(page.text, /Nothing was done/);
  t.false(await isSignedIn(browser));
});

test('our page shows no text of the provider’s error', async (t) => {
  const browser = new Browser();
  const callback = new URL(await upToCallback(browser, somebody()));
  const { searchParams } = callback;
  searchParams.delete('code');
  searchParams.set('error', 'server_error');
  searchParams.set('error_description', 'Call 555-0100 <script>alert(1)</script>');
  const page = await browser.open(callback.href);
  t.is(page.status, 502);
  t.notRegex(page.text, /555|<script>/);
});

test('a link or a picture on another site starts no sign-in: it opens our own page at most', async (t) => {
  const { browser } = await signedInByMail();
  const from = async (site: string, cookie = '') => {
    const headers = { 'sec-fetch-site': site, cookie };
    const answer = await request(`${app.url}/api/connect/oidc?returnTo=/teams`, { headers });
    await answer.body.dump();
    return { location: answer.headers.location, mark: answer.headers['set-cookie'] !== undefined };
  };
  const session = `linkledger=${browser.cookie(app.url, 'linkledger')}`;
  for (const site of ['cross-site', 'same-site']) {
    t.deepEqual(await from(site), { location: '/api/login?returnTo=%2Fteams', mark: false });
    t.deepEqual(await from(site, session), { location: '/settings#account', mark: false });
  }
  for (const site of ['same-origin', 'none']) {
    const begun = await from(site);
    t.true(begun.mark && String(begun.location).startsWith(oidc.issuer), site);
  }
});

test.serial('sign-ins are limited per network', async (t) => {
  // Seen as another network's, so that the other tests are not counted with it.
  const proxied = await startServer([], { ...settings(oidc.issuer), TRUSTED_PROXIES: '1' });
  const begin = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const { statusCode, headers: said, body } = await request(`${proxied.url}/api/connect/oidc`, { headers });
    await body.dump();
    return { status: statusCode, retryAfter: said['retry-after'] };
  };
  for (let index = 0; index < FLOWS_PER_NETWORK; index += 1) await begin(`2001:db8::${index}`);
  t.deepEqual(await begin('2001:db8::ffff'), { status: 429, retryAfter: '900' });
  t.is((await begin('203.0.113.7')).status, 302);
  await proxied.close();
});

test('after signing in a person reaches a path of this site, whatever returnTo contains', async (t) => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '%2f%2fevil.example',
    'javascript:alert(1)',
    '/api/login',
  ];
  const person = somebody();
  for (const returnTo of elsewhere) {
    const { location } = await (async (browser: Browser) =>
      browser.request(await upToCallback(browser, person, returnTo)))(new Browser());
    t.is(location, `${app.url}/`, returnTo);
  }
});

test('a session that was fixed before the sign-in is worthless after it', async (t) => {
  const { browser: attacker } = await signedInByMail();
  const fixed = attacker.cookie(app.url, 'linkledger') ?? '';
  await attacker.request(`${app.url}/api/logout`, {});
  const victim = new Browser();
  victim.setCookie(app.url, 'linkledger', fixed);
  await connect(victim, somebody());
  t.not(victim.cookie(app.url, 'linkledger'), fixed);
  attacker.setCookie(app.url, 'linkledger', fixed);
  t.false(await isSignedIn(attacker));
});

test('an unverified address is ignored: it finds no account, and no account gets it', async (t) => {
  const { browser: owner, email } = await signedInByMail();
  const stranger = new Browser();
  const arrived = await connect(stranger, somebody({ email, email_verified: false }));
  t.is(arrived.url, `${app.url}/links`);
  t.is((await profile(stranger)).email, '');
  await identitiesAre(t, stranger, ['oidc']);
  t.is((await profile(owner)).email, email);
  t.deepEqual(
    (await identities(owner)).map(({ provider }) => provider),
    ['email'],
  );
});

test('when an account already has the address, its owner signs in first and then confirms', async (t) => {
  const { email } = await signedInByMail();
  const browser = new Browser();
  const told = await connect(browser, somebody({ email }), '/teams');
  t.regex(told.text, /An account with this address exists/);
  t.true(told.text.includes(email));
  t.false(await isSignedIn(browser));
  const unasked = await browser.request(`${app.url}/api/connect/oidc/confirm`, {});
  t.is(unasked.status, 401, 'nobody is signed in');
  t.regex(
    unasked.text,
    /<h1>Please sign in first<\/h1>.*Acme ID.*href="\/api\/login/s,
    'the page names the provider and leads to sign-in',
  );

  const asked = await signInByMail(browser, email);
  t.is(asked.url, `${app.url}/api/connect/oidc/confirm`);
  t.regex(asked.text, /Connect Acme ID\?/);
  t.deepEqual(
    (await identities(browser)).map(({ provider }) => provider),
    ['email'],
    'no account is linked without a confirmation',
  );

  const done = await browser.open(`${app.url}/api/connect/oidc/confirm`, {});
  t.is(done.url, `${app.url}/teams`);
  await identitiesAre(t, browser, ['email', 'oidc']);
  t.is((await browser.request(`${app.url}/api/connect/oidc/confirm`, {})).status, 400, 'the linking is confirmed once');
});

test('neither another account nor another browser can confirm', async (t) => {
  const { browser: owner, email } = await signedInByMail();
  const browser = new Browser();
  await connect(browser, somebody({ email }));
  await signInByMail(browser, somebody().email);
  t.is((await browser.request(`${app.url}/api/connect/oidc/confirm`)).status, 400);
  t.is((await browser.request(`${app.url}/api/connect/oidc/confirm`, {})).status, 400);
  t.is((await owner.request(`${app.url}/api/connect/oidc/confirm`, {})).status, 400);
  t.deepEqual(
    (await identities(owner)).map(({ provider }) => provider),
    ['email'],
  );
});

test('a signed-in person links a provider after confirming, and then signs in with it', async (t) => {
  const { browser, email } = await signedInByMail();
  const person = somebody();
  const asked = await connect(browser, person, '/settings#account');
  t.regex(asked.text, /Connect Acme ID\?/);
  t.true(asked.text.includes(person.email));
  const done = await browser.open(`${app.url}/api/connect/oidc/confirm`, {});
  t.is(done.url, `${app.url}/settings#account`);
  await identitiesAre(t, browser, ['email', 'oidc']);
  const other = new Browser();
  await connect(other, person);
  t.is((await profile(other)).email, email);
  t.is(
    (await connect(browser, person, '/links')).url,
    `${app.url}/links`,
    'connecting the provider again changes nothing',
  );
});

test('an identity of another account is not linked, and the page explains it', async (t) => {
  const person = somebody();
  await connect(new Browser(), person);
  const { browser } = await signedInByMail();
  const page = await connect(browser, person);
  t.is(page.status, 409);
  t.regex(page.text, /signs in to another Linkledger account/);
  t.is((await browser.request(`${app.url}/api/connect/oidc/confirm`, {})).status, 400);
});

test('accounts are linked only with verified addresses on both sides', async (t) => {
  const { browser } = await signedInByMail();
  const unverified = await connect(browser, somebody({ email_verified: false }));
  t.is(unverified.status, 409);
  t.regex(unverified.text, /has not verified your email address/);
  const without = new Browser();
  await connect(without, somebody({ email_verified: undefined }));
  const page = await connect(without, somebody());
  t.is(page.status, 409);
  t.regex(page.text, /has no verified email address/);
});

test('a person who signed out or changed accounts while at the provider starts again', async (t) => {
  const { browser } = await signedInByMail();
  const callback = await upToCallback(browser, somebody());
  await browser.request(`${app.url}/api/logout`, {});
  t.is((await browser.open(callback)).status, 400);
  t.false(await isSignedIn(browser));
});

test('a sign-in method can be removed, except the last one, and no longer opens the account', async (t) => {
  const person = somebody();
  const browser = new Browser();
  await connect(browser, person);
  await identitiesAre(t, browser, ['email', 'oidc']);
  const remove = async (id: string, as = browser) => {
    const headers = { cookie: `linkledger=${as.cookie(app.url, 'linkledger')}` };
    const { statusCode, body } = await request(`${app.url}/api/identities/${id}`, { method: 'DELETE', headers });
    return { status: statusCode, text: await body.text() };
  };
  const [one] = (await identities(browser)).filter(({ provider }) => provider === 'oidc');
  const { browser: stranger } = await signedInByMail();
  t.is((await remove(one!.id, stranger)).status, 404);
  t.is((await remove(one!.id)).status, 204);
  t.is((await remove(one!.id)).status, 404);
  await identitiesAre(t, browser, ['email']);
  const [last] = await identities(browser);
  t.false(last!.removable);
  const refused = await remove(last!.id);
  t.is(refused.status, 409);
  t.regex(refused.text, /only way to sign in/);

  const back = new Browser();
  t.regex((await connect(back, person)).text, /An account with this address exists/);
  t.false(await isSignedIn(back));
});

test('a provider that accepts the secret only in the header gets it there', async (t) => {
  const strict = await startOidc('client_secret_basic');
  const other = await startServer([], settings(strict.issuer));
  strict.serve(other.url);
  const person = somebody();
  strict.addUser(person);
  const browser = new Browser();
  browser.setCookie(strict.issuer, USER_COOKIE, person.sub);
  t.is((await browser.open(`${other.url}/api/connect/oidc?returnTo=/links`)).url, `${other.url}/links`);
  t.is(strict.lastTokenRequest().get('client_secret'), null);
  await other.close();
  await strict.close();
});

test('two concurrent first sign-ins create one account', async (t) => {
  const person = somebody();
  const browsers = [new Browser(), new Browser(), new Browser()];
  const callbacks: string[] = [];
  for (const browser of browsers) callbacks.push(await upToCallback(browser, person));
  await Promise.all(browsers.map((browser, index) => browser.open(callbacks[index]!)));
  const ids = new Set<string>();
  for (const browser of browsers) ids.add((await get<{ id: string }>(browser, '/api/auth/user')).id);
  t.is(ids.size, 1);
});

test('names are one line of text, at most a hundred characters each', async (t) => {
  const browser = new Browser();
  await connect(browser, somebody({ given_name: 'Ann\r\nBcc: all@example.com', family_name: 'x'.repeat(1_000) }));
  const { firstName, lastName } = await profile(browser);
  t.is(firstName, 'Ann Bcc: all@example.com');
  t.is(lastName.length, 100);
});

test('sessions are listed, ended one by one, and all at once', async (t) => {
  const person = somebody();
  const browsers = [new Browser(), new Browser('curl/8'), new Browser()] as const;
  for (const browser of browsers) await connect(browser, person);
  const [here, there] = browsers;
  const listed = await get<SessionAnswer[]>(here, '/api/sessions');
  t.is(listed.length, 3);
  t.like(listed[0], { current: true, browser: 'Firefox on Linux', network: '127.0.0.1' });
  const end = async (id: string) => {
    const headers = { cookie: `linkledger=${here.cookie(app.url, 'linkledger')}` };
    return (await request(`${app.url}/api/sessions${id}`, { method: 'DELETE', headers })).statusCode;
  };
  const other = listed.find(({ browser }) => browser === 'Unknown browser')!;
  t.is(await end(`/${other.id}`), 204);
  t.is(await end(`/${other.id}`), 404);
  t.false(await isSignedIn(there));
  t.is(await end(''), 204);
  for (const browser of browsers) t.false(await isSignedIn(browser));
  t.is((await here.request(`${app.url}/api/sessions`)).status, 401);
});

test('the log holds no secret, token or address of a person in plain text', async (t) => {
  await connect(new Browser(), somebody());
  const files = readdirSync(app.dataDir).filter((name) => name.startsWith('events'));
  t.true(files.length > 0);
  for (const name of files) {
    const bytes = readFileSync(path.join(app.dataDir, name), 'latin1');
    t.false(bytes.includes('@example.com'), name);
    t.false(bytes.includes(CLIENT.secret), name);
    t.false(bytes.includes('sub-1"'), name);
  }
});
