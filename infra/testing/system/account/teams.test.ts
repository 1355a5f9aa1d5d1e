/** Teams and invitations through the API, on the whole system. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import test from 'ava';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type {
  InvitationAnswer,
  InvitedAnswer,
  MembersAnswer,
  TeamAnswer,
} from '../../../../query-service/contract/answers/teams.ts';
import { acceptInvitation, addMember } from '../../actors/team.ts';
import { invitationToken, Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());

let people = 0;
async function somebody() {
  const email = `person${++people}@example.com`;
  const visitor = await app.signIn(email);
  const { id } = (await visitor.get<UserAnswer>('/api/auth/user')).body;
  return Object.assign(visitor, { id, email });
}
type Person = Awaited<ReturnType<typeof somebody>>;

async function teamOf(owner: Person, name = 'Agency'): Promise<string> {
  const { status, body, headers } = await owner.send<{ id: string }>('POST', '/api/teams', { name });
  if (status !== 201 || headers.location !== `/api/teams/${body.id}`) throw new Error(`answered ${status}`);
  return body.id;
}

/** The token that was last sent to an address. */
function tokenFor(email: string): string {
  const line = app.said.findLast((each) => each.startsWith(`Invitation for ${email}:`)) ?? '';
  return line.split('/').at(-1) ?? '';
}

async function join(
  inviter: Person,
  teamId: string,
  member: Person,
  permission: 'full' | 'edit' | 'view' = 'edit',
): Promise<string> {
  await addMember(app, inviter, teamId, member, permission);
  return tokenFor(member.email);
}

test('an invited person joins, and both people see each other at once', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  await ann.send('PATCH', '/api/user/profile', { firstName: 'Ann', lastName: 'Lee' });
  const teamId = await teamOf(ann);
  t.like((await ann.get<TeamAnswer[]>('/api/teams/my')).body, [
    { id: teamId, name: 'Agency', ownerId: ann.id, memberCount: 1, members: [], role: 'admin', permission: 'full' },
  ]);
  t.is((await bob.get(`/api/teams/${teamId}`)).status, 404);

  await join(ann, teamId, bob);
  t.deepEqual((await bob.get<TeamAnswer[]>('/api/teams/my')).body, []);
  const [joined] = (await bob.get<TeamAnswer[]>('/api/teams/joined')).body;
  t.like(joined, { id: teamId, memberCount: 2, role: 'contributor', permission: 'edit' });
  t.deepEqual(joined?.owner, { id: ann.id, firstName: 'Ann', lastName: 'Lee', email: ann.email });
  const { body, headers } = await ann.get<TeamAnswer>(`/api/teams/${teamId}`);
  t.like(body.members, [{ userId: bob.id, role: 'contributor', permission: 'edit', name: bob.email }]);
  t.is(headers.etag, `"${body.revision}"`);
  const members = (await bob.get<MembersAnswer>(`/api/teams/${teamId}/members`)).body;
  t.like(members, { owner: { userId: ann.id, role: 'admin', permission: 'full', name: 'Ann Lee' }, invitations: [] });
});

test('the invite page shows the invitation, then its acceptance, and nothing once the member has left', async (t) => {
  const [ann, bob, nobody] = [await somebody(), await somebody(), new Visitor(app.url)];
  const teamId = await teamOf(ann, 'Studio');
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: bob.email, name: 'Bob Ray' });
  const token = tokenFor(bob.email);
  const page = () => nobody.get<InvitationAnswer & Failure>(`/api/invitations/${token}`);
  t.deepEqual((await page()).body as InvitationAnswer, {
    invitation: { email: bob.email, name: 'Bob Ray', permission: 'view', status: 'pending' },
    team: { id: teamId, name: 'Studio' },
    forYou: false,
  });
  t.is((await nobody.send('POST', `/api/invitations/${token}/accept`)).status, 401);
  await acceptInvitation(bob, token);
  t.like((await bob.get<InvitationAnswer>(`/api/invitations/${token}`)).body.invitation, {
    email: bob.email,
    status: 'accepted',
  });
  t.is((await bob.send('POST', `/api/teams/${teamId}/leave`, { userId: bob.id })).status, 200);
  t.deepEqual((await bob.get('/api/teams/joined')).body, []);
  const gone = await bob.get<Failure>(`/api/invitations/${token}`);
  t.is(gone.status, 404);
  t.is(gone.body.message, 'Invitation not found or expired');
  t.is((await acceptInvitation(bob, token)).status, 404);
});

