/** Changing the email address of an account, on the whole system. */
import test from 'ava';
import type {
  EditedProfileAnswer,
  IdentityAnswer,
  ProfileAnswer,
  UserAnswer,
} from '../../../../query-service/contract/answers/account.ts';
import type { InvitationAnswer, TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { acceptInvitation } from '../../actors/team.ts';
import { invitationToken, type Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());

let people = 0;
const newAddress = () => `mover${++people}@example.com`;
const HTML = { Accept: 'text/html' };
const FORM = { ...HTML, 'Content-Type': 'application/x-www-form-urlencoded' };

const ask = (person: Visitor, email: string) =>
  person.send<EditedProfileAnswer>('PATCH', '/api/user/profile', { email });
const read = (person: Visitor, token: string) => person.get<string>(`/api/user/email/confirm?token=${token}`, HTML);
const confirm = (person: Visitor, token: string) =>
  person.send<string>('POST', '/api/user/email/confirm', `token=${token}`, FORM);
const idOf = async (person: Visitor) => (await person.get<UserAnswer>('/api/auth/user')).body.id;
const emailOf = async (person: Visitor) => (await person.get<ProfileAnswer>('/api/user/profile')).body.email;

/** Asks for the change and answers the token of the mailed link. */
async function tokenFor(person: Visitor, email: string): Promise<string> {
  const before = app.said.length;
  const asked = await ask(person, email);
  if (asked.status !== 200) throw new Error(`asking answered ${asked.status}`);
  const line = await waitUntil(() => app.said.slice(before).find((each) => each.includes(`Link to confirm ${email}:`)));
  return line.split('token=').at(-1) ?? '';
}

/** The mails to an address, oldest first. */
function mailsTo(email: string): readonly string[] {
  return mailsIn(app.dataDir).filter((mail) => mail.includes(`To: ${email}`));
}

test('an address changes once its mailed link is confirmed, and the former address gets a notice', async (t) => {
  const [former, email] = [newAddress(), newAddress()];
  const person = await app.signIn(former);
  const elsewhere = await app.signIn(former);
  const id = await idOf(person);

  const asked = await ask(person, email);
  t.is(asked.status, 200);
  t.is(asked.body.email, former);
  t.is(asked.body.confirmationSentTo, email);
  const token = await tokenFor(person, email);
  t.is(await emailOf(person), former, 'nothing has changed yet');

  for (let times = 0; times < 2; times += 1) {
    const page = await read(person, token);
    t.is(page.status, 200);
    t.true(page.body.includes(email) && page.body.includes(former));
  }
  const confirmed = await confirm(person, token);
  t.is(confirmed.status, 200);
  t.true(confirmed.body.includes('Address changed'));

  t.is(await emailOf(person), email);
  t.is(await emailOf(elsewhere), email, 'other sessions stay');
  const { body: ways } = await person.get<IdentityAnswer[]>('/api/identities');
  t.deepEqual(
    ways.map(({ provider, label }) => [provider, label]),
    [['email', email]],
  );
  t.is(await idOf(await app.signIn(email)), id);
  t.not(await idOf(await app.signIn(former)), id, 'the former address is free for another account');

  await waitUntil(() =>
    mailsTo(former).some((mail) => mail.includes('address of your Linkledger account was changed')),
  );
  t.true((await read(person, token)).body.includes('Link no longer works'));
  t.is((await confirm(person, token)).status, 410);
  t.is(await emailOf(person), email);
});

test('only the newest link works, and only once', async (t) => {
  const person = await app.signIn(newAddress());
  const [first, second] = [newAddress(), newAddress()];
  const older = await tokenFor(person, first);
  const newer = await tokenFor(person, second);
  t.is((await read(person, older)).status, 410);
  t.is((await confirm(person, older)).status, 410);
  t.is((await read(person, 'made-up')).status, 410);
  const uses = await Promise.all(Array.from({ length: 5 }, () => confirm(person, newer)));
  t.deepEqual(uses.map(({ status }) => status).toSorted(), [200, 410, 410, 410, 410]);
  t.is(await emailOf(person), second);
});

test('a link works only for the account that asked for it', async (t) => {
  const [former, email] = [newAddress(), newAddress()];
  const person = await app.signIn(former);
  const stranger = await app.signIn(email.replace('@', '+other@'));
  const token = await tokenFor(person, email);
  const shown = await read(stranger, token);
  t.is(shown.status, 403);
  t.true(shown.body.includes('This link is for another account'));
  t.is((await confirm(stranger, token)).status, 410);

  await person.send('POST', '/api/logout');
  const signedOut = await read(person, token);
  t.is(signedOut.status, 200);
  t.true(signedOut.body.includes('Sign in first'));
  t.false(signedOut.body.includes(former), 'a stranger at a mistyped address does not learn whose it is');
  t.true(signedOut.body.includes(encodeURIComponent(`/api/user/email/confirm?token=${token}`)));
  t.is((await confirm(person, token)).status, 401);

  const back = await app.signIn(former);
  t.is((await confirm(back, token)).status, 200);
  t.is(await emailOf(back), email);
});

test('only the owner of an address learns that it has an account already', async (t) => {
  const [former, taken] = [newAddress(), newAddress()];
  const owner = await app.signIn(taken);
  const person = await app.signIn(former);
  const before = app.said.length;
  const asked = await ask(person, taken);
  const free = await ask(person, newAddress());
  t.is(asked.status, free.status);
  t.deepEqual(Object.keys(asked.body), Object.keys(free.body));
  await waitUntil(() => mailsTo(taken).some((mail) => mail.includes('already has a Linkledger account')));
  t.false(app.said.slice(before).some((line) => line.startsWith(`Link to confirm ${taken}:`)));
  t.is(await emailOf(owner), taken);
});

test('an address that was taken between the mail and the link stays with its owner', async (t) => {
  const [former, email] = [newAddress(), newAddress()];
  const person = await app.signIn(former);
  const token = await tokenFor(person, email);
  const owner = await app.signIn(email);
  const refused = await confirm(person, token);
  t.is(refused.status, 409);
  t.true(refused.body.includes('This address belongs to another Linkledger account.'));
  t.is(await emailOf(owner), email);
  t.is(await emailOf(person), former);
  t.is(await idOf(await app.signIn(former)), await idOf(person));
});

test('the link of a deleted account works no longer', async (t) => {
  const [former, email] = [newAddress(), newAddress()];
  const person = await app.signIn(former);
  const token = await tokenFor(person, email);
  t.is((await person.send('DELETE', '/api/user', { confirmation: former })).status, 204);
  t.is((await read(person, token)).status, 410);
  const again = await app.signIn(former);
  t.is((await confirm(again, token)).status, 410);
  t.is(await emailOf(again), former);
});

test('an invitation to the former address can be accepted; the team shows the new one', async (t) => {
  const owner = await app.signIn(newAddress());
  const [former, email] = [newAddress(), newAddress()];
  const person = await app.signIn(former);
  const { body: team } = await owner.send<TeamAnswer>('POST', '/api/teams', { name: 'Agency' });
  const before = app.said.length;
  const invitations = [{ email: former, name: 'Ann', permission: 'edit' }];
  await owner.send('POST', `/api/teams/${team.id}/invite`, { invitations });
  const invitation = await invitationToken(app.said, former, before);
  t.is((await confirm(person, await tokenFor(person, email))).status, 200);

  const shown = await person.get<InvitationAnswer>(`/api/invitations/${invitation}`);
  t.true(shown.body.forYou);
  t.false((await owner.get<InvitationAnswer>(`/api/invitations/${invitation}`)).body.forYou);
  t.is((await acceptInvitation(person, invitation)).status, 200);
  const { body } = await owner.get<TeamAnswer>(`/api/teams/${team.id}`);
  t.deepEqual(
    body.members.map(({ user }) => user.email),
    [email],
  );
});
