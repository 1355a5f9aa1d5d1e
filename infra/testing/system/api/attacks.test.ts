/** Bad input and attacks, against the whole system. Attacks on a single part are tested beside that part. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { mock } from 'node:test';
import test from 'ava';
import { request } from 'undici';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { CreatedShareAnswer, SharedAnswer } from '../../../../query-service/contract/answers/shares.ts';
import { Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const CLIENT = 'https://client.example/tea';

const pages = await startPageServer();
pages.set('/live', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
const app = await startServer([pages.host], { CHECKER_RENDER: 'never', CHECKER_TIMEOUT_MS: '15000' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});

let people = 0;
const somebody = () => app.signIn(`attacker${++people}@example.com`);
const stranger = () => new Visitor(app.url);
const linksOf = async (person: Visitor) => (await person.get<LinkAnswer[]>('/api/links')).body;
const alive = async () => (await request(`${app.url}/api/health`)).statusCode === 200;

/** Somebody with a link of client.example and a share of it. */
async function sharer(more: object = {}) {
  const person = await somebody();
  const added = await person.send<{ id: string }>('POST', '/api/links', {
    articleLink: pages.at('/live'),
    clientLink: CLIENT,
    pocEmail: 'contact@secret.example',
    remarks: 'paid far too much for it',
  });
  const share = { clientDomain: 'client.example', ...more };
  const { body } = await person.send<CreatedShareAnswer>('POST', '/api/shared-links', share);
  return { person, linkId: added.body.id, shareId: body.shareId, at: `/api/shared/${body.shareId}` };
}

/** Every way to change something, as [method, path]; the ids need not exist. */
const CHANGES = [
  ['POST', '/api/links'],
  ['PATCH', '/api/links/x'],
  ['DELETE', '/api/links/x'],
  ['POST', '/api/links/x/recheck'],
  ['POST', '/api/trash/x/restore'],
  ['DELETE', '/api/trash/x/permanent'],
  ['POST', '/api/campaigns'],
  ['POST', '/api/campaign-links'],
  ['POST', '/api/teams'],
  ['DELETE', '/api/teams/x'],
  ['POST', '/api/teams/x/invite'],
  ['POST', '/api/teams/x/leave'],
  ['DELETE', '/api/teams/x/members/y'],
  ['POST', '/api/invitations/x/accept'],
  ['POST', '/api/shared-links'],
  ['DELETE', '/api/shared-links/x'],
  ['POST', '/api/status-checks'],
  ['PATCH', '/api/subscription'],
  ['PATCH', '/api/user/profile'],
  ['PATCH', '/api/user/settings'],
  ['POST', '/api/user/photo'],
  ['DELETE', '/api/user'],
  ['DELETE', '/api/sessions'],
  ['POST', '/api/login/email'],
  ['POST', '/api/login/email/callback'],
  ['POST', '/api/logout'],
] as const;

/** The headers of a request that another site makes a browser send. */
const FROM_ELSEWHERE: readonly Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: app.url },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: `${app.url}.evil.example` },
  { Origin: `${app.url}0` },
  { Origin: 'http://localhost' },
];

test('a change that another site makes a browser request is refused, whatever its form', async (t) => {
  const person = await somebody();
  for (const [method, path] of CHANGES)
    for (const headers of FROM_ELSEWHERE) {
      const { status, body } = await person.send<{ code: string }>(method, path, {}, headers);
      t.deepEqual([status, body.code], [403, 'cross-site'], `${method} ${path} ${JSON.stringify(headers)}`);
    }
  t.is((await person.get('/api/auth/user')).status, 200, 'the person is still signed in');
});

test('a form of another site can change nothing, even without a preflight', async (t) => {
  const person = await somebody();
  const link = { articleLink: pages.at('/live'), clientLink: CLIENT };
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
    const sent = await person.send('POST', '/api/links', JSON.stringify(link), { ...elsewhere, 'Content-Type': type });
    t.is(sent.status, 403, type);
  }
  t.deepEqual(await linksOf(person), []);
});