test('only the invited address accepts an invitation, however it is spelled', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: bob.email.toUpperCase(), name: 'Bob' });
  const token = tokenFor(bob.email.toUpperCase());
  const refused = await acceptInvitation<Failure>(eve, token);
  t.is(refused.status, 403);
  t.is(refused.body.code, 'other-address');
  t.true(refused.body.message.includes(bob.email.toUpperCase()), refused.body.message);
  t.is((await acceptInvitation(bob, token)).status, 200);
  t.is((await acceptInvitation(eve, token)).status, 404);
});

test('an invitation’s token is nowhere in the data folder except in the mail', async (t) => {
  const ann = await somebody();
  const teamId = await teamOf(ann);
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: 'secret@example.com', name: 'Se Cret' });
  const token = tokenFor('secret@example.com');
  t.regex(token, /^[\w-]{22}$/);
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && !file.name.endsWith('.part'),
  );
  const holding = files.filter((file) => readFileSync(path.join(file.parentPath, file.name)).includes(token));
  t.deepEqual(
    holding.map(({ name }) => path.extname(name)),
    ['.eml'],
  );
});

test('inviting an address again replaces its invitation; revoking ends it', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  const invite = (permission: string) =>
    ann.send<InvitedAnswer>('POST', `/api/teams/${teamId}/invite`, {
      invitations: [{ email: bob.email, name: 'Bob', permission }],
    });
  await invite('view');
  const first = tokenFor(bob.email);
  t.deepEqual((await invite('full')).body.invitations, [
    { email: bob.email, name: 'Bob', permission: 'full', status: 'sent' },
  ]);
  const second = tokenFor(bob.email);
  t.not(first, second);
  t.is((await acceptInvitation(bob, first)).status, 404);
  const { invitations } = (await ann.get<MembersAnswer>(`/api/teams/${teamId}/members`)).body;
  t.like(invitations, [{ email: bob.email, name: 'Bob', permission: 'full' }]);
  t.is(invitations.length, 1);
  const at = `/api/teams/${teamId}/invitations/${invitations[0]?.id}`;
  t.is((await ann.send('DELETE', at)).status, 204);
  t.is((await ann.send('DELETE', at)).status, 204);
  t.is((await acceptInvitation(bob, second)).status, 404);
});

test('a member of the team is not invited again', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await join(ann, teamId, bob);
  const rows = [
    { email: ann.email, name: 'Ann' },
    { email: bob.email.toUpperCase(), name: 'Bob', permission: 'full' },
  ];
  const { body } = await ann.send<InvitedAnswer>('POST', `/api/teams/${teamId}/invite`, { invitations: rows });
  t.deepEqual(
    body.invitations.map(({ status }) => status),
    ['already-member', 'already-member'],
  );
  t.is(app.said.filter((line) => line.startsWith(`Invitation for ${ann.email}:`)).length, 0);
});

