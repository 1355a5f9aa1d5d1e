import test from 'ava';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { countedSince } from './counted-since.ts';

const line = (day: string, what: { readonly kind: HistoryAnswer['kind']; readonly [more: string]: unknown }) =>
  ({ id: day, position: 1, at: `${day}T23:30:00.000Z`, actor: 'checker', actorName: '', ...what }) as HistoryAnswer;

const removed = line('2026-11-05', { kind: 'status-changed', from: 'live', to: 'removed' });
const added = line('2026-09-01', { kind: 'added' });

test('a link counts with its status since the day of the last change, whatever was checked or noted later', (t) => {
  const later = [
    line('2026-11-25', { kind: 'checked' }),
    line('2026-11-20', { kind: 'edited', changes: [{ field: 'remarks' }] }),
  ];
  t.is(countedSince([...later, removed, added]), '2026-11-05');
  t.is(countedSince([added]), '2026-09-01');
});

test('in another list or for another client a link counts since it came there', (t) => {
  t.is(countedSince([line('2026-11-10', { kind: 'moved' }), removed, added]), '2026-11-10');
  const edit = (field: string) => line('2026-11-12', { kind: 'edited', changes: [{ field }] });
  t.is(countedSince([edit('clientLink'), removed, added]), '2026-11-12');
});

test('a history that does not go back so far names no day', (t) => {
  t.is(countedSince([line('2026-11-25', { kind: 'checked' })]), null);
});
