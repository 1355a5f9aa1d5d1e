import test from 'ava';
import { safeHref, splitUrl, withScheme } from './urls.ts';

test('https:// is added to a URL typed without a scheme', (t) => {
  t.is(withScheme(' example.com/a?b=c '), 'https://example.com/a?b=c');
  t.is(withScheme('localhost:8080/x'), 'https://localhost:8080/x');
  t.is(withScheme('//example.com'), 'https://example.com');
});

test('a URL with a scheme stays as typed, and so does an empty text', (t) => {
  for (const address of ['', 'http://example.com', 'HTTPS://EXAMPLE.COM', 'mailto:a@b.c'])
    t.is(withScheme(address), address);
});

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