test('a list of invitations names every field that is wrong by its row, and drops blank rows', async (t) => {
  const ann = await somebody();
  const teamId = await teamOf(ann);
  const invite = (body: unknown) => ann.send<Failure & InvitedAnswer>('POST', `/api/teams/${teamId}/invite`, body);
  const wrong = await invite({
    invitations: [
      { email: ' ', name: '', permission: 'full' },
      { email: 'nonsense', name: 'Bob' },
      { email: 'cat@example.com' },
      { email: 'dan@example.com', name: 'Dan', permission: 'owner' },
      { email: 'CAT@example.com', name: 'Cat', role: 'x' },
      'eve@example.com',
    ],
  });
  t.is(wrong.status, 400);
  t.deepEqual(Object.keys(wrong.body.fields ?? {}), [
    'invitations.1.email',
    'invitations.2.name',
    'invitations.3.permission',
    'invitations.4.role',
    'invitations.5.body',
  ]);
  const twice = await invite({
    invitations: [
      { email: 'cat@example.com', name: 'Cat' },
      { email: 'Cat@Example.com', name: 'Cat' },
    ],
  });
  t.deepEqual(twice.body.fields, { 'invitations.1.email': 'This address is already in the list' });
  for (const invitations of [[], [{ email: '', name: ' ' }], 'x', null]) {
    t.deepEqual(Object.keys((await invite({ invitations })).body.fields ?? {}), ['invitations']);
  }
  const many = Array.from({ length: 101 }, (_, n) => ({ email: `p${n}@example.com`, name: 'P' }));
  t.regex((await invite({ invitations: many })).body.message, /At most 100/);
  t.deepEqual(Object.keys((await invite({})).body.fields ?? {}).sort(), ['email', 'name']);
  const right = await invite({
    invitations: [
      { email: '', name: '' },
      { email: 'cat@example.com', name: ' Cat ' },
    ],
  });
  t.like(right.body.invitations, [{ email: 'cat@example.com', name: 'Cat', permission: 'view', status: 'sent' }]);
});

test.serial('one person can send a hundred invitations an hour', async (t) => {
  const ann = await somebody();
  const teamId = await teamOf(ann);
  t.teardown(() => mock.timers.reset());
  // The next hour must not begin in between.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const rows = Array.from({ length: 100 }, (_, n) => ({ email: `guest${n}@example.com`, name: 'Guest' }));
  const all = await ann.send<InvitedAnswer>('POST', `/api/teams/${teamId}/invite`, { invitations: rows });
  t.true(all.body.invitations.every(({ status }) => status === 'sent'));
  const [row] = rows;
  const more = await ann.send<Failure>('POST', `/api/teams/${teamId}/invite`, row);
  t.is(more.status, 429);
  t.true(Number(more.headers['retry-after']) > 0);
});

test('an invitation that the views do not have yet is not called invalid', async (t) => {
  const behind = await startServer([], { SERVICES: 'command' });
  t.teardown(() => behind.close());
  const ann = await behind.signIn('ann@example.com');
  const { body } = await ann.send<{ id: string }>('POST', '/api/teams', { name: 'Agency' });
  const before = behind.said.length;
  await ann.send('POST', `/api/teams/${body.id}/invite`, { email: 'bob@example.com', name: 'Bob' });
  const token = await invitationToken(behind.said, 'bob@example.com', before);
  const bob = await behind.signIn('bob@example.com');
  const early = await bob.send<Failure>('POST', `/api/invitations/${token}/accept`);
  t.is(early.status, 503);
  t.is(early.body.code, 'busy');
});

test('names that people choose cannot add lines to a mail', async (t) => {
  const ann = await somebody();
  for (const name of ['Tea\r\nBcc: all@example.com', 'Tea\u0000', '']) {
    const refused = await ann.send<Failure>('POST', '/api/teams', { name });
    t.is(refused.status, 400, name);
    t.deepEqual(Object.keys(refused.body.fields ?? {}), ['name']);
  }
  await ann.send('PATCH', '/api/user/profile', { firstName: 'Ann\r\nBcc: evil@example.com', lastName: '\u202eeeL' });
  const teamId = await teamOf(ann, 'Tea \u2028& <b>Co</b>');
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: 'reader@example.com', name: 'R\u2066e' });
  const mail = mailsIn(app.dataDir).find((text) => text.includes(tokenFor('reader@example.com'))) ?? '';
  const [headers = '', body = ''] = mail.split(/\n\n(.*)/s);
  t.notRegex(headers, /^bcc:/im);
  t.regex(headers, /^Subject: Ann Bcc: evil@example.com eeL invites you to Tea & <b>Co<\/b> on\s+Linkledger$/m);
  t.regex(body.replaceAll('=\n', ''), /http:\/\/localhost:\d+\/invite\/[\w-]{22}\n/);
});