test('only the pages that work without JavaScript may send forms; other changes accept only JSON', async (t) => {
  const person = await somebody();
  const { body } = await person.get<{ paths: Record<string, object> }>('/api/openapi.json');
  const changes = Object.entries(body.paths).flatMap(([path, operations]) =>
    ['post', 'patch', 'delete'].filter((name) => name in operations).map((name) => [name.toUpperCase(), path] as const),
  );
  t.true(changes.length > CHANGES.length);
  const expected = {
    'application/x-www-form-urlencoded': ['/api/login/email', '/api/login/email/callback', '/api/user/email/confirm'],
    'text/plain': ['/api/links/import'],
    'multipart/form-data; boundary=x': [],
  };
  for (const [type, paths] of Object.entries(expected)) {
    const accepted: string[] = [];
    for (const [method, path] of changes) {
      const { status } = await person.send(method, path.replaceAll(/\{\w+\}/g, 'x'), 'a=b', { 'Content-Type': type });
      // A provider's signature, or the token in the address, takes the place of a session there.
      if (status !== 415 && !/\/webhook$|\/unsubscribe\//.test(path)) accepted.push(path);
    }
    t.deepEqual(accepted.toSorted(), paths, type);
  }
});

test('a GET changes nothing, and no header turns it into something else', async (t) => {
  const person = await somebody();
  const added = await person.send<{ id: string }>('POST', '/api/links', {
    articleLink: pages.at('/live'),
    clientLink: CLIENT,
  });
  const at = `/api/links/${added.body.id}`;
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    t.is((await person.get(at, { [name]: 'DELETE' })).status, 200);
  t.is((await person.get('/api/logout')).status, 405);
  t.is((await person.get(`/api/trash/${added.body.id}/permanent`)).status, 405);
  t.is((await linksOf(person)).length, 1);
  t.is((await person.get('/api/auth/user')).status, 200);
});

test('no answer lets another site read it', async (t) => {
  const person = await somebody();
  for (const path of ['/api/links', '/api/auth/user', '/', '/api/login']) {
    const { headers } = await person.get(path, { Origin: 'https://evil.example' });
    t.is(headers['access-control-allow-origin'], undefined, path);
    t.is(headers['cross-origin-resource-policy'], 'same-origin', path);
    t.regex(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/, path);
    t.regex(headers['content-security-policy'] ?? '', /base-uri 'none'/, path);
    t.is(headers['x-content-type-options'], 'nosniff', path);
  }
});

test('pages with a secret address are not indexed and do not leak it', async (t) => {
  for (const path of ['/share/AAAAAAAAAAAAAAAAAAAAAA', '/invite/abc', '/%73hare/abc', '/SHARE/abc', '/share']) {
    const { headers } = await stranger().get(path);
    t.regex(headers['x-robots-tag'] ?? '', /noindex/, path);
    t.is(headers['referrer-policy'], 'no-referrer', path);
  }
  t.is((await stranger().get('/')).headers['x-robots-tag'], undefined);
});

test('a share id cannot be guessed from another: it is entirely random and reveals no time', async (t) => {
  const { person, shareId } = await sharer();
  const ids = [shareId];
  for (let n = 0; n < 20; n += 1) {
    const made = await person.send<CreatedShareAnswer>('POST', '/api/shared-links', { clientDomain: 'client.example' });
    ids.push(made.body.shareId);
  }
  t.true(ids.every((id) => /^[\w-]{22}$/.test(id)));
  t.is(new Set(ids.map((id) => id.slice(0, 4))).size, ids.length, 'no two ids begin alike');
  t.notDeepEqual(ids, ids.toSorted(), 'the ids do not sort by creation');
});

test('guessed, misspelled and foreign share ids get the same 404', async (t) => {
  const { shareId, linkId } = await sharer();
  const flipped = (shareId.startsWith('A') ? 'B' : 'A') + shareId.slice(1);
  const swapped = shareId.toUpperCase() === shareId ? shareId.toLowerCase() : shareId.toUpperCase();
  const guesses = [flipped, swapped, `${shareId}A`, shareId.slice(1), linkId, '0', `${shareId}%20`, `${shareId}%00`];
  for (const guess of guesses) {
    const { status, body } = await stranger().get<object>(`/api/shared/${guess}`);
    t.is(status, 404, guess);
    t.deepEqual(body, {
      code: 'not-found',
      message: 'Failed to load shared data. Please check the link and try again.',
    });
  }
  t.is((await stranger().get(`/api/shared/${shareId}`)).status, 200);
});

test('of a thousand passwords tried on a share, five are verified and the others must wait', async (t) => {
  const { at } = await sharer({ password: 'first flush' });
  const guess = (n: number) => stranger().get(at, { 'X-Share-Password': `guess ${n}` });
  const statuses: number[] = [];
  for (let batch = 0; batch < 20; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(batch * 50 + n)));
    statuses.push(...answers.map(({ status }) => status));
    for (const { status, headers } of answers) if (status === 429) t.true(Number(headers['retry-after']) >= 1);
  }
  const looked = statuses.filter((status) => status === 401).length;
  // One more for each wait that passes on a slow machine.
  t.true(looked >= 5 && looked <= 7, `${looked} passwords were verified`);
  t.is(statuses.filter((status) => status === 429).length, 1_000 - looked);
  const right = await stranger().get(at, { 'X-Share-Password': 'first flush' });
  t.is(right.status, 429, 'the right password waits, too, so the answer reveals nothing');
  t.is((await stranger().get(at)).status, 401);
  t.true(await alive());
});

