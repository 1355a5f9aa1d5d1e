import test from 'ava';
import fc from 'fast-check';
import type { TeamCommand } from '../../../command-service/model/team/commands.ts';
import { streamOf, team } from '../../../command-service/model/team/decider.ts';
import { PERMISSIONS, type TeamEvent } from '../../../command-service/model/team/events.ts';
import { play } from '../../../command-service/testing/given-when-then.ts';
import type { ViewDoc } from '../../../infra/ports/storage/read-store.ts';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import type { View } from '../../view.ts';
import { invitations } from './invitations.ts';
import { memberships } from './memberships.ts';
import { teams } from './teams.ts';

const [MONDAY, TUESDAY, SUNDAY] = ['2026-03-02', '2026-03-03', '2026-03-08'].map((day) => `${day}T10:00:00.000Z`);

function history() {
  const events = new EventBuilder();
  const add = (event: TeamEvent, at = MONDAY!) => events.add({ ...event, stream: streamOf('t1') }, { at });
  add({ type: 'TeamCreated', data: { teamId: 't1', name: 'Agency', ownerId: 'ann' } });
  add({
    type: 'MemberInvited',
    data: {
      ...{ teamId: 't1', invitationId: 'i1', email: 'bob@example.com', name: 'Bob', permission: 'edit' },
      expiresAt: SUNDAY!,
    },
  });
  return { events, add };
}
const joined: TeamEvent = {
  type: 'InvitationAccepted',
  data: { teamId: 't1', invitationId: 'i1', userId: 'bob', permission: 'edit' },
};

test('an invitation has its address until it is accepted', (t) => {
  const { events, add } = history();
  const pending = {
    ...{ id: 'i1', teamId: 't1', email: 'bob@example.com', name: 'Bob', permission: 'edit', status: 'pending' },
    address: 'bob@example.com',
    ...{ invitedAt: MONDAY, expiresAt: SUNDAY, acceptedBy: null },
  };
  t.deepEqual<unknown, unknown>(documentAfter(invitations, 'i1', events.all), pending);
  add(joined, TUESDAY);
  t.deepEqual<unknown, unknown>(documentAfter(invitations, 'i1', events.all), {
    ...pending,
    ...{ email: '', address: '', name: '', status: 'accepted', acceptedBy: 'bob' },
  });
  add({ type: 'TeamDeleted', data: { teamId: 't1', ownerId: 'ann', memberIds: ['bob'], invitationIds: ['i1'] } });
  t.is(documentAfter(invitations, 'i1', events.all), null);
  t.is(documentAfter(teams, 't1', events.all), null);
  t.is(documentAfter(memberships, 't1 ann', events.all), null);
  t.is(documentAfter(memberships, 't1 bob', events.all), null);
});

test('a revoked invitation has no document', (t) => {
  const { events, add } = history();
  add({ type: 'InvitationRevoked', data: { teamId: 't1', invitationId: 'i1' } });
  t.is(documentAfter(invitations, 'i1', events.all), null);
});

test('a handover keeps the dates members joined', (t) => {
  const { events, add } = history();
  add(joined, TUESDAY);
  add({ type: 'TeamHandedOver', data: { teamId: 't1', from: 'ann', to: 'bob' } }, SUNDAY);
  t.deepEqual(documentAfter(teams, 't1', events.all), {
    id: 't1',
    name: 'Agency',
    ownerId: 'bob',
    ownerJoinedAt: TUESDAY!,
    members: [{ userId: 'ann', permission: 'full', joinedAt: MONDAY! }],
    createdAt: MONDAY!,
    revision: 3,
  });
  t.like(documentAfter(memberships, 't1 ann', events.all), { role: 'full', since: MONDAY });
  t.like(documentAfter(memberships, 't1 bob', events.all), { role: 'owner', since: TUESDAY });
});

const USERS = ['ann', 'bob', 'cat', 'dan'] as const;
const TEAMS = ['t1', 't2'] as const;
const teamIds = fc.constantFrom(...TEAMS);
const userIds = fc.constantFrom(...USERS);
const permissions = fc.constantFrom(...PERMISSIONS);
const AT = { at: MONDAY!, expiresAt: SUNDAY! };

/** Each invitation has its own id, and is accepted at once: random histories would accept few invitations. */
const joins = fc
  .tuple(teamIds, userIds, permissions, fc.nat(1_000_000))
  .map(([teamId, userId, permission, nonce]): TeamCommand[] => {
    const invitationId = `${teamId}-${nonce}`;
    const email = `${userId}@example.com`;
    return [
      {
        ...{ type: 'InviteMembers', teamId, expiresAt: AT.expiresAt },
        invitations: [{ invitationId, email, name: userId, permission }],
      },
      { type: 'AcceptInvitation', teamId, invitationId, userId, email, at: AT.at },
    ];
  });
const others: fc.Arbitrary<TeamCommand[]> = fc
  .oneof(
    fc.record({
      type: fc.constantFrom('HandOverTeam' as const, 'RemoveMember' as const, 'LeaveTeam' as const),
      teamId: teamIds,
      userId: userIds,
    }),
    fc.record({
      type: fc.constant('ChangePermission' as const),
      teamId: teamIds,
      userId: userIds,
      permission: permissions,
      by: fc.constant('nobody'),
    }),
    fc.record({ type: fc.constant('DeleteTeam' as const), teamId: fc.constant('t2') }),
  )
  .map((command) => [command]);

test('memberships, teams and invitations equal a recount from the teams’ own events', (t) => {
  const property = fc.property(fc.array(fc.oneof(joins, joins, others), { maxLength: 25 }), (steps) => {
    const events = new EventBuilder();
    const states = new Map(
      TEAMS.map((teamId) => {
        const create: TeamCommand = { type: 'CreateTeam', teamId, name: teamId, ownerId: 'ann' };
        const commands = [create, ...steps.flat().filter((command) => command.teamId === teamId)];
        const happened = play(team, commands).flat();
        for (const event of happened) events.add({ ...event, stream: streamOf(teamId) });
        return [teamId, happened.reduce(team.evolve, team.initialState)];
      }),
    );
    for (const [teamId, state] of states) {
      if (state.status === 'none') throw new Error('every team was created');
      const roleOf = (userId: string) =>
        state.status === 'deleted' ? null : state.ownerId === userId ? 'owner' : (state.members.get(userId) ?? null);
      for (const userId of USERS) {
        t.is(documentAfter(memberships, `${teamId} ${userId}`, events.all)?.role ?? null, roleOf(userId));
      }
      const doc = documentAfter(teams, teamId, events.all);
      t.is(doc === null, state.status === 'deleted');
      if (doc !== null) {
        t.is(doc.ownerId, state.ownerId);
        t.deepEqual(
          doc.members.map(({ userId, permission }) => [userId, permission]).toSorted(),
          [...state.members].toSorted(),
        );
      }
      for (const [id, { acceptedBy }] of state.invitations) {
        const shown = documentAfter(invitations as View<ViewDoc>, id, events.all);
        t.is(shown === null, state.status === 'deleted', id);
        if (shown !== null) t.like(shown, { acceptedBy, status: acceptedBy === null ? 'pending' : 'accepted' });
      }
    }
  });
  t.notThrows(() => fc.assert(property, { numRuns: 200 }));
});