test('a team is renamed with If-Match, handed over, left and deleted', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await join(ann, teamId, bob, 'view');
  const { etag = '' } = (await ann.get(`/api/teams/${teamId}`)).headers;
  const renamed = await ann.send<{ revision: number }>(
    'PATCH',
    `/api/teams/${teamId}`,
    { name: ' Studio ' },
    { 'If-Match': etag },
  );
  t.is(renamed.status, 200);
  t.is((await ann.send('PATCH', `/api/teams/${teamId}`, { name: 'Other' }, { 'If-Match': etag })).status, 412);
  t.like((await bob.get<TeamAnswer>(`/api/teams/${teamId}`)).body, { name: 'Studio' });

  const stuck = await ann.send<Failure>('POST', `/api/teams/${teamId}/leave`, {});
  t.is(stuck.status, 409);
  t.is(stuck.body.code, 'owner-cannot-leave');
  const handOver = (userId: string) => ann.send<Failure>('POST', `/api/teams/${teamId}/hand-over`, { userId });
  t.is((await handOver('nobody')).body.code, 'not-a-member');
  t.is((await handOver(bob.id)).status, 200);
  t.is((await ann.get<TeamAnswer[]>('/api/teams/joined')).body[0]?.permission, 'full');
  t.is((await ann.send('DELETE', `/api/teams/${teamId}`)).status, 403);
  t.is((await ann.send('POST', `/api/teams/${teamId}/leave`)).status, 200);
  t.is((await bob.send('DELETE', `/api/teams/${teamId}`)).status, 204);
  t.deepEqual((await bob.get('/api/teams/my')).body, []);
  t.is((await bob.get(`/api/teams/${teamId}`)).status, 404);
  t.is((await bob.send('PATCH', `/api/teams/${teamId}`, { name: 'x' })).status, 404);
});

test('a team and its lists are invisible to strangers', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const mine = await ann.send('POST', '/api/teams', { name: 'Mine', ownerId: ann.id });
  t.is(mine.status, 201);
  t.is((await ann.send('POST', '/api/teams', { name: 'His', ownerId: bob.id })).status, 403);
  for (const list of ['my', 'joined']) {
    t.is((await ann.get(`/api/teams/${list}?userId=${ann.id}`)).status, 200);
    t.is((await ann.get(`/api/teams/${list}?userId=${bob.id}`)).status, 403);
  }
});

test('concurrent acceptances of an invitation add one member', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: bob.email, name: 'Bob', permission: 'edit' });
  const token = tokenFor(bob.email);
  const answers = await Promise.all(Array.from({ length: 8 }, () => acceptInvitation<{ teamId: string }>(bob, token)));
  for (const { status, body } of answers) t.deepEqual([status, body], [200, { teamId }]);
  const { body } = await bob.get<TeamAnswer>(`/api/teams/${teamId}`);
  t.is(body.memberCount, 2);
  // Created, invited, accepted.
  t.is(body.revision, 2);
});

