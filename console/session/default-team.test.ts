import test from 'ava';
import { DEFAULT_CALENDAR } from '../../command-service/contract/calendar.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { proposeTeam } from './default-team.ts';

const team = (id: string, permission: TeamAnswer['permission'] = 'edit'): TeamAnswer => ({
  id,
  name: id,
  ownerId: 'u1',
  memberCount: 1,
  owner: { id: 'u1', firstName: '', lastName: '', email: 'u1@a.example' },
  members: [],
  role: 'contributor',
  permission,
  nextCheckDate: null,
  links: { total: 0, live: 0, removed: 0, notFound: 0, pending: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
  matching: 'exact',
  calendar: DEFAULT_CALENDAR,
  revision: 0,
});

const client = [
  { teamId: null, total: 9 },
  { teamId: 'a', total: 2 },
  { teamId: 'b', total: 3 },
];

test('the last team used is proposed before any other, and personal links if they were last', (t) => {
  t.is(proposeTeam({ teams: [team('a'), team('b')], last: 'a', client }), 'a');
  t.is(proposeTeam({ teams: [team('a')], last: '' }), '');
});

test('the only team is proposed to a person who has added no link yet', (t) => {
  t.is(proposeTeam({ teams: [team('a')], last: null }), 'a');
  t.is(proposeTeam({ teams: [], last: null }), '');
});

test('of several teams, the one with most links of the client is proposed', (t) => {
  t.is(proposeTeam({ teams: [team('a'), team('b')], last: null, client }), 'b');
  t.is(proposeTeam({ teams: [team('a'), team('b')], last: null }), '');
});

test('a team that the person has left, or may only view, is not proposed', (t) => {
  t.is(proposeTeam({ teams: [team('a'), team('b')], last: 'gone', client }), 'b');
  t.is(proposeTeam({ teams: [team('a'), team('b', 'view')], last: 'b' }), 'a');
});
