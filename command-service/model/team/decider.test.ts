import test from 'ava';
import fc from 'fast-check';
import { DEFAULT_CALENDAR } from '../../contract/calendar.ts';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { AcceptInvitation, InviteMembers, TeamCommand } from './commands.ts';
import { team } from './decider.ts';
import { PERMISSIONS, type Permission, type TeamEvent } from './events.ts';

const given = givenWhenThen(team);
const teamId = 't1';
const expiresAt = '2026-03-15T10:00:00.000Z';
const at = '2026-03-01T10:00:00.000Z';

const created: TeamEvent = { type: 'TeamCreated', data: { teamId, name: 'Agency', ownerId: 'ann' } };
const deleted: TeamEvent = {
  type: 'TeamDeleted',
  data: { teamId, ownerId: 'ann', memberIds: ['bob'], invitationIds: ['i-bob'] },
};
const invited = (userId: string, permission: Permission = 'edit', invitationId = `i-${userId}`): TeamEvent => ({
  type: 'MemberInvited',
  data: { teamId, invitationId, email: `${userId}@example.com`, name: userId, permission, expiresAt },
});
const accepted = (userId: string, permission: Permission = 'edit'): TeamEvent => ({
  type: 'InvitationAccepted',
  data: { teamId, invitationId: `i-${userId}`, userId, permission },
});
const revoked = (invitationId: string): TeamEvent => ({ type: 'InvitationRevoked', data: { teamId, invitationId } });
const withBob = [created, invited('bob'), accepted('bob')];

const invite = (...rows: InviteMembers['invitations']): InviteMembers => ({
  type: 'InviteMembers',
  teamId,
  invitations: rows,
  expiresAt,
});
const row = (userId: string, permission: Permission = 'edit', invitationId = `i-${userId}`) => ({
  invitationId,
  email: `${userId}@example.com`,
  name: userId,
  permission,
});
const accept = (userId: string, more: Partial<AcceptInvitation> = {}): AcceptInvitation => ({
  type: 'AcceptInvitation',
  teamId,
  invitationId: `i-${userId}`,
  userId,
  email: `${userId}@example.com`,
  at,
  ...more,
});

test('a team is created once', (t) => {
  const create = { type: 'CreateTeam', teamId, name: 'Agency', ownerId: 'ann' } as const;
  given(t).given().when(create).yields(created);
  given(t).given(created).when(create).yields();
  given(t)
    .given(created)
    .when({ ...create, ownerId: 'eve' })
    .refused('already-exists');
  given(t).given(created, deleted).when(create).refused('already-exists');
});

test('a team that does not exist, or was deleted, refuses commands', (t) => {
  const rename = { type: 'RenameTeam', teamId, name: 'Other' } as const;
  given(t).given().when(rename).refused('not-found');
  given(t)
    .given(...withBob, deleted)
    .when(rename)
    .refused('not-found');
  given(t)
    .given(...withBob, deleted)
    .when(accept('bob'))
    .refused('not-found');
  given(t).given().when({ type: 'DeleteTeam', teamId }).refused('not-found');
});

test('a rename records the old and the new name', (t) => {
  given(t)
    .given(created)
    .when({ type: 'RenameTeam', teamId, name: 'Studio' })
    .yields({ type: 'TeamRenamed', data: { teamId, from: 'Agency', to: 'Studio' } });
  given(t).given(created).when({ type: 'RenameTeam', teamId, name: 'Agency' }).yields();
});

test('a team is handed over to a member, and the previous owner stays with full permission', (t) => {
  const handOver = { type: 'HandOverTeam', teamId, userId: 'bob' } as const;
  const handedOver: TeamEvent = { type: 'TeamHandedOver', data: { teamId, from: 'ann', to: 'bob' } };
  given(t)
    .given(...withBob)
    .when(handOver)
    .yields(handedOver);
  given(t)
    .given(...withBob, handedOver)
    .when(handOver)
    .yields();
  given(t).given(created).when(handOver).refused('not-a-member');
  given(t)
    .given(...withBob, handedOver)
    .when({ type: 'LeaveTeam', teamId, userId: 'ann' })
    .yields({ type: 'MemberLeft', data: { teamId, userId: 'ann' } });
  given(t)
    .given(...withBob, handedOver)
    .when({ type: 'LeaveTeam', teamId, userId: 'bob' })
    .refused('owner-cannot-leave');
  given(t)
    .given(...withBob, handedOver)
    .when({ type: 'ChangePermission', teamId, userId: 'ann', permission: 'view', by: 'bob' })
    .yields({ type: 'MemberPermissionChanged', data: { teamId, userId: 'ann', from: 'full', to: 'view' } });
});

