import test from 'ava';
import { concerns } from './use-live-updates.ts';

test('a change of links concerns the lists and the named links’ own data', (t) => {
  t.true(concerns('/api/links?page=1', ['links'], ['a']));
  t.true(concerns('/api/links/a/history', ['links'], ['a']));
  t.false(concerns('/api/links/b/history', ['links'], ['a']));
  t.true(concerns('/api/links/b', ['links'], null));
});

test('lists that are not named are left alone', (t) => {
  t.false(concerns('/api/links?page=1', ['stats', 'trash'], null));
  t.false(concerns('/api/trash', ['links'], null));
  t.true(concerns('/api/stats', ['stats'], []));
  t.true(concerns('/api/user/profile', ['profile'], []));
});

test('a change of the account concerns all that is read of it', (t) => {
  for (const key of ['/api/user/photo', '/api/user/settings', '/api/subscription', '/api/sessions']) {
    t.true(concerns(key, ['account'], null), key);
    t.false(concerns(key, ['profile', 'links'], null), key);
  }
  t.true(concerns('/api/status-checks?teamId=a', ['status-checks'], null));
  t.true(concerns('/api/shared-links', ['shares'], null));
});

test('a change of teams concerns the teams, and all that one sees through them', (t) => {
  for (const key of [
    '/api/teams/my',
    '/api/teams/a',
    '/api/teams/a/members',
    '/api/links?page=1',
    '/api/stats?teamId=a',
  ])
    t.true(concerns(key, ['teams'], null), key);
  t.true(concerns('/api/teams/a/clients', ['clients'], null));
  t.false(concerns('/api/teams/my', ['links', 'clients', 'stats'], null));
});

test('a campaign is read again when it or a link of it changes', (t) => {
  t.true(concerns('/api/campaigns/a', ['campaigns'], null));
  t.true(concerns('/api/campaigns/a', ['links'], ['b']));
  t.true(concerns('/api/clients/a.example?teamId=b', ['clients'], null));
});
