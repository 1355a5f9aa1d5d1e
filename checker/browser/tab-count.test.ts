import test from 'ava';
import { tabCount } from './tab-count.ts';

test('a machine opens as many tabs as its cores and its memory allow', (t) => {
  t.is(tabCount(2, 24_000), 24);
  t.is(tabCount(2, 6_000), 15);
  t.is(tabCount(2, 1_000), 2);
  t.is(tabCount(1, 100), 1);
  t.is(tabCount(64, 256_000), 32);
});