test('an invitation replaces an earlier one to the same address, ignoring case', (t) => {
  given(t)
    .given(created)
    .when(invite(row('bob'), row('cat', 'view')))
    .yields(invited('bob'), invited('cat', 'view'));
  const again = { ...row('bob', 'full', 'i2'), email: 'Bob@Example.com' };
  given(t)
    .given(created, invited('bob'))
    .when(invite(again))
    .yields(revoked('i-bob'), {
      type: 'MemberInvited',
      data: { teamId, ...again, expiresAt },
    });
});

test('a person who joined, left and is invited again can join again', (t) => {
  const left: TeamEvent = { type: 'MemberLeft', data: { teamId, userId: 'bob' } };
  given(t)
    .given(...withBob, left)
    .when(invite(row('bob', 'view', 'i2')))
    .yields(invited('bob', 'view', 'i2'));
  given(t)
    .given(...withBob, left)
    .when(accept('bob'))
    .refused('not-found');
  given(t)
    .given(...withBob, left, invited('bob', 'view', 'i2'))
    .when(accept('bob', { invitationId: 'i2' }))
    .yields({ type: 'InvitationAccepted', data: { teamId, invitationId: 'i2', userId: 'bob', permission: 'view' } });
});

test('an invitation is accepted once, and accepting again changes nothing', (t) => {
  given(t).given(created, invited('bob')).when(accept('bob')).yields(accepted('bob'));
  given(t)
    .given(created, invited('bob'))
    .when(accept('bob', { email: 'BOB@example.COM' }))
    .yields(accepted('bob'));
  given(t)
    .given(...withBob)
    .when(accept('bob'))
    .yields();
  given(t)
    .given(...withBob)
    .when(accept('cat', { invitationId: 'i-bob', email: 'bob@example.com' }))
    .refused('not-found');
});

test('an invitation is valid for an address that the person had before', (t) => {
  given(t)
    .given(created, invited('bob'))
    .when(accept('bob', { email: 'new@example.com', formerEmails: ['Bob@example.com'] }))
    .yields({
      type: 'InvitationAccepted',
      data: { teamId, invitationId: 'i-bob', userId: 'bob', permission: 'edit' },
    });
});

test('an invitation is valid for the invited address only, and for fourteen days', (t) => {
  const others = accept('cat', { invitationId: 'i-bob' });
  given(t).given(created, invited('bob')).when(others).refused('other-address');
  given(t)
    .given(created, invited('bob'))
    .when({ ...others, email: '' })
    .refused('other-address');
  given(t)
    .given(created, invited('bob'))
    .when(accept('bob', { at: expiresAt }))
    .refused('not-found');
  given(t)
    .given(created)
    .when(accept('bob', { invitationId: 'forged' }))
    .refused('not-found');
  given(t).given(created, invited('bob'), revoked('i-bob')).when(accept('bob')).refused('not-found');
});

test('an invitation whose address was erased admits nobody, not even a person without an address', (t) => {
  const erased = invited('bob');
  if (erased.type === 'MemberInvited') Object.assign(erased.data, { email: null });
  given(t)
    .given(created, erased)
    .when(accept('bob', { email: '' }))
    .refused('not-found');
});

test('a member who accepts an invitation only uses it up', (t) => {
  const another = accept('bob', { invitationId: 'i2' });
  given(t)
    .given(...withBob, invited('bob', 'full', 'i2'))
    .when(another)
    .yields(revoked('i2'));
  given(t)
    .given(created, invited('ann', 'view', 'i2'))
    .when(accept('ann', { invitationId: 'i2' }))
    .yields(revoked('i2'));
});

test('only an open invitation can be revoked', (t) => {
  const revoke = { type: 'RevokeInvitation', teamId, invitationId: 'i-bob' } as const;
  given(t).given(created, invited('bob')).when(revoke).yields(revoked('i-bob'));
  given(t).given(created, invited('bob'), revoked('i-bob')).when(revoke).yields();
  given(t)
    .given(...withBob)
    .when(revoke)
    .yields();
});

test('nobody changes their own permission or the owner’s', (t) => {
  const change = { type: 'ChangePermission', teamId, userId: 'bob', permission: 'full', by: 'ann' } as const;
  given(t)
    .given(...withBob)
    .when(change)
    .yields({ type: 'MemberPermissionChanged', data: { teamId, userId: 'bob', from: 'edit', to: 'full' } });
  given(t)
    .given(...withBob)
    .when({ ...change, permission: 'edit' })
    .yields();
  given(t)
    .given(...withBob)
    .when({ ...change, by: 'bob' })
    .refused('own-permission');
  given(t)
    .given(...withBob)
    .when({ ...change, userId: 'ann', by: 'bob' })
    .refused('owner-untouchable');
  given(t)
    .given(...withBob)
    .when({ ...change, userId: 'cat' })
    .refused('not-found');
});

