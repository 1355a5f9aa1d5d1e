import test from 'ava';
import type { LedgerAnswer } from '../../query-service/contract/answers/ledger.ts';
import { mergeNewest } from './merge-rows.ts';

function rows(...ids: readonly number[]): LedgerAnswer[] {
  return ids.map((id) => ({
    event: {
      cursor: String(id),
      id: String(id),
      type: 'LinkTrashed',
      at: '2026-03-01T10:00:00.000Z',
      actor: 'ann',
      scope: 'user:ann',
      position: id,
      stream: 'link-l1',
      revision: id,
      correlationId: '',
      causationId: '',
      data: {},
    },
    kind: 'links',
    actorName: 'Ann',
    teamId: null,
    teamName: null,
    link: null,
    history: null,
    names: {},
  }));
}
const idsOf = (all: readonly LedgerAnswer[]) => all.map(({ event }) => Number(event.id));

test('new events come before the known events, each once', (t) => {
  t.deepEqual(idsOf(mergeNewest(rows(9, 8, 7), rows(7, 6, 5, 4))), [9, 8, 7, 6, 5, 4]);
  t.deepEqual(idsOf(mergeNewest(rows(7, 6), rows(7, 6, 5))), [7, 6, 5]);
});

test('a page that does not overlap the known rows replaces them, so that no gap is hidden', (t) => {
  t.deepEqual(idsOf(mergeNewest(rows(90, 89), rows(7, 6))), [90, 89]);
  t.deepEqual(idsOf(mergeNewest(rows(2, 1), [])), [2, 1]);
  t.deepEqual(idsOf(mergeNewest([], rows(2, 1))), []);
});
