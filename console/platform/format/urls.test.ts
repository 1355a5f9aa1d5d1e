import test from 'ava';
import { safeHref, splitUrl } from './urls.ts';

test('a URL is split into its host and the rest', (t) => {
  t.deepEqual(splitUrl('https://www.example.com/'), { host: 'example.com', rest: '' });
  t.deepEqual(splitUrl('https://example.com:8443/a%20b?c#d'), { host: 'example.com:8443', rest: '/a b?c#d' });
  t.deepEqual(splitUrl('https://example.com/%FF'), { host: 'example.com', rest: '/%FF' });
  t.deepEqual(splitUrl('no address'), { host: 'no address', rest: '' });
});

test('only http and https URLs become links', (t) => {
  t.is(safeHref('https://example.com/'), 'https://example.com/');
  t.is(safeHref('javascript:alert(1)'), null);
  t.is(safeHref('data:text/html,x'), null);
});