test('a member can be removed or leave; the owner cannot', (t) => {
  const remove = { type: 'RemoveMember', teamId, userId: 'bob' } as const;
  const removed: TeamEvent = { type: 'MemberRemoved', data: { teamId, userId: 'bob' } };
  given(t)
    .given(...withBob)
    .when(remove)
    .yields(removed);
  given(t)
    .given(...withBob, removed)
    .when(remove)
    .yields();
  given(t)
    .given(...withBob, removed)
    .when({ type: 'LeaveTeam', teamId, userId: 'bob' })
    .yields();
  given(t)
    .given(...withBob)
    .when({ ...remove, userId: 'ann' })
    .refused('owner-untouchable');
  given(t).given(created).when({ type: 'LeaveTeam', teamId, userId: 'ann' }).refused('owner-cannot-leave');
});

test('the deletion of a team names its owner, members and invitations', (t) => {
  given(t)
    .given(...withBob)
    .when({ type: 'DeleteTeam', teamId })
    .yields(deleted);
  given(t)
    .given(...withBob, deleted)
    .when({ type: 'DeleteTeam', teamId })
    .yields();
});

const userIds = fc.constantFrom('ann', 'bob', 'cat', 'dan');
const permissions = fc.constantFrom(...PERMISSIONS);
const invitationIds = fc.constantFrom('i1', 'i2', 'i3');
const commands: fc.Arbitrary<TeamCommand> = fc.oneof(
  fc.record({
    type: fc.constant('RenameTeam' as const),
    teamId: fc.constant(teamId),
    name: fc.constantFrom('Agency', 'Studio'),
  }),
  fc.record({
    type: fc.constantFrom('HandOverTeam' as const, 'RemoveMember' as const, 'LeaveTeam' as const),
    teamId: fc.constant(teamId),
    userId: userIds,
  }),
  fc
    .tuple(userIds, permissions, invitationIds)
    .map(([userId, permission, invitationId]) => invite(row(userId, permission, invitationId))),
  fc.record({
    type: fc.constant('RevokeInvitation' as const),
    teamId: fc.constant(teamId),
    invitationId: invitationIds,
  }),
  fc.tuple(userIds, invitationIds).map(([userId, invitationId]) => accept(userId, { invitationId })),
  fc.record({
    type: fc.constant('ChangePermission' as const),
    teamId: fc.constant(teamId),
    userId: userIds,
    permission: permissions,
    by: userIds,
  }),
);

test('a repeated command never changes anything', (t) => {
  const property = fc.property(fc.array(commands, { maxLength: 30 }), commands, (before, command) => {
    const create: TeamCommand = { type: 'CreateTeam', teamId, name: 'Agency', ownerId: 'ann' };
    t.deepEqual(play(team, [create, ...before, command, command]).at(-1), []);
  });
  t.notThrows(() => fc.assert(property, { numRuns: 500 }));
});

test('a team always has an owner who is not also a member', (t) => {
  const property = fc.property(fc.array(commands, { maxLength: 40 }), (asked) => {
    const create: TeamCommand = { type: 'CreateTeam', teamId, name: 'Agency', ownerId: 'ann' };
    const state = play(team, [create, ...asked])
      .flat()
      .reduce(team.evolve, team.initialState);
    t.is(state.status, 'active');
    t.false(state.status === 'active' && state.members.has(state.ownerId));
  });
  t.notThrows(() => fc.assert(property, { numRuns: 500 }));
});

test('a chosen matching is recorded once, and a deleted team refuses any matching', (t) => {
  const choose = { type: 'ChooseTeamMatching', teamId, matching: 'ignore-query' } as const;
  const chosen: TeamEvent = { type: 'TeamMatchingChosen', data: { teamId, from: 'exact', to: 'ignore-query' } };
  given(t).given(created).when(choose).yields(chosen);
  given(t).given(created, chosen).when(choose).yields();
  given(t)
    .given(created, chosen)
    .when({ ...choose, matching: 'exact' })
    .yields({ type: 'TeamMatchingChosen', data: { teamId, from: 'ignore-query', to: 'exact' } });
  given(t).given(created, deleted).when(choose).refused('not-found');
});

test('a chosen calendar is recorded with the former, and the same calendar again changes nothing', (t) => {
  const [utc, berlin] = [DEFAULT_CALENDAR, { timeZone: 'Europe/Berlin', monthStart: 1 }];
  const choose = { type: 'ChooseTeamCalendar', teamId, calendar: berlin } as const;
  const chosen: TeamEvent = { type: 'TeamCalendarChosen', data: { teamId, from: utc, to: berlin } };
  given(t).given(created).when(choose).yields(chosen);
  given(t)
    .given(created)
    .when({ ...choose, calendar: utc })
    .yields();
  given(t)
    .given(created, chosen)
    .when({ ...choose, calendar: { ...berlin } })
    .yields();
  given(t)
    .given(created, chosen)
    .when({ ...choose, calendar: { ...berlin, monthStart: 15 } })
    .yields({ type: 'TeamCalendarChosen', data: { teamId, from: berlin, to: { ...berlin, monthStart: 15 } } });
  given(t).given(created, deleted).when(choose).refused('not-found');
});
