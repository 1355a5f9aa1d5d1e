/** The main job through the API, on the whole system: add a link, have it checked, see its history. */
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type {
  CheckResultAnswer,
  HistoryAnswer,
  LinkAnswer,
  TrashAnswer,
} from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);

interface Added {
  readonly id: string;
  readonly checkResult: CheckResultAnswer;
}
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_TIMEOUT_MS: '15000' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});

let people = 0;
const somebody = () => app.signIn(`person${++people}@example.com`);
const add = (person: Visitor, articleLink: string, more: object = {}) =>
  person.send<Added>('POST', '/api/links', { articleLink, clientLink: CLIENT, ...more });
const only = async (person: Visitor) => (await person.get<LinkAnswer[]>('/api/links')).body[0]!;
const history = async (person: Visitor, id: string) =>
  (await person.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body;

test('a link found on its page is live, with its anchor and type, in the answer and in the list', async (t) => {
  pages.set('/live', LINKED);
  const person = await somebody();
  const { status, headers, body } = await add(person, pages.at('/live'));
  t.is(status, 201);
  t.is(headers.location, `/api/links/${body.id}`);
  t.like(body.checkResult, { status: 'live', anchor: 'good tea', linkType: 'dofollow' });
  t.like(await only(person), {
    id: body.id,
    status: 'live',
    anchor: 'good tea',
    linkType: 'dofollow',
    clientDomain: 'client.example',
    checking: false,
    duration: '30 days',
    daysLeft: 30,
    reason: { code: 'found-static' },
  });
});

test('a link added by scripts is live too, and the history names the tier that found it', async (t) => {
  const script = `document.body.insertAdjacentHTML('beforeend', '<a rel="nofollow" href="${CLIENT}">tea</a>')`;
  pages.set('/rendered', article(`<script>${script}</script>`));
  const person = await somebody();
  const { body } = await add(person, pages.at('/rendered'));
  t.like(body.checkResult, { status: 'live', anchor: 'tea', linkType: 'nofollow' });
  const checked = (await history(person, body.id)).find((entry) => entry.kind === 'checked');
  t.deepEqual(checked?.kind === 'checked' ? checked.observation.visits.map(({ by }) => by) : [], ['http', 'browser']);
  t.is((await only(person)).reason.code, 'found-rendered');
});

test('a link missing from a readable page is removed', async (t) => {
  pages.set('/without', article('<p>Nothing here.</p>'));
  const person = await somebody();
  const { body } = await add(person, pages.at('/without'));
  t.like(body.checkResult, { status: 'removed', anchor: null, linkType: null });
});

test('a link on a missing page is removed, on an unreadable page it is not', async (t) => {
  pages.set('/gone', (_, response) => response.writeHead(410).end());
  pages.set('/blocked', (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<p>No.</p>'));
  const person = await somebody();
  t.is((await add(person, pages.at('/gone'))).body.checkResult.status, 'removed');
  const { checkResult } = (await add(person, pages.at('/blocked'))).body;
  t.is(checkResult.status, 'pending');
  t.regex(checkResult.reason, /403/);
});

test('an address on a private network is not visited, and the answer gives the reason', async (t) => {
  const person = await somebody();
  const { status, body } = await add(person, 'http://169.254.169.254/latest/meta-data/');
  t.is(status, 201);
  t.is(body.checkResult.status, 'pending');
  t.is((await only(person)).reason.code, 'address-not-allowed');
});

test('a recheck after the link disappeared returns removed, and the history has every step', async (t) => {
  pages.set('/changing', LINKED);
  const person = await somebody();
  const { id } = (await add(person, pages.at('/changing'))).body;
  pages.set('/changing', article('<p>We changed our mind.</p>'));
  const { body } = await person.send<Added>('POST', `/api/links/${id}/recheck`);
  t.is(body.checkResult.status, 'removed');

  // Evidence comes when it comes.
  const story = (await history(person, id)).filter(({ kind }) => !kind.startsWith('evidence-'));
  t.deepEqual(
    story.map(({ kind }) => kind),
    ['status-changed', 'checked', 'check-requested', 'status-changed', 'checked', 'check-requested', 'added'],
  );
  t.like(story[0], { from: 'live', to: 'removed', reason: { code: 'not-on-page' }, actor: 'checker' });
  t.true(story.every(({ at }) => !Number.isNaN(Date.parse(at))));
  const user = (await person.get<UserAnswer>('/api/auth/user')).body;
  t.like(story.at(-1), { actor: user.id, actorName: user.email });
});

test('an edit records what changed, and new addresses are checked by themselves', async (t) => {
  pages.set('/old', LINKED);
  pages.set('/new', LINKED);
  const person = await somebody();
  const { id } = (await add(person, pages.at('/old'))).body;
  const edit = await person.send<{ revision: number }>('PATCH', `/api/links/${id}`, {
    articleLink: pages.at('/new'),
    remarks: 'moved',
  });
  t.is(edit.status, 200);
  const recheck = await person.send<Added>('POST', `/api/links/${id}/recheck`);
  t.is(recheck.body.checkResult.status, 'live');
  t.true(pages.visits('/new') >= 1);
  t.like(await only(person), { articleLink: pages.at('/new'), remarks: 'moved', status: 'live', revision: 1 });
  const edited = (await history(person, id)).find(({ kind }) => kind === 'edited');
  t.deepEqual(edited?.kind === 'edited' ? edited.changes.map(({ field }) => field).sort() : [], [
    'articleLink',
    'remarks',
  ]);
});

test('the second of two edits with the same If-Match gets 412, and the position that shows the first', async (t) => {
  pages.set('/shared', LINKED);
  const person = await somebody();
  const { id } = (await add(person, pages.at('/shared'))).body;
  const { headers } = await person.get<LinkAnswer>(`/api/links/${id}`);
  const seen = { 'If-Match': headers.etag ?? '' };
  const first = await person.send('PATCH', `/api/links/${id}`, { remarks: 'first' }, seen);
  t.is(first.status, 200);
  const second = await person.send<Failure>('PATCH', `/api/links/${id}`, { remarks: 'second' }, seen);
  t.is(second.status, 412);
  t.is(second.body.code, 'changed-meanwhile');
  t.true(Number(second.headers['x-position']) >= Number(first.headers['x-position']));
  t.is((await only(person)).remarks, 'first');
  t.is((await person.send('PATCH', `/api/links/${id}`, {}, { 'If-Match': 'soon' })).status, 400);
});

test('a deleted link moves to the trash, can be restored, and is deleted forever only from there', async (t) => {
  pages.set('/trash', LINKED);
  const person = await somebody();
  const { id } = (await add(person, pages.at('/trash'))).body;
  t.is((await person.send('DELETE', `/api/trash/${id}/permanent`)).status, 409);
  t.is((await person.send('DELETE', `/api/links/${id}`)).status, 204);
  t.deepEqual((await person.get<LinkAnswer[]>('/api/links')).body, []);
  const name = (await person.get<UserAnswer>('/api/auth/user')).body.email;
  t.like((await person.get<TrashAnswer[]>('/api/trash')).body[0], { id, anchor: 'good tea', deletedByName: name });
  t.like((await person.get<StatsAnswer>('/api/stats')).body, { total: 0, live: 0 });

  t.is((await person.send('POST', `/api/links/${id}/recheck`)).status, 409);
  t.is((await person.send('PATCH', `/api/links/${id}`, { remarks: 'x' })).status, 409);
  t.is((await person.send('POST', `/api/trash/${id}/restore`)).status, 200);
  t.is((await person.send<Failure>('POST', `/api/trash/${id}/restore`)).body.code, 'not-in-trash');
  t.is((await only(person)).id, id);

  await person.send('DELETE', `/api/links/${id}`);
  t.is((await person.send('DELETE', `/api/trash/${id}/permanent`)).status, 204);
  t.is((await person.send('DELETE', `/api/trash/${id}/permanent`)).status, 404);
  t.is((await person.get(`/api/links/${id}`)).status, 404);
  t.is((await history(person, id))[0]?.kind, 'purged');
});

test('another person’s link answers exactly like one that does not exist', async (t) => {
  pages.set('/mine', LINKED);
  const [owner, stranger] = [await somebody(), await somebody()];
  const { id } = (await add(owner, pages.at('/mine'))).body;
  const calls: [string, string, object?][] = [
    ['GET', '/api/links/ID'],
    ['GET', '/api/links/ID/history'],
    ['PATCH', '/api/links/ID', { remarks: 'x' }],
    ['DELETE', '/api/links/ID'],
    ['POST', '/api/links/ID/recheck'],
    ['POST', '/api/trash/ID/restore'],
    ['DELETE', '/api/trash/ID/permanent'],
  ];
  for (const [method, at, body] of calls) {
    const ask = (linkId: string, who: Visitor) =>
      method === 'GET'
        ? who.get<Failure>(at.replace('ID', linkId))
        : who.send<Failure>(method, at.replace('ID', linkId), body);
    const [theirs, none] = [await ask(id, stranger), await ask('01a00000-0000-7000-8000-000000000000', stranger)];
    t.is(theirs.status, 404, `${method} ${at}`);
    t.deepEqual(theirs.body, none.body, `${method} ${at}`);
    t.is((await ask(id, new Visitor(app.url))).status, 401, `${method} ${at}`);
  }
  t.is((await only(owner)).remarks, null);
});

test('bad input gets a 400 that names each field, and leaves nothing behind', async (t) => {
  const person = await somebody();
  const bad: [unknown, string[]][] = [
    [{}, ['articleLink', 'clientLink']],
    [{ articleLink: 'javascript:alert(1)', clientLink: CLIENT }, ['articleLink']],
    [{ articleLink: `https://a.example/${'x'.repeat(2_048)}`, clientLink: CLIENT }, ['articleLink']],
    [{ articleLink: 5, clientLink: true }, ['articleLink', 'clientLink']],
    [{ articleLink: CLIENT, clientLink: CLIENT, surprise: 1 }, ['surprise']],
    [{ articleLink: CLIENT, clientLink: CLIENT, remarks: 'x'.repeat(2_001) }, ['remarks']],
    [{ articleLink: CLIENT, clientLink: CLIENT, assignedTo: 'somebody-else' }, ['assignedTo']],
    [{ articleLink: CLIENT, clientLink: CLIENT, status: 'live' }, ['status']],
    [[], ['body']],
    ['null', ['body']],
  ];
  for (const [body, fields] of bad) {
    const answer = await person.send<Failure>('POST', '/api/links', body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.is(answer.body.code, 'invalid');
    t.deepEqual(Object.keys(answer.body.fields ?? {}).sort(), fields.sort());
  }
  t.is((await person.send<Failure>('POST', '/api/links', '{"articleLink":')).body.code, 'malformed-json');
  t.is((await add(person, CLIENT, { teamId: 'no-such-team' })).status, 404);
  t.deepEqual((await person.get('/api/links')).body, []);
});

test('a repeated add with the same Idempotency-Key adds one link', async (t) => {
  pages.set('/once', LINKED);
  const person = await somebody();
  const body = { articleLink: pages.at('/once'), clientLink: CLIENT };
  const key = { 'Idempotency-Key': 'add-once' };
  const first = await person.send<Added>('POST', '/api/links', body, key);
  const again = await person.send<Added>('POST', '/api/links', body, key);
  t.is(again.body.id, first.body.id);
  t.is((await person.get<LinkAnswer[]>('/api/links')).body.length, 1);
});

test('rechecks at once share the check that is under way', async (t) => {
  pages.set('/popular', LINKED);
  const person = await somebody();
  const { id } = (await add(person, pages.at('/popular'))).body;
  pages.set('/popular', (_, response) => {
    held.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(LINKED));
    if (held.length === 1) arrived();
  });
  const held: (() => void)[] = [];
  let arrived = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const rechecks = Array.from({ length: 16 }, () => person.send<Added>('POST', `/api/links/${id}/recheck`));
  await asked;
  pages.set('/popular', LINKED);
  for (const release of held) release();
  const answers = await Promise.all(rechecks);
  t.deepEqual(new Set(answers.map(({ body }) => body.checkResult.status)), new Set(['live']));
  // A request that arrives when the check is over begins the next one.
  const kinds = (await history(person, id)).map(({ kind }) => kind).toReversed();
  const steps = kinds.filter((kind) => kind === 'check-requested' || kind === 'checked');
  const checks = steps.length / 2;
  t.deepEqual(steps, Array.from({ length: checks }, () => ['check-requested', 'checked']).flat());
  t.true(checks < 1 + rechecks.length, `${checks} checks were requested`);
});

test('a person edits their profile, and the history shows their name', async (t) => {
  pages.set('/named', LINKED);
  const person = await somebody();
  const { id } = (await add(person, pages.at('/named'))).body;
  const edit = await person.send('PATCH', '/api/user/profile', { firstName: ' Ann ', lastName: 'Lee', company: null });
  t.is(edit.status, 200);
  t.like(edit.body as object, { firstName: 'Ann', lastName: 'Lee', company: '' });
  t.like((await person.get('/api/user/profile')).body as object, { firstName: 'Ann', lastName: 'Lee' });
  t.is((await history(person, id)).at(-1)?.actorName, 'Ann Lee');
  const { email } = (await person.get<{ email: string }>('/api/user/profile')).body;
  const asked = await person.send('PATCH', '/api/user/profile', { email: 'other@example.com' });
  t.is(asked.status, 200);
  t.like(asked.body as object, { email }, 'the address changes when the mailed link is opened');
});

test('a sign-in link works once, and opening its page does not use it', async (t) => {
  const visitor = new Visitor(app.url);
  await visitor.send('POST', '/api/login/email', { email: 'once@example.com', returnTo: '//evil.example' });
  const link = new URL(
    app.said
      .findLast((line) => line.includes('once@example.com'))
      ?.split(' ')
      .at(-1) ?? '',
  );
  const look = () => visitor.get<string>(link.pathname + link.search);
  t.regex((await look()).body, /Sign in/);
  t.is((await look()).status, 200);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const use = () => new Visitor(app.url).send('POST', link.pathname, `token=${link.searchParams.get('token')}`, form);
  const [one, two] = await Promise.all([use(), use()]);
  t.deepEqual([one.status, two.status].sort(), [303, 410]);
  t.is((one.status === 303 ? one : two).headers.location, '/');
  t.is((await look()).status, 410);
});

test('the complete mail with the sign-in link is in the outbox', async (t) => {
  await new Visitor(app.url).send('POST', '/api/login/email', { email: 'outbox@example.com' });
  const mail = mailsIn(app.dataDir).find((text) => /^To: outbox@example\.com$/m.test(text)) ?? '';
  const link =
    app.said
      .findLast((line) => line.includes('outbox@example.com'))
      ?.split(' ')
      .at(-1) ?? 'none';
  t.true(mail.includes(`${link}\n`));
});

test('the same address in another case is the same person, also when both sign in at once', async (t) => {
  const [one, two] = await Promise.all([app.signIn('mixed@example.com'), app.signIn('Mixed@Example.com')]);
  const [first, second] = [await one.get<UserAnswer>('/api/auth/user'), await two.get<UserAnswer>('/api/auth/user')];
  t.is(first.body.id, second.body.id);
});

test('the sixth sign-in mail to one address within a quarter of an hour is refused', async (t) => {
  const visitor = new Visitor(app.url);
  const ask = () => visitor.send<Failure>('POST', '/api/login/email', { email: 'eager@example.com' });
  for (let mail = 0; mail < 5; mail++) t.is((await ask()).status, 202);
  const sixth = await ask();
  t.is(sixth.status, 429);
  t.true(Number(sixth.headers['retry-after']) > 0);
});

test('the sign-in pages work without JavaScript and explain errors', async (t) => {
  const visitor = new Visitor(app.url);
  const page = await visitor.get<string>('/api/login?returnTo=/trash%22%3E%3Cscript%3E');
  t.regex(page.body, /<form method="post" action="\/api\/login\/email">/);
  t.notRegex(page.body, /<script>/);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const wrong = await visitor.send<string>('POST', '/api/login/email', 'email=%3Cb%3E', form);
  t.is(wrong.status, 400);
  t.regex(wrong.body, /must be a valid address/);
  t.notRegex(wrong.body, /<b>/);
});

test('the log holds no email address in plain text', async (t) => {
  pages.set('/private', LINKED);
  const person = await app.signIn('secret-person@example.com');
  await add(person, pages.at('/private'), { pocEmail: 'secret-contact@example.com' });
  t.is((await only(person)).pocEmail, 'secret-contact@example.com');
  for (const name of ['events.db', 'events.db-wal']) {
    const file = path.join(app.dataDir, name);
    if (!existsSync(file)) continue;
    for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 24 })) {
      t.notRegex(chunk, /secret-(person|contact)@/);
    }
  }
});

test('the console’s page answers on every screen’s path, with a policy of its own, and never under /api', async (t) => {
  const visitor = new Visitor(app.url);
  for (const at of ['/', '/trash', '/no/such/screen']) {
    const { status, headers, body } = await visitor.get<string>(at);
    t.is(status, 200);
    t.regex(headers['content-security-policy'] ?? '', /script-src 'self';/);
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? 'none';
    t.true(body.includes(nonce));
    t.notRegex(body, /__CSP_NONCE__/);
    t.regex(body, /<meta name="visitor" content="nobody"/);
  }
  const person = await app.signIn('who-looks@example.com');
  t.regex((await person.get<string>('/')).body, /<meta name="visitor" content="somebody"/);
  t.is((await visitor.get('/api/nothing')).status, 404);
  t.is((await visitor.get('/assets/../../../package.json')).status, 200, 'a page, not the file');
  t.notRegex(String((await visitor.get('/..%2f..%2fpackage.js')).body), /"dependencies"/);
});
