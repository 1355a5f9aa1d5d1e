import test from 'ava';
import { alert } from './alert-fixture.ts';
import { byDay, targetOf } from './present-alert.ts';

test('an alert leads to its link, else to its team, else to the links that it counts', (t) => {
  t.deepEqual(targetOf(alert('a', { linkId: 'l', teamId: 't' })), { link: 'l' });
  t.deepEqual(targetOf(alert('a', { teamId: 'a/b' })), { screen: '/teams/a%2Fb' });
  t.deepEqual(targetOf(alert('attention 2026-05-12')), { screen: '/?status=pending' });
  t.deepEqual(targetOf(alert('summary 2026-05-12')), { screen: '/' });
  t.is(targetOf(alert('a')), null);
});

test('alerts are divided by the days of the reader, in their order', (t) => {
  const on = (id: string, day: string) => alert(id, { at: new Date(`${day}T12:00:00`).toISOString() });
  const days = byDay([on('c', '2026-05-12'), on('b', '2026-05-12'), on('a', '2026-05-10')]);
  t.deepEqual(
    days.map(({ day, alerts }) => [day, alerts.map(({ id }) => id)]),
    [
      ['2026-05-12', ['c', 'b']],
      ['2026-05-10', ['a']],
    ],
  );
  t.deepEqual(byDay([]), []);
});
