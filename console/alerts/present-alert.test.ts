import test from 'ava';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { targetOf } from './present-alert.ts';

function alert(id: string, more: Partial<AlertAnswer> = {}): AlertAnswer {
  const at = '2026-05-12T10:00:00Z';
  return { id, type: 'system', title: '', message: '', at, read: false, linkId: null, teamId: null, ...more };
}

test('an alert leads to its link, else to its team, else to the links that it counts', (t) => {
  t.deepEqual(targetOf(alert('a', { linkId: 'l', teamId: 't' })), { link: 'l' });
  t.deepEqual(targetOf(alert('a', { teamId: 'a/b' })), { screen: '/teams/a%2Fb' });
  t.deepEqual(targetOf(alert('attention 2026-05-12')), { screen: '/?status=pending' });
  t.deepEqual(targetOf(alert('summary 2026-05-12')), { screen: '/' });
  t.is(targetOf(alert('a')), null);
});
