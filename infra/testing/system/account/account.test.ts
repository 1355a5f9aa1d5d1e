/** A person's own account through the API, on the whole system: profile, settings, photo, deletion. */
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { DEFAULT_CALENDAR } from '../../../../command-service/contract/calendar.ts';
import { MAX_PHOTO } from '../../../../command-service/model/user/commands.ts';
import { DEFAULT_SETTINGS } from '../../../../command-service/model/user/events.ts';
import type {
  PhotoAnswer,
  ProfileAnswer,
  SettingsAnswer,
  UserAnswer,
} from '../../../../query-service/contract/answers/account.ts';
import type { HistoryAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { readConfig } from '../../../main/config/config.ts';
import { start } from '../../../main/process/start.ts';
import { acceptInvitation, addMember } from '../../actors/team.ts';
import { signIn, Visitor } from '../../actors/visitor.ts';
import { MANY_SIGN_INS, startServer } from '../../apps/server.ts';
import { removeViews } from '../../remove-views.ts';
import { CHUNK_BYTES, GIF, JPEG, png, WEBP } from '../../sample-images.ts';
import { waitUntil } from '../../wait-until.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());

let people = 0;
const newAddress = () => `person${++people}@example.com`;
const dataUrl = (bytes: Uint8Array | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const photo = (person: Visitor, profilePhoto: unknown) =>
  person.send<Failure>('POST', '/api/user/photo', { profilePhoto });
const idOf = async (person: Visitor) => (await person.get<UserAnswer>('/api/auth/user')).body.id;

/** A team of `owner` that `member` has joined. */
async function teamOf(owner: Visitor, name: string, ...members: { person: Visitor; email: string }[]): Promise<string> {
  const { body } = await owner.send<TeamAnswer>('POST', '/api/teams', { name });
  for (const { person, email } of members)
    await addMember(app, owner, body.id, Object.assign(person, { email }), 'edit');
  return body.id;
}

test('a profile can be sent back as it was read; an invalid email address is refused with the reason', async (t) => {
  const email = newAddress();
  const person = await app.signIn(email);
  const { body } = await person.get<ProfileAnswer>('/api/user/profile');
  const sent = await person.send<ProfileAnswer>('PATCH', '/api/user/profile', { ...body, firstName: 'Ann' });
  t.is(sent.status, 200);
  t.deepEqual(sent.body, { firstName: 'Ann', lastName: '', email, company: '', confirmationSentTo: null });
  t.is((await person.send('PATCH', '/api/user/profile', { email: email.toUpperCase() })).status, 200);
  for (const other of ['no address', '', null, 7]) {
    const refused = await person.send<Failure>('PATCH', '/api/user/profile', { email: other, lastName: 'Lee' });
    t.is(refused.status, 400);
    t.deepEqual(Object.keys(refused.body.fields ?? {}), ['email']);
  }
  t.is((await person.get<ProfileAnswer>('/api/user/profile')).body.lastName, '');
});

test('settings start with the defaults, and an update changes only the fields it names', async (t) => {
  const person = await app.signIn(newAddress());
  const defaults: SettingsAnswer = {
    ...{
      emailNotifications: true,
      statusChangeAlerts: true,
      expiringLinkAlerts: true,
      weeklyReport: false,
      sealMails: false,
    },
    warningAlerts: DEFAULT_SETTINGS.warningAlerts,
    defaultView: null,
    matching: 'exact',
    calendar: DEFAULT_CALENDAR,
    language: 'en',
    ...{ checkFrequency: null, retryCount: 3, effectiveFrequency: 'biweekly', allowedFrequencies: ['biweekly'] },
  };
  t.deepEqual((await person.get('/api/user/settings')).body, defaults);
  const changed = await person.send('PATCH', '/api/user/settings', { weeklyReport: true, retryCount: 0 });
  t.is(changed.status, 200);
  t.deepEqual(changed.body, { ...defaults, weeklyReport: true, retryCount: 0 });
  const calendar = { timeZone: 'europe/berlin', monthStart: 15 };
  const moved = await person.send<SettingsAnswer>('PATCH', '/api/user/settings', { calendar });
  t.deepEqual(moved.body.calendar, { timeZone: 'Europe/Berlin', monthStart: 15 });
  t.deepEqual((await person.get<SettingsAnswer>('/api/user/settings')).body.calendar, moved.body.calendar);
  await person.send('PATCH', '/api/user/settings', { calendar: DEFAULT_CALENDAR });
  t.deepEqual((await person.get('/api/user/settings')).body, changed.body);
});

test('a frequency above the plan is refused with a readable error; a larger plan allows it, a smaller one limits it', async (t) => {
  const person = await app.signIn(newAddress());
  const choose = (checkFrequency: unknown) =>
    person.send<SettingsAnswer & Failure>('PATCH', '/api/user/settings', { checkFrequency });
  for (const [frequency, plan] of [
    ['daily', 'Professional'],
    ['weekly', 'Starter'],
  ]) {
    const refused = await choose(frequency);
    t.is(refused.status, 403);
    t.is(refused.body.code, 'plan-required');
    t.true(refused.body.message.includes(`the ${plan} plan`));
    t.deepEqual(Object.keys(refused.body.fields ?? {}), ['checkFrequency']);
  }
  t.is(
    (await person.send('PATCH', '/api/subscription', { plan: 'professional', billingCycle: 'monthly' })).status,
    200,
  );
  const daily = await choose('daily');
  t.is(daily.status, 200);
  t.is(daily.body.effectiveFrequency, 'daily');
  await person.send('PATCH', '/api/subscription', { plan: 'starter', billingCycle: 'monthly' });
  const { body } = await person.get<SettingsAnswer>('/api/user/settings');
  t.is(body.checkFrequency, 'daily');
  t.is(body.effectiveFrequency, 'weekly');
  t.deepEqual(body.allowedFrequencies, ['biweekly', 'weekly']);
  t.is((await choose('daily')).status, 200, 'the present frequency may be sent again');
  t.is((await choose(null)).body.checkFrequency, null);
  t.is((await choose('daily')).status, 403);
});

test('invalid settings are refused by field', async (t) => {
  const person = await app.signIn(newAddress());
  const wrong: Record<string, readonly unknown[]> = {
    retryCount: [-1, 11, 1.5, '3', null],
    language: ['fr', 'DE', '', 7, null],
    checkFrequency: ['hourly', 7, ['daily']],
    warningAlerts: ['hidden', null, 7],
    weeklyReport: ['true', 1, null],
    sealMails: ['true', 1, null],
    calendar: [null, 'UTC', 7],
    theme: ['dark'],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body } = await person.send<Failure>('PATCH', '/api/user/settings', { [field]: value });
      t.is(status, 400, `${field}: ${value}`);
      t.deepEqual(Object.keys(body.fields ?? {}), [field]);
    }
  }
});

