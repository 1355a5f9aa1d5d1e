import test from 'ava';
import { concerns } from './live.ts';

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