test('a shared answer holds no internal data of the agency', async (t) => {
  const { person, at } = await sharer({ emails: ['zoe@client.example'] });
  const me = (await person.get<UserAnswer>('/api/auth/user')).body;
  const shared = await stranger().get<SharedAnswer>(at);
  t.is(shared.body.links.length, 1);
  const text = JSON.stringify(shared.body);
  for (const secret of [me.id, me.email, 'contact@secret.example', 'paid far too much', 'zoe@client.example', 'user:'])
    t.false(text.includes(secret), secret);
  for (const field of ['pocEmail', 'remarks', 'assigned', 'team', 'campaign', 'scope', 'password', 'revision'])
    t.notRegex(text, new RegExp(`"[^"]*${field}[^"]*":`, 'i'), field);
});

test('a share needs the permission to share and a client of the scope, and shows nobody else’s links', async (t) => {
  const { person } = await sharer();
  const other = await somebody();
  const share = (who: Visitor, body: object) => who.send<{ message: string }>('POST', '/api/shared-links', body);
  const unknown = await share(other, { clientDomain: 'client.example' });
  t.is(unknown.status, 404);
  t.is(unknown.body.message, 'You have no links of client.example to share.');
  t.is((await share(person, { clientDomain: 'assignee:' })).status, 404);
  t.is((await share(person, { clientDomain: 'client.example', teamId: 'no-such-team' })).status, 404);
  t.is((await share(stranger(), { clientDomain: 'client.example' })).status, 401);
});

test('a person who may share can revoke a share, which closes it', async (t) => {
  const { person, shareId, at } = await sharer();
  t.is((await (await somebody()).send('DELETE', `/api/shared-links/${shareId}`)).status, 404);
  t.is((await stranger().send('DELETE', `/api/shared-links/${shareId}`)).status, 401);
  t.is((await stranger().get(at)).status, 200);
  t.is((await person.send('DELETE', `/api/shared-links/${shareId}`)).status, 204);
  t.deepEqual((await person.get('/api/shared-links')).body, []);
  t.is((await stranger().get(at)).status, 404);
  t.is((await person.send('DELETE', `/api/shared-links/${shareId}`)).status, 204);
});

/** The mails in the outbox that hold a text. */
function mailsWith(text: string): readonly string[] {
  const found = mailsIn(app.dataDir).filter((mail) => mail.includes(text));
  if (found.length === 0) throw new Error(`no mail says ${text}`);
  return found;
}

test.serial(
  'a share’s mail has the link and never the password, for at most twenty recipients, and is rate-limited',
  async (t) => {
    const { person } = await sharer();
    t.teardown(() => mock.timers.reset());
    // The next hour must not begin in between.
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const emails = Array.from({ length: 20 }, (_, n) => `reader${n}@client.example`);
    const share = (list: readonly unknown[]) =>
      person.send<CreatedShareAnswer & { fields?: object }>('POST', '/api/shared-links', {
        clientDomain: 'client.example',
        password: 'second flush',
        emails: list,
      });
    const made = await share(['', ...emails, ' READER0@client.example ']);
    t.is(made.status, 201);
    t.deepEqual(made.body.notMailed, []);
    const mailed = app.said.filter((line) => line.includes(made.body.url));
    t.is(mailed.length, 20);
    t.false(mailsWith(made.body.url).some((mail) => mail.includes('second flush')));
    t.is((await share([...emails, 'one@more.example'])).status, 400);
    t.deepEqual(Object.keys((await share(['ok@client.example', 'a@b\r\nBcc: x@evil.example'])).body.fields ?? {}), [
      'emails.1',
    ]);
    t.is((await share(emails)).status, 201);
    t.is((await share(emails)).status, 201);
    const stopped = await share(emails.slice(0, 1));
    t.is(stopped.status, 429);
    t.true(Number(stopped.headers['retry-after']) > 0);
  },
);