test('a photo is served with the type of its bytes, replaced as a whole and removed with null', async (t) => {
  const person = await app.signIn(newAddress());
  const folder = path.join(app.dataDir, 'photos', await idOf(person));
  t.deepEqual((await person.get('/api/user/photo')).body, { profilePhoto: null });
  for (const [bytes, type] of [
    [png(), 'image/png'],
    [JPEG, 'image/jpeg'],
    [GIF, 'image/gif'],
    [WEBP, 'image/webp'],
  ] as const) {
    const sent = await photo(person, dataUrl(bytes, 'image/svg+xml'));
    t.is(sent.status, 204);
    t.deepEqual((await person.get('/api/user/photo')).body, { profilePhoto: dataUrl(bytes, type) });
    t.is(readdirSync(folder).length, 1, 'the former photo is gone');
  }
  t.is(statSync(folder).mode & 0o077, 0);
  t.is((await photo(person, null)).status, 204);
  t.deepEqual((await person.get('/api/user/photo')).body, { profilePhoto: null });
  t.false(existsSync(folder));
});

test('ten concurrent photos leave one, complete', async (t) => {
  const person = await app.signIn(newAddress());
  const photos = Array.from({ length: 10 }, (_, n) => dataUrl(png(n + 1)));
  const sent = await Promise.all(photos.map((each) => photo(person, each)));
  t.true(sent.every(({ status }) => status === 204));
  t.true(photos.includes((await person.get<PhotoAnswer>('/api/user/photo')).body.profilePhoto ?? ''));
  t.is(readdirSync(path.join(app.dataDir, 'photos', await idOf(person))).length, 1);
});

