import test from 'ava';
import type { StoryAnswer } from '../../query-service/contract/answers/ledger.ts';
import { mergeNewest } from './merge-rows.ts';

function stories(...ids: readonly number[]): StoryAnswer[] {
  const head = (id: number) => ({
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
    kind: 'links' as const,
    actorName: 'Ann',
    teamId: null,
    teamName: null,
    link: null,
    history: null,
    names: {},
  });
  return ids.map((id) => ({ id: String(id), head: head(id), events: 1, links: 1, outcome: null, run: null }));
}
const idsOf = (all: readonly StoryAnswer[]) => all.map(({ id }) => Number(id));

test('new stories come before the known stories, each once', (t) => {
  t.deepEqual(idsOf(mergeNewest(stories(9, 8, 7), stories(7, 6, 5, 4))), [9, 8, 7, 6, 5, 4]);
  t.deepEqual(idsOf(mergeNewest(stories(7, 6), stories(7, 6, 5))), [7, 6, 5]);
});

test('a page that does not overlap the known stories replaces them, so that no gap is hidden', (t) => {
  t.deepEqual(idsOf(mergeNewest(stories(90, 89), stories(7, 6))), [90, 89]);
  t.deepEqual(idsOf(mergeNewest(stories(2, 1), [])), [2, 1]);
  t.deepEqual(idsOf(mergeNewest([], stories(2, 1))), []);
});

test('a story that went on has its newest numbers', (t) => {
  const [known] = stories(7);
  if (known === undefined) throw new Error('no story');
  t.deepEqual(
    mergeNewest([{ ...known, events: 5 }], [known, ...stories(6)]).map(({ events }) => events),
    [5, 1],
  );
});
