import test from 'ava';
import { isAffected } from './use-live-updates.ts';

test('a change of links affects the lists and the data of the named links', (t) => {
  t.true(isAffected('/api/links?page=1', ['links'], ['a']));
  t.true(isAffected('/api/links/a/history', ['links'], ['a']));
  t.false(isAffected('/api/links/b/history', ['links'], ['a']));
  t.true(isAffected('/api/links/b', ['links'], null));
});

test('lists that are not named are not affected', (t) => {
  t.false(isAffected('/api/links?page=1', ['stats', 'trash'], null));
  t.false(isAffected('/api/trash', ['links'], null));
  t.true(isAffected('/api/stats', ['stats'], []));
  t.true(isAffected('/api/user/profile', ['profile'], []));
});

test('a change of the account affects everything read from it', (t) => {
  for (const key of ['/api/user/photo', '/api/user/settings', '/api/subscription', '/api/sessions']) {
    t.true(isAffected(key, ['account'], null), key);
    t.false(isAffected(key, ['profile', 'links'], null), key);
  }
  t.true(isAffected('/api/status-checks?teamId=a', ['status-checks'], null));
  t.true(isAffected('/api/shared-links', ['shares'], null));
});

test('a change of teams affects the teams and everything seen through them', (t) => {
  for (const key of [
    '/api/teams/my',
    '/api/teams/a',
    '/api/teams/a/members',
    '/api/links?page=1',
    '/api/stats?teamId=a',
  ])
    t.true(isAffected(key, ['teams'], null), key);
  t.true(isAffected('/api/teams/a/clients', ['clients'], null));
  t.false(isAffected('/api/teams/my', ['links', 'clients', 'stats'], null));
});

test('a campaign is affected by changes of its own and of its links', (t) => {
  t.true(isAffected('/api/campaigns/a', ['campaigns'], null));
  t.true(isAffected('/api/campaigns/a', ['links'], ['b']));
  t.true(isAffected('/api/clients/a.example?teamId=b', ['clients'], null));
});
