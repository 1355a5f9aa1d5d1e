import test from 'ava';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { alert } from './alert-fixture.ts';
import { mergeRead, notificationsOf, stableOrder } from './notifications.ts';

const NOW = Date.parse('2026-05-12T12:00:00Z');

const removed = (id: string, linkId = `link of ${id}`) => alert(id, { type: 'removed', linkId });
const idsOf = (alerts: readonly AlertAnswer[]) => alerts.map(({ id }) => id);

test('the menu shows three removed links, the attention alert and new members', (t) => {
  const alerts = [
    alert('new', { type: 'team' }),
    removed('1'),
    alert('summary 1'),
    removed('2'),
    alert('attention 1'),
    removed('3'),
    removed('4'),
    alert('e', { type: 'expiring', linkId: 'l' }),
    alert('old', { type: 'team', at: '2026-05-05T11:00:00Z' }),
    alert('attention 0'),
  ];
  t.deepEqual(idsOf(notificationsOf(alerts, NOW)), ['1', '2', '3', 'attention 1', 'new']);
  t.deepEqual(notificationsOf([], NOW), []);
});

test('the menu shows each removed link once, and no link that is live again', (t) => {
  const alerts = [
    alert('back', { type: 'status', linkId: 'a' }),
    removed('1', 'b'),
    removed('2', 'a'),
    removed('3', 'b'),
  ];
  t.deepEqual(idsOf(notificationsOf(alerts, NOW)), ['1']);
});

test('alerts that were read on the page keep their places among unread ones', (t) => {
  const [first, second, third] = ['12', '11', '10'].map((day) => alert(day, { at: `2026-05-${day}T10:00:00Z` }));
  if (first === undefined || second === undefined || third === undefined) return t.fail();
  const rows = mergeRead([first, third], [second]);
  t.deepEqual(idsOf(rows), ['12', '11', '10']);
  t.true(rows[1]?.read);
  const next = [first, { ...second, read: true }];
  t.is(mergeRead(next, [second]), next);
});

test('an open menu keeps its order and shows new contents', (t) => {
  const read = { ...alert('a'), read: true };
  t.deepEqual(stableOrder([alert('a'), alert('b')], [alert('n'), read]), [read, alert('b')]);
  t.deepEqual(stableOrder([], [alert('n')]), [alert('n')]);
});