test('an invalid photo is refused with a readable error, and the old one stays', async (t) => {
  const person = await app.signIn(newAddress());
  await photo(person, dataUrl(GIF, 'image/gif'));
  const tooLarge = png(MAX_PHOTO - png().length - CHUNK_BYTES + 1);
  const wrong = [
    dataUrl('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    dataUrl('<!doctype html><script>alert(1)</script>', 'image/gif'),
    dataUrl('GIF89a<script>alert(1)</script>', 'image/gif'),
    dataUrl(JPEG.subarray(0, 80), 'image/jpeg'),
    dataUrl(tooLarge),
    'data:image/png;base64,!!!!',
    `data:image/png;base64,${png().toString('base64').slice(0, -1)}`,
    'javascript:alert(1)',
    7,
    {},
    undefined,
  ];
  for (const each of wrong) {
    const { status, body } = await photo(person, each);
    t.is(status, 400, String(each).slice(0, 40));
    t.deepEqual(Object.keys(body.fields ?? {}), ['profilePhoto']);
  }
  t.is((await person.get<PhotoAnswer>('/api/user/photo')).body.profilePhoto, dataUrl(GIF, 'image/gif'));
});

test('a photo of 2 MB is accepted, a body of 4 MB is refused, and other routes refuse 300 kB', async (t) => {
  const person = await app.signIn(newAddress());
  t.is((await photo(person, dataUrl(png(MAX_PHOTO - png().length - CHUNK_BYTES)))).status, 204);
  const refused = await photo(person, 'x'.repeat(4 * 1024 * 1024));
  t.is(refused.status, 413);
  t.is(refused.body.code, 'too-large');
  t.is((await person.send('PATCH', '/api/user/profile', { company: 'x'.repeat(300 * 1024) })).status, 413);
});

test('a body of 50 MB is refused early, announced or not', async (t) => {
  const headers = { 'content-type': 'application/json' };
  const send = (body: Buffer | AsyncIterable<Buffer>) =>
    request(`${app.url}/api/links`, { method: 'POST', headers, body: body as Buffer });
  const announced = await send(Buffer.alloc(50_000_000, ' '));
  t.is(announced.statusCode, 413);
  await announced.body.dump();
  let pulled = 0;
  async function* endless() {
    for (; pulled < 50_000_000; pulled += 100_000) yield Buffer.alloc(100_000, ' ');
  }
  const counted = await send(endless());
  t.is(counted.statusCode, 413);
  await counted.body.dump();
  t.true(pulled < 25_000_000, `${pulled} bytes were taken`);
});

test('a photo is visible only to the person and their teammates', async (t) => {
  const [owner, email] = [await app.signIn(newAddress()), newAddress()];
  const [member, stranger] = [await app.signIn(email), await app.signIn(newAddress())];
  await photo(owner, dataUrl(GIF, 'image/gif'));
  const at = `/api/user/photo?userId=${await idOf(owner)}`;
  t.is((await member.get(at)).status, 404);
  await teamOf(owner, 'Tea', { person: member, email });
  t.deepEqual((await member.get(at)).body, { profilePhoto: dataUrl(GIF, 'image/gif') });
  t.deepEqual((await owner.get(at)).body, { profilePhoto: dataUrl(GIF, 'image/gif') });
  t.is((await stranger.get(at)).status, 404);
  t.is((await stranger.get('/api/user/photo?userId=nobody')).status, 404);
  t.is((await stranger.get('/api/user/photo?userId=a&userId=b')).status, 400);
  const nobody = new Visitor(app.url);
  t.is((await nobody.get(at)).status, 401);
});

test('account changes require a session', async (t) => {
  const nobody = new Visitor(app.url);
  t.is((await nobody.get('/api/user/settings')).status, 401);
  t.is((await nobody.send('PATCH', '/api/user/settings', {})).status, 401);
  t.is((await nobody.send('PATCH', '/api/user/profile', {})).status, 401);
  t.is((await photo(nobody, null)).status, 401);
  t.is((await nobody.send('DELETE', '/api/user', { confirmation: 'a@b.example', heirs: [] })).status, 401);
});

test('deleting an account requires its own address, and new owners who are members of the teams', async (t) => {
  const [email, memberEmail] = [newAddress(), newAddress()];
  const [owner, member] = [await app.signIn(email), await app.signIn(memberEmail)];
  const teamId = await teamOf(owner, 'Tea', { person: member, email: memberEmail });
  const [ownerId, memberId] = [await idOf(owner), await idOf(member)];
  const stranger = await idOf(await app.signIn(newAddress()));
  const wrong: readonly [object, string][] = [
    [{ confirmation: memberEmail, heirs: [] }, 'confirmation'],
    [{ confirmation: '', heirs: [] }, 'confirmation'],
    [{ heirs: [] }, 'confirmation'],
    [{ confirmation: email, heirs: [{ teamId, userId: stranger }] }, 'heirs'],
    [{ confirmation: email, heirs: [{ teamId, userId: ownerId }] }, 'heirs'],
    [{ confirmation: email, heirs: [{ teamId: 'nothing', userId: memberId }] }, 'heirs'],
    [{ confirmation: email, heirs: 'bob' }, 'heirs'],
    [
      {
        confirmation: email,
        heirs: [
          { teamId, userId: memberId },
          { teamId, userId: memberId },
        ],
      },
      'heirs',
    ],
    [{ confirmation: email, heirs: [{ teamId }] }, 'heirs[0].userId'],
    [{ confirmation: email, heirs: [null] }, 'heirs[0]'],
    [{ confirmation: email, heirs: [], sure: true }, 'sure'],
  ];
  for (const [body, field] of wrong) {
    const refused = await owner.send<Failure>('DELETE', '/api/user', body);
    t.is(refused.status, 400, JSON.stringify(body));
    t.deepEqual(Object.keys(refused.body.fields ?? {}), [field]);
  }
  const foreign = await member.send<Failure>('DELETE', '/api/user', {
    confirmation: memberEmail,
    heirs: [{ teamId, userId: ownerId }],
  });
  t.deepEqual(Object.keys(foreign.body.fields ?? {}), ['heirs'], 'a team of another person');
  t.is((await owner.get('/api/auth/user')).status, 200);
});

test('deleting an account hands over or deletes its teams, ends every session, and frees the address', async (t) => {
  const [email, heirEmail] = [newAddress(), newAddress()];
  const [owner, second] = [await app.signIn(email), await app.signIn(email)];
  const heir = await app.signIn(heirEmail);
  const [ownerId, heirId] = [await idOf(owner), await idOf(heir)];
  const kept = await teamOf(owner, 'Kept', { person: heir, email: heirEmail });
  const gone = await teamOf(owner, 'Gone', { person: heir, email: heirEmail });
  const joined = await teamOf(heir, 'Joined', { person: owner, email });
  const link = await owner.send<{ id: string }>('POST', '/api/links', {
    ...{ articleLink: 'http://127.0.0.1:9/a', clientLink: 'https://client.example/', teamId: kept },
  });
  t.is(link.status, 201);

  const deleted = await owner.send('DELETE', '/api/user', {
    confirmation: ` ${email.toUpperCase()} `,
    heirs: [{ teamId: kept, userId: heirId }],
  });
  t.is(deleted.status, 204);
  for (const session of [owner, second]) t.is((await session.get('/api/auth/user')).status, 401);

  const again = await app.signIn(email);
  t.not(await idOf(again), ownerId);
  t.deepEqual((await again.get<ProfileAnswer>('/api/user/profile')).body.firstName, '');

  await waitUntil(async () => {
    const { body } = await heir.get<TeamAnswer[]>('/api/teams/my');
    const mine = body.find(({ id }) => id === kept);
    return (
      mine !== undefined && mine.members.length === 0 && body.find(({ id }) => id === joined)?.members.length === 0
    );
  });
  t.is((await heir.get(`/api/teams/${gone}`)).status, 404);
  t.is((await heir.get(`/api/user/photo?userId=${ownerId}`)).status, 404);
  const history = await heir.get<HistoryAnswer[]>(`/api/links/${link.body.id}/history`);
  t.is(history.body.find(({ kind }) => kind === 'added')?.actorName, 'Deleted user');
});

test('two concurrent deletions both get an answer, and one takes effect', async (t) => {
  const email = newAddress();
  const person = await app.signIn(email);
  const erase = () => person.send('DELETE', '/api/user', { confirmation: email });
  const answers = await Promise.all([erase(), erase(), erase()]);
  t.true(answers.every(({ status }) => status === 204 || status === 401));
  t.true(answers.some(({ status }) => status === 204));
  t.is((await person.get('/api/auth/user')).status, 401);
  t.is((await person.send('DELETE', '/api/user', { confirmation: email })).status, 401);
});

/** Every file of the folder with the names in `text`, the outbox left out. */
function filesWith(dataDir: string, text: string): readonly string[] {
  const needle = Buffer.from(text.toLowerCase());
  // Folders may be removed meanwhile.
  return globSync('**', { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(dataDir, file).startsWith('outbox'))
    .filter((file) => Buffer.from(textOf(file).toLowerCase(), 'latin1').includes(needle));
}

/** A file that was removed since it was named has nothing in it. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

async function runIn(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-account-'));
  const said: string[] = [];
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', CHECKER_RENDER: 'never', ...MANY_SIGN_INS };
  const open = () => start(readConfig(env), { print: (line) => void said.push(line) });
  let running = await open();
  t.teardown(async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir,
    signIn: (email: string) => signIn(running.url, email, said),
    async restart(meanwhile: () => void = () => {}) {
      await running.stop();
      meanwhile();
      running = await open();
    },
  };
}

test('after a deletion no file holds the address, names, contacts or photo, and a rebuild still shows “Deleted user”', async (t) => {
  const { dataDir, signIn, restart } = await runIn(t);
  const email = 'wilhelmina.q@example.com';
  const person = await signIn(email);
  await person.send('PATCH', '/api/user/profile', {
    firstName: 'Wilhelmina',
    lastName: 'Quackenbush',
    company: 'Quibble',
  });
  await person.send('PATCH', '/api/user/profile', { lastName: 'Vanderquist' });
  await photo(person, dataUrl(png()));
  const photoFolder = path.join(dataDir, 'photos', await idOf(person));
  t.true(existsSync(photoFolder));
  const { body: link } = await person.send<{ id: string }>('POST', '/api/links', {
    articleLink: 'http://127.0.0.1:9/a',
    clientLink: 'https://client.example/',
    pocEmail: 'editor@blogs.example',
  });
  await person.send('PATCH', `/api/links/${link.id}`, { pocEmail: 'chief@blogs.example' });
  const { body: share } = await person.send<{ shareId: string }>('POST', '/api/shared-links', {
    clientDomain: 'client.example',
    emails: ['reader@clients.example'],
  });
  const heir = await signIn('heir@example.com');
  const { body: team } = await heir.send<TeamAnswer>('POST', '/api/teams', { name: 'Tea' });
  const teamLink = await heir.send<{ id: string }>('POST', '/api/links', {
    ...{ articleLink: 'http://127.0.0.1:9/b', clientLink: 'https://client.example/', teamId: team.id },
  });
  await heir.send('POST', `/api/teams/${team.id}/invite`, { email, name: 'Wilhelmina Q', permission: 'edit' });
  const mail = readdirSync(path.join(dataDir, 'outbox')).map((file) =>
    readFileSync(path.join(dataDir, 'outbox', file), 'utf8'),
  );
  const token = /\/invite\/([\w-]+)/.exec(mail.find((text) => text.includes('/invite/')) ?? '')?.[1] ?? '';
  t.is((await acceptInvitation(person, token)).status, 200);
  t.is((await person.send('PATCH', `/api/links/${teamLink.body.id}`, { remarks: 'Paid' })).status, 200);

  const secrets = [email, 'Wilhelmina', 'Quackenbush', 'Vanderquist', 'Quibble', 'blogs.example', 'reader@clients'];
  const inLog = secrets.flatMap((secret) => filesWith(dataDir, secret).filter((file) => file.includes('events.db')));
  t.deepEqual(inLog, [], 'the log never has a secret in plain text');
  t.true(
    filesWith(dataDir, 'Vanderquist').some((file) => file.includes('views.db')),
    'the search finds a secret that a file has',
  );

  t.is((await person.send('DELETE', '/api/user', { confirmation: email })).status, 204);
  t.is((await fetchShare(heir, share.shareId)).status, 404);
  const nothingLeft = () => secrets.every((secret) => filesWith(dataDir, secret).length === 0);
  await waitUntil(nothingLeft);
  t.false(existsSync(photoFolder));

  const actor = async () => {
    const { body } = await heir.get<HistoryAnswer[]>(`/api/links/${teamLink.body.id}/history`);
    return body.find(({ kind }) => kind === 'edited')?.actorName;
  };
  await waitUntil(async () => (await actor()) === 'Deleted user');
  await restart(() => removeViews(dataDir));
  const later = await signIn('heir@example.com');
  const { body } = await later.get<HistoryAnswer[]>(`/api/links/${teamLink.body.id}/history`);
  t.is(body.find(({ kind }) => kind === 'edited')?.actorName, 'Deleted user');
  t.true(nothingLeft());
});

const fetchShare = (visitor: Visitor, shareId: string) => visitor.get(`/api/shared/${shareId}`);

test('both addresses of a change are encrypted in the log', async (t) => {
  const [former, email] = [newAddress(), newAddress()];
  const person = await app.signIn(former);
  const before = app.said.length;
  t.is((await person.send('PATCH', '/api/user/profile', { email })).status, 200);
  const line = await waitUntil(() =>
    app.said.slice(before).find((each) => each.startsWith(`Link to confirm ${email}:`)),
  );
  const form = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' };
  const token = line.split('token=').at(-1);
  t.is((await person.send('POST', '/api/user/email/confirm', `token=${token}`, form)).status, 200);
  const log = readdirSync(app.dataDir).filter((name) => name.startsWith('events.db'));
  const bytes = Buffer.concat(log.map((name) => readFileSync(path.join(app.dataDir, name))));
  t.true(bytes.includes('EmailChanged'));
  for (const address of [former, email]) t.false(bytes.includes(address), address);
});