test('a forged, an unknown and a truncated token are refused', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: bob.email, name: 'Bob' });
  const token = tokenFor(bob.email);
  const { invitations } = (await ann.get<MembersAnswer>(`/api/teams/${teamId}/members`)).body;
  const forged = ['x', token.slice(0, -1), `${token}x`, token.toUpperCase(), 'A'.repeat(22), '%00', '%2e%2e', 'ü'];
  // The manager of a team never sees an invitation's token.
  for (const each of [...forged.map(encodeURI), invitations[0]?.id ?? '', teamId]) {
    t.is((await bob.get(`/api/invitations/${each}`)).status, 404, each);
    t.is((await acceptInvitation(bob, each)).status, 404, each);
  }
  t.deepEqual((await bob.get('/api/teams/joined')).body, []);
});

test.serial('an invitation ends after fourteen days', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await ann.send('POST', `/api/teams/${teamId}/invite`, { email: bob.email, name: 'Bob' });
  const token = tokenFor(bob.email);
  const day = 24 * 60 * 60 * 1000;
  const invited = Date.now();
  t.teardown(() => mock.timers.reset());
  mock.timers.enable({ apis: ['Date'], now: invited + 14 * day - 60_000 });
  t.is((await bob.get(`/api/invitations/${token}`)).status, 200);
  t.is((await ann.get<MembersAnswer>(`/api/teams/${teamId}/members`)).body.invitations.length, 1);
  mock.timers.setTime(invited + 14 * day);
  t.is((await bob.get(`/api/invitations/${token}`)).status, 404);
  t.is((await ann.get<MembersAnswer>(`/api/teams/${teamId}/members`)).body.invitations.length, 0);
  const late = await acceptInvitation<Failure>(bob, token);
  t.is(late.status, 404);
  t.is(late.body.message, 'Invitation not found or expired');
});

test('members cannot raise their own role, and only the owner changes the owner', async (t) => {
  const [ann, bob, cat, dan] = [await somebody(), await somebody(), await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  await join(ann, teamId, bob, 'full');
  await join(ann, teamId, cat, 'edit');
  await join(ann, teamId, dan, 'view');
  const at = (person: Person) => `/api/teams/${teamId}/members/${person.id}`;
  const raise = (by: Person, whom: Person, permission: string) => by.send<Failure>('PATCH', at(whom), { permission });
  for (const [by, permission] of [
    [cat, 'full'],
    [dan, 'edit'],
    [dan, 'full'],
  ] as const) {
    t.is((await raise(by, by, permission)).status, 403);
  }
  const own = await raise(bob, bob, 'view');
  t.deepEqual([own.status, own.body.code], [403, 'own-permission']);
  for (const permission of ['view', 'full']) {
    const limited = await raise(bob, ann, permission);
    t.deepEqual([limited.status, limited.body.code], [403, 'owner-untouchable']);
  }
  t.is((await bob.send('DELETE', at(ann))).status, 403);
  t.is((await raise(ann, bob, 'owner')).status, 400);
  t.is((await raise(ann, await somebody(), 'view')).status, 404);
  t.is((await bob.send('POST', `/api/teams/${teamId}/hand-over`, { userId: bob.id })).status, 403);
  const { body } = await ann.get<TeamAnswer>(`/api/teams/${teamId}`);
  t.deepEqual(
    body.members.map(({ userId, permission }) => [userId, permission]),
    [
      [bob.id, 'full'],
      [cat.id, 'edit'],
      [dan.id, 'view'],
    ],
  );
});

test('a removed member loses access at once, also to open pages', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await teamOf(ann);
  const token = await join(ann, teamId, bob, 'full');
  t.is((await bob.get(`/api/teams/${teamId}`)).status, 200);
  t.is((await ann.send('DELETE', `/api/teams/${teamId}/members/${bob.id}`)).status, 204);
  t.is((await bob.send('PATCH', `/api/teams/${teamId}`, { name: 'Mine' })).status, 404);
  t.is((await bob.send('POST', `/api/teams/${teamId}/invite`, { email: bob.email, name: 'Me' })).status, 404);
  t.is((await acceptInvitation(bob, token)).status, 404);
  t.is((await bob.send('POST', `/api/teams/${teamId}/leave`)).status, 404);
});
