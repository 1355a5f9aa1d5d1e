import test from 'ava';
import { parseRefresh } from './meta-refresh.ts';

const cases: readonly (readonly [string, ReturnType<typeof parseRefresh>])[] = [
  ['0; url=/next', { seconds: 0, url: '/next' }],
  ['5;URL=https://a.example/', { seconds: 5, url: 'https://a.example/' }],
  [' 3 , url = "/a b" rest', { seconds: 3, url: '/a b' }],
  ["1;'/quoted'", { seconds: 1, url: '/quoted' }],
  ['1;"/open', { seconds: 1, url: '/open' }],
  ['0 /plain', { seconds: 0, url: '/plain' }],
  ['2.9; url=x', { seconds: 2, url: 'x' }],
  ['.5; url=x', { seconds: 0, url: 'x' }],
  ['0; url', { seconds: 0, url: 'url' }],
  ['0; urlx=y', { seconds: 0, url: 'urlx=y' }],
  ['300', { seconds: 300, url: null }],
  ['300;', { seconds: 300, url: null }],
  ['', null],
  ['url=/x', null],
  ['-1; url=/x', null],
  ['5url=/x', null],
];

for (const [content, expected] of cases) {
  test(`a refresh "${content}" ${expected === null ? 'is ignored' : `loads ${expected.url ?? 'the page again'}`}`, (t) => {
    t.deepEqual(parseRefresh(content), expected);
  });
}

test('a hostile refresh is parsed in linear time', (t) => {
  t.deepEqual(parseRefresh(`${' '.repeat(16_000)}${'1'.repeat(5)}${'.'.repeat(16_000)}`)?.url, null);
  t.is(parseRefresh(' '.repeat(16_000)), null);
});
