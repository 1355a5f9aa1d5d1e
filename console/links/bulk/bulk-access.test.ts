import test from 'ava';
import { DEFAULT_CALENDAR } from '../../../command-service/contract/calendar.ts';
import { BULK_ACTIONS } from '../../../command-service/model/bulk/events.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { bulkDenialReason, moveTargets, teamToUpgrade } from './bulk-access.ts';
import { messages } from './messages.ts';

const team = (id: string, permission: TeamAnswer['permission']): TeamAnswer => ({
  id,
  name: id,
  ownerId: 'u9',
  memberCount: 2,
  owner: { id: 'u9', firstName: '', lastName: '', email: 'u9@a.example' },
  members: [],
  role: 'contributor',
  permission,
  nextCheckDate: null,
  links: { total: 0, live: 0, removed: 0, notFound: 0, pending: 0 },
  createdAt: '',
  matching: 'exact',
  calendar: DEFAULT_CALENDAR,
  revision: 0,
});
const looks = team('looks', 'view');
const edits = team('edits', 'edit');
const manages = team('manages', 'full');

test('links of a view-only team can be selected, but every bulk action on them is refused', (t) => {
  for (const action of BULK_ACTIONS) t.truthy(bulkDenialReason(action, new Set(['looks']), [looks, edits]), action);
});

test('with one editable team among several, the server decides about each link', (t) => {
  for (const action of BULK_ACTIONS) {
    const isOfMoney = action === 'money' || action === 'remarks';
    const denied = bulkDenialReason(action, new Set(['looks', 'edits']), [looks, edits]);
    t.is(denied !== null, isOfMoney, action);
    t.is(bulkDenialReason(action, new Set(['edits', 'manages']), [edits, manages]), null, action);
    t.is(bulkDenialReason(action, null, [looks]), null, action);
    t.is(bulkDenialReason(action, new Set(['gone']), [looks]), null, action);
  }
});

test('personal links cannot move without a team that takes them', (t) => {
  t.is(bulkDenialReason('move', new Set([null]), [looks]), messages.nowhere);
  t.is(bulkDenialReason('move', new Set([null]), [looks, edits]), null);
  t.deepEqual(moveTargets(new Set([null]), [looks, edits]), ['edits']);
  t.deepEqual(moveTargets(new Set(['edits', null]), [looks, edits]), [null, 'edits']);
});

test('a cooldown of selected links is explained by the plan of the team that waits', (t) => {
  const waits = { ...team('waits', 'full'), nextCheckDate: '2026-12-01T00:00:00Z' };
  t.is(teamToUpgrade(new Set(['edits', 'waits']), [edits, waits]), 'waits');
  t.is(teamToUpgrade(new Set(['edits']), [edits, waits]), 'edits');
  t.is(teamToUpgrade(new Set([null, 'waits']), [edits, waits]), null);
  t.is(teamToUpgrade(null, [waits]), null);
});