test('a share password keeps the spaces at its ends', async (t) => {
  const { at } = await sharer({ password: ' first  flush ' });
  const open = (password: string) => stranger().get(`${at}?password=${encodeURIComponent(password)}`);
  t.is((await open('first  flush')).status, 401);
  t.is((await open(' first  flush ')).status, 200);
});

test('the log holds neither the recipients of a share nor the hash of its password in plain text', async (t) => {
  await sharer({ password: 'third flush', emails: ['unseen@client.example'] });
  const names = (await readdir(app.dataDir)).filter((name) => name.startsWith('events.db'));
  t.true(names.length > 0);
  for (const name of names) {
    const bytes = await readFile(path.join(app.dataDir, name), 'latin1');
    for (const secret of ['third flush', '$argon2id', 'unseen@client.example']) t.false(bytes.includes(secret), name);
  }
});

/** Bodies that are valid JSON and no command. */
const ODD_VALUES: readonly unknown[] = [
  { a: 1 },
  ['x'],
  7,
  true,
  { toString: 'x' },
  [[]],
  '\u0000',
  'a\u001b[2Jb',
  'x'.repeat(5_000),
];
const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'POST /api/links': ['articleLink', 'clientLink', 'duration', 'assignedTo', 'teamId', 'pocEmail', 'remarks', 'anchor'],
  'POST /api/shared-links': ['clientDomain', 'password', 'teamId', 'expiresAt'],
  'PATCH /api/user/profile': ['firstName', 'lastName', 'company'],
  'POST /api/login/email': ['email', 'returnTo'],
  'POST /api/teams': ['name', 'ownerId'],
  'POST /api/campaigns': ['name', 'description', 'startDate', 'endDate', 'status', 'teamId', 'clientDomain'],
  'POST /api/clients': ['name', 'notes', 'teamId'],
};

test('objects, lists and numbers in place of text are refused by field and never cause a 500', async (t) => {
  const person = await somebody();
  for (const [at, fields] of Object.entries(TEXT_FIELDS)) {
    const [method = '', path = ''] = at.split(' ');
    for (const field of fields)
      for (const value of ODD_VALUES) {
        const { status, body } = await person.send<{ fields?: Record<string, string> }>(method, path, {
          [field]: value,
        });
        const said = `${at} ${field} = ${JSON.stringify(value).slice(0, 40)}`;
        t.true(status >= 400 && status < 500, `${said} answered ${status}`);
        if (typeof value !== 'string') t.true(Object.hasOwn(body.fields ?? {}, field), said);
      }
  }
});

test('a body that targets the prototype of objects is refused and changes no object', async (t) => {
  const person = await somebody();
  const bodies = [
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"articleLink":{"__proto__":{"polluted":true}}}',
    '{"toString":"x","valueOf":"x","hasOwnProperty":"x"}',
    '[]',
    'null',
    '"text"',
    '7',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `{"a":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`,
  ];
  for (const at of Object.keys(TEXT_FIELDS)) {
    const [method = '', path = ''] = at.split(' ');
    for (const [index, body] of bodies.entries()) {
      const key = method === 'POST' ? { 'Idempotency-Key': `${path}${index}` } : {};
      const { status } = await person.send(method, path, body, key);
      t.is(status, 400, `${at} ${body.slice(0, 60)}`);
    }
  }
  t.false('polluted' in {});
  t.is((await person.get('/api/links?__proto__=x&constructor=y')).status, 400);
});

test('an email address as long as a body is refused at once', async (t) => {
  const started = performance.now();
  const sent = await stranger().send('POST', '/api/login/email', { email: `a@${'.'.repeat(200_000)}@` });
  t.is(sent.status, 400);
  // A minute of work, where the time grows with the square of the length.
  t.true(performance.now() - started < 50_000);
});

test('a repeated parameter is refused', async (t) => {
  const { person, at } = await sharer();
  for (const query of ['page=1&page=2', 'sort=anchor&sort=status', 'q=a&q=b', 'teamId=a&teamId=b', 'page[]=1'])
    t.is((await person.get(`/api/links?${query}`)).status, 400, query);
  for (const query of ['page=1&page=2', 'password=a&password=b', 'q[]=x', 'clientDomain=other.example'])
    t.is((await stranger().get(`${at}?${query}`)).status, 400, query);
});

