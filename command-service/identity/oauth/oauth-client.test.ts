/** The sign-in with GitHub, which lacks OpenID Connect, against a server that imitates GitHub. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { OAuthClient, type ProviderSetup, realmOf } from './oauth-client.ts';
import { ProviderError } from './provider-http.ts';

const SETUP: ProviderSetup = {
  provider: 'github',
  name: 'GitHub',
  issuer: null,
  clientId: 'linkledger',
  clientSecret: 'a-secret',
};
const TOKEN = 'gho_a-token';
const now = () => new Date('2026-03-31T12:00:00Z');

interface Fake {
  user?: unknown;
  emails?: unknown;
  /** Makes `/user` answer with this status. */
  status?: number;
}

async function open(t: ExecutionContext, fake: Fake = {}) {
  const tokenRequests: URLSearchParams[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url === '/token') {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        tokenRequests.push(form);
        // GitHub answers 200, and its body says that the code is bad.
        return form.get('code') === 'good'
          ? answer(200, { access_token: TOKEN, token_type: 'bearer', scope: 'read:user,user:email' })
          : answer(200, { error: 'bad_verification_code', error_description: 'The code is incorrect.' });
      }
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return answer(401, { message: 'Bad credentials' });
      if (request.url === '/user/emails') return answer(200, fake.emails ?? []);
      if (request.url === '/redirected') return answer(200, { id: 666 });
      response.setHeader('location', '/redirected');
      answer(fake.status ?? 200, fake.user ?? { id: 42, login: 'ann', name: 'Ann Mary Lee' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const providers = new OAuthClient({
    setups: [SETUP],
    publicUrl: 'https://links.example',
    now,
    github: { authorize: `${at}/authorize`, token: `${at}/token`, api: at },
  });
  return {
    providers,
    tokenRequests,
    /** Signs in with a code, in all steps. */
    async signIn(code = 'good') {
      const { flow } = await providers.begin(SETUP);
      return providers.finish(SETUP, flow, { code, state: flow.state });
    },
  };
}

const email = (address: string, primary: boolean, verified: boolean) => ({ email: address, primary, verified });

test('GitHub is asked with state and PKCE, and the code goes with the verifier and the secret', async (t) => {
  const { providers, tokenRequests } = await open(t);
  const { location, flow } = await providers.begin(SETUP);
  const asked = new URL(location).searchParams;
  t.is(asked.get('client_id'), 'linkledger');
  t.is(asked.get('redirect_uri'), 'https://links.example/api/connect/github/callback');
  t.is(asked.get('scope'), 'read:user user:email');
  t.is(asked.get('state'), flow.state);
  t.is(asked.get('code_challenge'), createHash('sha256').update(flow.verifier).digest('base64url'));
  t.false(location.includes(SETUP.clientSecret) || location.includes(flow.verifier));
  await providers.finish(SETUP, flow, { code: 'good', state: flow.state });
  t.is(tokenRequests[0]?.get('code_verifier'), flow.verifier);
  t.is(tokenRequests[0]?.get('client_secret'), SETUP.clientSecret);
});

test('a GitHub person is identified by number, with the primary verified address', async (t) => {
  const emails = [email('old@example.com', false, true), email('ann@example.com', true, true)];
  const { signIn } = await open(t, { emails });
  t.deepEqual(await signIn(), {
    subject: '42',
    email: 'ann@example.com',
    firstName: 'Ann Mary',
    lastName: 'Lee',
    label: 'ann',
  });
});

test('an address that is not primary, not verified or malformed is ignored', async (t) => {
  const lists = [
    [],
    [email('ann@example.com', true, false)],
    [email('ann@example.com', false, true)],
    [email('ann@example.com>, evil@example.com', true, true)],
    [{ email: 7, primary: true, verified: true }],
  ];
  for (const emails of lists) {
    const { signIn } = await open(t, { emails });
    t.is((await signIn()).email, null, JSON.stringify(emails));
  }
});

test('a profile without an id, a malformed profile and a redirect sign nobody in', async (t) => {
  const fakes: Fake[] = [{ user: {} }, { user: { id: '' } }, { user: 'ann' }, { emails: {} }, { status: 302 }];
  for (const fake of fakes) {
    const { signIn } = await open(t, fake);
    await t.throwsAsync(signIn(), { instanceOf: ProviderError }, JSON.stringify(fake));
  }
});

test('a code that GitHub refuses, another state and a missing code sign nobody in, and the error contains no secret', async (t) => {
  const { providers, signIn } = await open(t);
  const refused = await t.throwsAsync(signIn('bad'), { instanceOf: ProviderError });
  t.is(refused?.message, 'the code was refused: bad_verification_code');
  const { flow } = await providers.begin(SETUP);
  for (const query of [{}, { code: 'good' }, { code: 'good', state: 'x' }, { state: flow.state }]) {
    await t.throwsAsync(providers.finish(SETUP, flow, query), { instanceOf: ProviderError });
  }
});

test('an unreachable provider fails with a message for the log', async (t) => {
  const issuer = 'http://127.0.0.1:9';
  const setup: ProviderSetup = { ...SETUP, provider: 'oidc', issuer };
  const providers = new OAuthClient({ setups: [setup], publicUrl: 'https://links.example', now });
  const error = await t.throwsAsync(providers.begin(setup), { instanceOf: ProviderError });
  t.is(error?.message, 'its discovery document could not be read');
});

test('a discovery document of another issuer, or with an address without TLS, is refused', async (t) => {
  const documents: [object, RegExp][] = [
    [{ issuer: 'https://evil.example' }, /another issuer/],
    [{ authorization_endpoint: 'http://login.example/auth' }, /authorization endpoint is not an https/],
    [{ token_endpoint: 'http://login.example/token' }, /token endpoint is not an https/],
    [{ userinfo_endpoint: undefined }, /userinfo endpoint is not an https/],
  ];
  for (const [changed, words] of documents) {
    const server = createServer({ keepAliveTimeout: 0 }, (_, response) => {
      const at = 'https://login.example';
      response.end(
        JSON.stringify({
          ...{ issuer, authorization_endpoint: at, token_endpoint: at, userinfo_endpoint: at },
          ...changed,
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    t.teardown(() => void server.close());
    const setup: ProviderSetup = { ...SETUP, provider: 'oidc', issuer };
    const providers = new OAuthClient({ setups: [setup], publicUrl: 'https://links.example', now });
    const error = await t.throwsAsync(providers.begin(setup), { instanceOf: ProviderError });
    t.regex(error?.message ?? '', words);
  }
});

test('two issuers have separate people, and a trailing slash does not change an issuer', (t) => {
  const of = (issuer: string) => realmOf({ ...SETUP, provider: 'oidc', issuer });
  t.not(of('https://a.example'), of('https://b.example'));
  t.is(of('https://a.example/'), of('https://a.example'));
});
