import test from 'ava';
import type { CheckableListAnswer, StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import { listsOfClient, summarizeLists } from './lists-to-check.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const list = (teamId: string | null, more: Partial<CheckableListAnswer> = {}): CheckableListAnswer => ({
  teamId,
  total: 10,
  nextCheckDate: null,
  run: null,
  moneyInRemarks: 0,
  ...more,
});
const run = (state: StatusCheckAnswer['state'], done: number, from: number, to: number | null): StatusCheckAnswer => ({
  runId: `${state}-${from}`,
  teamId: null,
  state,
  total: 10,
  done,
  live: done,
  removed: 0,
  pending: 0,
  visited: { checks: done, visits: done - 1 },
  startedAt: at(from),
  startedByName: 'Ann',
  finishedAt: to === null ? null : at(to),
});

test('every list that may be checked now counts', (t) => {
  const lists = [list(null, { total: 2 }), list('t1', { total: 43 }), list('t2', { nextCheckDate: at(60) })];
  t.like(summarizeLists(lists, NOW), { ready: 45, waiting: null, running: null });
});

test('a client has the lists with its links, and each counts only these', (t) => {
  const lists = [list(null, { total: 2 }), list('t1', { total: 43 }), list('t2')];
  const client = [
    { teamId: 't1', total: 5 },
    { teamId: 'only-viewed', total: 7 },
    { teamId: null, total: 0 },
  ];
  t.deepEqual(listsOfClient(lists, client), [list('t1', { total: 5 })]);
});

test('people wait only while no list may be checked, until the earliest date', (t) => {
  const waiting = [list('t1', { nextCheckDate: at(90) }), list('t2', { nextCheckDate: at(60) })];
  t.like(summarizeLists(waiting, NOW), { ready: 0, waiting: { teamId: 't2', until: at(60) } });
  t.like(summarizeLists([list(null, { total: 0, nextCheckDate: at(60) })], NOW), { ready: 0, waiting: null });
});

test('the progress covers all runs since the first that is under way', (t) => {
  const lists = [
    list(null, { run: run('whole', 10, -5, -1) }),
    list('t1', { run: run('running', 4, -4, null) }),
    list('t2', { run: run('whole', 10, -90, -80) }),
  ];
  t.like(summarizeLists(lists, NOW).running, { done: 14, total: 20, visited: { checks: 14, visits: 12 } });
  t.is(summarizeLists([list(null, { run: run('whole', 10, -5, -1) })], NOW).running, null);
});