/** Asks for a path exactly as it is written: other clients tidy it up. */
async function rawGet(path: string): Promise<{ status: number; text: string }> {
  const asked = http.get({ host: '127.0.0.1', port: new URL(app.url).port, path, agent: false });
  const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
}

test('no path leads out of the console’s folder, to other files or to a 500', async (t) => {
  const up = ['../../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '%252e%252e%252f', '../../'];
  const targets = ['package.json', 'infra/main.ts', 'console/vite.config.ts', 'infra/scripts/setup.mjs', 'etc/passwd'];
  const prefixes = ['/', '/assets/', '//', '/assets//', '/api/links/'];
  for (const prefix of prefixes)
    for (const step of up)
      for (const target of targets)
        for (const path of [
          prefix + step + target,
          prefix + step.repeat(3) + target,
          `${prefix}${step}${target}%00.js`,
        ]) {
          const { status, text } = await rawGet(path);
          t.true(status < 500, `${path} answered ${status}`);
          t.notRegex(text, /"dependencies"|composition root|defineConfig|npm install|root:x:/, path);
        }
  for (const path of ['/%', '/%zz', '/%ff.js', '/assets/%00.js', '/.js', '/assets', '*', 'http://evil.example/'])
    t.true((await rawGet(path)).status < 500, path);
  const { person, linkId } = await sharer();
  for (const name of ['..%2f..%2fkeys.db', 'x'.repeat(64), '__proto__'])
    t.is((await person.get(`/api/links/${linkId}/evidence/${name}`)).status, 404, name);
});

test('an oversized header or address is refused, and the server keeps running', async (t) => {
  const headers = { 'X-Large': 'x'.repeat(40_000) };
  const refused = await request(`${app.url}/api/health`, { headers });
  t.is(refused.statusCode, 431);
  t.is(((await refused.body.json()) as { code: string }).code, 'header-too-large');
  t.is((await request(`${app.url}/api/shared/${'x'.repeat(40_000)}`)).statusCode, 431);
  t.is((await request(`${app.url}/api/links?q=${'x'.repeat(5_000)}`)).statusCode, 401);
  t.is((await (await somebody()).get(`/api/links?q=${'x'.repeat(5_000)}`)).status, 400);
  t.is((await request(`${app.url}/api/links`, { headers: { Cookie: 'linkledger='.repeat(900) } })).statusCode, 401);
  t.true(await alive());
});

/** Sends bytes as they are and answers everything that comes back. */
async function rawSend(text: string): Promise<string> {
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('a request with two lengths, or a hidden second request, is refused', async (t) => {
  const head = 'POST /api/logout HTTP/1.1\r\nHost: x\r\n';
  const smuggled = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const request of [
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}Content-Length: 0\r\nContent-Length: 40\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n${smuggled}`,
    `${head}X: a\rContent-Length: 0\r\n\r\n${smuggled}`,
  ]) {
    const answer = await rawSend(request);
    t.regex(answer, /^HTTP\/1\.1 400/);
    t.false(answer.includes('"status":"ok"'));
  }
  t.true(await alive());
});

test('links start with the public URL, whatever host a request names', async (t) => {
  const { person } = await sharer();
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
  const made = await person.send<CreatedShareAnswer>(
    'POST',
    '/api/shared-links',
    { clientDomain: 'client.example' },
    headers,
  );
  t.is(made.status, 201);
  t.true(made.body.url.startsWith(`${app.url}/share/`));
});

test('a path answers an unsupported method with 405 and OPTIONS with 204, and names its methods with both', async (t) => {
  for (const method of ['PUT', 'TRACE', 'PROPFIND', 'DELETE'] as const) {
    const { statusCode, headers, body } = await request(`${app.url}/api/health`, { method: method as 'PUT' });
    t.is(statusCode, 405, method);
    t.is(headers.allow, 'HEAD, GET');
    t.is(((await body.json()) as { code: string }).code, 'method-not-allowed');
  }
  const options = await request(`${app.url}/api/links/some-id`, { method: 'OPTIONS' });
  t.is(options.statusCode, 204);
  t.deepEqual(String(options.headers.allow).split(', ').toSorted(), ['DELETE', 'GET', 'HEAD', 'PATCH']);
  t.is((await request(`${app.url}/api/health`, { method: 'HEAD' })).statusCode, 200);
  for (const method of ['PUT', 'OPTIONS', 'HEAD'] as const)
    t.is((await request(`${app.url}/api/no-such-path`, { method })).statusCode, 404, method);
});
