import test from 'ava';
import { emptyFacts } from '../visit/visit-record.ts';
import { type Elsewhere, endedElsewhere, isErrorAddress } from './ended-elsewhere.ts';

/** The first address of a visit, its last address, and the kind of page there. */
const rows: readonly (readonly [from: string, to: string, expected: Elsewhere | null])[] = [
  ['https://a.example/post', 'https://www.a.example/post/', null],
  ['https://a.example/post', 'https://a.example/blog/2026/post.html', null],
  ['https://a.example/post', 'https://new.example/post?lang=en', null],
  ['https://a.example/?p=123', 'https://a.example/ten-tips/', null],
  ['https://a.example/index.php?page_id=7', 'https://a.example/about-gardens', null],
  ['https://a.example/ten-tips-for-gardens', 'https://a.example/ten-tips-for-your-gardens', null],
  ['https://a.example/news/48213', 'https://a.example/news/tips-48213', null],
  ['https://a.example/post/amp', 'https://a.example/post', null],
  ['https://a.example/post', 'https://a.example/post/en/', null],
  ['https://a.example/', 'https://b.example/', null],
  ['https://a.example/', 'https://a.example/en/', null],
  ['https://a.example/post', 'https://a.example/', 'home-page'],
  ['https://a.example/post', 'https://a.example/de/index.html', 'home-page'],
  ['https://a.example/post', 'https://b.example/?utm_source=x', 'home-page'],
  ['https://a.example/?p=123', 'https://a.example/', 'home-page'],
  ['https://a.example/post', 'https://a.example/?redirected=1', 'home-page'],
  ['https://a.example/?story=5', 'https://a.example/', 'home-page'],
  ['https://a.example/?story=5', 'https://www.a.example/?story=5&lang=en', null],
  ['https://a.example/post', 'https://a.example/?p=5', 'other-page'],
  ['https://a.example/post', 'https://accounts.a.example/start?continue=post', 'sign-in'],
  ['https://a.example/post', 'https://a.example/privacywall/?url=post', 'consent'],
  ['https://a.example/post', 'https://a.example/wp-login.php?redirect_to=%2Fpost', 'sign-in'],
  ['https://a.example/post', 'https://accounts.a.example/oauth2/authorize?x=1', 'sign-in'],
  ['https://a.example/post', 'https://a.example/anmelden/?return=/post', 'sign-in'],
  ['https://a.example/post', 'https://consent.a.example/collect?r=post', 'consent'],
  ['https://a.example/post', 'https://a.example/cookie-wall?next=/post', 'consent'],
  ['https://a.example/post', 'https://a.example/another-story', 'other-page'],
  ['https://a.example/read?id=5', 'https://a.example/read?id=6', 'other-page'],
  ['https://a.example/how-to-log-in', 'https://a.example/how-to-log-in/', null],
  ['https://a.example/login', 'https://a.example/sign-in', 'other-page'],
];

for (const [from, to, expected] of rows) {
  test(`a visit of ${from} that ended at ${to} counts as ${expected ?? 'the article'}`, (t) => {
    const facts = { ...emptyFacts('http', from), finalUrl: to, hops: [{ url: from, via: 302 }] };
    t.is(endedElsewhere({ ...facts, matches: [], nearest: [] }), expected);
  });
}

test('a visit without a redirect ended at the article', (t) => {
  t.is(endedElsewhere({ ...emptyFacts('http', 'https://a.example/login'), matches: [], nearest: [] }), null);
});

test('an address names an error page by its last part', (t) => {
  for (const path of [
    '404',
    'errors/404.html',
    'error.aspx',
    'page-not-found/',
    'nicht-gefunden',
    'unavailable?from=x',
  ]) {
    t.true(isErrorAddress(`https://a.example/${path}`), path);
  }
  for (const path of ['', '404-ways-to-walk', 'how-to-fix-an-error', 'error/tips']) {
    t.false(isErrorAddress(`https://a.example/${path}`), path);
  }
});
