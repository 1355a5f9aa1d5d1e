import test from 'ava';
import fc from 'fast-check';
import type {
  FoundLink,
  LinkType,
  LinkTypeCause,
  Observation,
  ReasonCode,
  Visit,
} from '../../command-service/contract/observation.ts';
import { isArticle } from './article.ts';
import { judge, RULE_VERSION } from './judge.ts';

const page: Visit = {
  by: 'http',
  requestedUrl: 'https://journal.example/a',
  finalUrl: 'https://journal.example/a',
  hops: [],
  httpStatus: 200,
  contentType: 'text/html; charset=utf-8',
  charset: 'utf-8',
  retryAfter: null,
  complete: true,
  bytes: 1000,
  durationMs: 100,
  title: 'A',
  metaRobots: null,
  xRobotsTag: null,
  canonical: null,
  contentHash: 'ab',
  challenge: false,
  matches: [],
  nearest: [],
  linkCount: 10,
  error: null,
};

type Facts = Partial<Omit<Visit, 'by'>>;

const link = (rel: readonly string[] = [], anchor = 'shoes'): FoundLink => ({
  href: 'https://client.example/',
  anchor,
  rel,
  snippet: '<a>',
});
const read: Facts = {};
const found: Facts = { matches: [link()] };
const status = (httpStatus: number): Facts => ({ httpStatus });
const failed = (code: ReasonCode, httpStatus: number | null = null): Facts => ({
  httpStatus,
  complete: false,
  contentType: null,
  error: { code, message: 'words' },
});

const movedTo = (path: string): Facts => ({
  finalUrl: `https://journal.example${path}`,
  hops: [{ url: page.requestedUrl, via: 301 }],
});
const withFault = (kind: 'script' | 'data'): Facts => ({
  faults: [{ kind, what: 'https://journal.example/app', httpStatus: 502 }],
});

function observe(http: Facts | null, browser: Facts | null): Observation {
  const visits: Visit[] = [];
  if (http !== null) visits.push({ ...page, ...http, by: 'http' });
  if (browser !== null) visits.push({ ...page, ...browser, by: 'browser' });
  return { visits, browserSkipped: null };
}

/** A title, the facts of the HTTP visit and of the browser visit (null: no visit), and the verdict. */
const rows: readonly (readonly [string, Facts | null, Facts | null, string])[] = [
  ['a link in the source is live', found, null, 'live found-static'],
  ['a link that only scripts add is live', read, found, 'live found-rendered'],
  ['a link in the source that scripts remove is live', found, read, 'live found-static'],
  ['a link on a page that blocks HTTP but not the browser is live', status(403), found, 'live found-rendered'],
  ['a link on a page that was cut off is live', { ...failed('too-large', 200), ...found }, null, 'live found-static'],
  ['a page that both tiers read without the link is removed', read, read, 'removed not-on-page'],
  ['XHTML is a page', { contentType: 'application/xhtml+xml' }, read, 'removed not-on-page'],
  ['a page without a media type is HTML', { contentType: null }, { contentType: null }, 'removed not-on-page'],
  ['a page that answers 404 is gone', status(404), null, 'removed page-gone'],
  ['a page that answers 410 is gone', status(410), null, 'removed page-gone'],
  [
    'a link on the error page of a missing article does not count',
    { ...status(404), ...found },
    null,
    'removed page-gone',
  ],
  ...[401, 403, 429].map(
    (each) =>
      [
        `a link on the error page of a ${each} is no evidence`,
        { ...status(each), ...found },
        null,
        'pending blocked',
      ] as const,
  ),
  ...[500, 503].map(
    (each) =>
      [
        `a link on the error page of a ${each} is no evidence`,
        { ...status(each), ...found },
        null,
        'pending server-error',
      ] as const,
  ),
  [
    'a link on a page withheld for legal reasons is no evidence',
    { ...status(451), ...found },
    null,
    'pending unexpected-status',
  ],
  ['a link on a challenge is no evidence', { challenge: true, ...found }, null, 'pending blocked'],
  ['a link on a sign-in form is no evidence', { look: 'sign-in', ...found }, null, 'pending sign-in'],
  [
    'a link on the home page that an article redirects to is no evidence',
    { ...movedTo('/'), ...found },
    null,
    'pending home-page',
  ],
  ['a link on a moved article is live', { ...movedTo('/moved'), ...found }, null, 'live found-static'],
  ['another page without the link says nothing', movedTo('/other'), movedTo('/other'), 'pending other-page'],
  [
    'an article that moved to another folder was read',
    movedTo('/blog/a.html'),
    movedTo('/blog/a.html'),
    'removed not-on-page',
  ],
  ['a redirect to a sign-in form says nothing', movedTo('/wp-login.php'), null, 'pending sign-in'],
  ['an empty page says nothing', { look: 'empty' }, { look: 'empty' }, 'pending empty-page'],
  ['an app without its content says nothing', read, { look: 'not-filled' }, 'pending not-filled'],
  ['an app whose script failed says nothing', read, withFault('script'), 'pending script-failed'],
  ['an app whose data failed says nothing', read, withFault('data'), 'pending data-failed'],
  ['a page that breaks HTTP is judged by the browser', failed('invalid-response'), read, 'removed not-on-page'],
  ['a page with large headers is judged by the browser', failed('headers-too-large'), found, 'live found-rendered'],
  [
    'a page with an unknown encoding is pending, whatever the browser makes of it',
    failed('unknown-encoding', 200),
    read,
    'pending unknown-encoding',
  ],
  ['a page that began and did not end did answer', failed('timeout', 200), null, 'pending still-loading'],
  ['a page that is gone in the browser too is gone', status(404), status(404), 'removed page-gone'],
  ['a page that blocks HTTP and is gone in the browser is gone', status(403), status(404), 'removed page-gone'],
  [
    'a page that is gone over HTTP is not judged if the browser fails',
    status(410),
    failed('timeout'),
    'pending timeout',
  ],
  ['a page whose 404 was cut off is gone', failed('timeout', 404), null, 'removed page-gone'],
  [
    'a 404 without HTML is gone',
    { ...failed('not-html', 404), contentType: 'application/json' },
    null,
    'removed page-gone',
  ],
  ['a PDF is not a page', { contentType: 'application/pdf', complete: false }, null, 'removed not-html'],
  ['a file marked as HTML is not a page', failed('not-html', 200), null, 'removed not-html'],
  ['a 403 without HTML is a block', failed('not-html', 403), null, 'pending blocked'],
  ['a 500 without HTML is a server error', failed('not-html', 500), null, 'pending server-error'],
  ['a page without the link is pending until a browser saw it', read, null, 'pending not-rendered'],
  ['a page without the link is pending if the browser could not reach it', read, failed('timeout'), 'pending timeout'],
  ['a page without the link is pending if it blocks the browser', read, status(403), 'pending blocked'],
  [
    'a page without the link is pending if it crashes the browser',
    read,
    failed('checker-failed'),
    'pending checker-failed',
  ],
  ['a page that HTTP read and the browser finds gone is pending', read, status(404), 'pending unexpected-status'],
  ['a page that HTTP finds gone and the browser read is pending', status(404), read, 'pending unexpected-status'],
  ['a page whose source was blocked is pending even if the browser read it', status(403), read, 'pending blocked'],
  ['a page whose source was cut off is pending', failed('too-large', 200), read, 'pending too-large'],
  ['a page that was not read completely is pending', { complete: false }, read, 'pending checker-failed'],
  ['401 is a block', status(401), null, 'pending blocked'],
  ['403 is a block', status(403), null, 'pending blocked'],
  ['429 is a block', status(429), null, 'pending blocked'],
  ['a challenge is a block with any status', { challenge: true }, null, 'pending blocked'],
  [
    'a challenge in both tiers is a block',
    { challenge: true, httpStatus: 503 },
    { challenge: true },
    'pending blocked',
  ],
  [
    'a challenge that answers 404 does not mean that the page is gone',
    { challenge: true, httpStatus: 404 },
    null,
    'pending blocked',
  ],
  ['500 is a server error', status(500), null, 'pending server-error'],
  ['503 is a server error', status(503), failed('timeout'), 'pending server-error'],
  ['599 is a server error', status(599), null, 'pending server-error'],
  ...[100, 204, 205, 301, 304, 400, 402, 405, 406, 418, 451, 600, 999].map(
    (each) => [`status ${each} is pending`, status(each), null, 'pending unexpected-status'] as const,
  ),
  ...(
    ['timeout', 'dns', 'refused', 'tls', 'too-large', 'redirect-loop', 'address-not-allowed', 'checker-failed'] as const
  ).map((code) => [`a visit that fails with ${code} is pending`, failed(code), null, `pending ${code}`] as const),
  ['an error with the code of a verdict is a checker failure', failed('not-on-page'), null, 'pending checker-failed'],
  ['a visit without a status and an error is a checker failure', { httpStatus: null }, null, 'pending checker-failed'],
  ['the HTTP reason counts if the browser got no response', status(403), failed('checker-failed'), 'pending blocked'],
  ['the browser’s reason counts if it got a response', failed('timeout'), status(503), 'pending server-error'],
  ['an observation without visits is never-checked', null, null, 'pending never-checked'],
  ['a page with only a browser visit is pending', null, read, 'pending checker-failed'],
  ['a page with only a browser visit that is gone is gone', null, status(404), 'removed page-gone'],
  ['a page with only a blocked browser visit is pending', null, status(403), 'pending blocked'],
];

for (const [sentence, http, browser, expected] of rows) {
  test(sentence, (t) => {
    const verdict = judge(observe(http, browser));
    t.is(`${verdict.status} ${verdict.reason}`, expected);
    t.is(verdict.ruleVersion, RULE_VERSION);
    if (verdict.status !== 'live')
      t.deepEqual([verdict.anchor, verdict.linkType, verdict.linkTypeCause], [null, null, null]);
  });
}

test('an article that was live at the end of a redirect is judged there, and nowhere else', (t) => {
  const end = (path: string, facts: Facts = {}) => ({ ...movedTo(path), ...facts });
  const judged = (articleEnd: string, http: Facts, browser: Facts) => {
    const { status, reason } = judge({ ...observe(http, browser), articleEnd: `https://journal.example${articleEnd}` });
    return `${status} ${reason}`;
  };
  t.is(judged('/other/?utm_source=x', end('/other'), end('/other')), 'removed not-on-page');
  t.is(judged('/other', end('/other'), end('/third')), 'pending other-page');
  t.is(judged('/other', end('/third'), end('/third')), 'pending other-page');
  t.is(judged('/other', end('/'), end('/')), 'pending home-page');
  t.is(judged('/', end('/'), end('/')), 'pending home-page');
  t.is(judged('/login', end('/login'), end('/login')), 'pending sign-in');
  t.is(judged('/404.html', end('/404.html'), end('/404.html')), 'pending other-page');
  t.is(judged('/other', end('/other', { look: 'sign-in' }), end('/other', { look: 'sign-in' })), 'pending sign-in');
  t.is(judged('/other', end('/other'), end('/other', { look: 'not-filled' })), 'pending not-filled');
  t.is(judged('/other', end('/other', status(503)), end('/other', status(503))), 'pending server-error');
});

/** A title, the rel tokens of each match, the robots meta tag, the header, and the expected type and cause. */
const types: readonly (readonly [
  string,
  readonly string[][],
  string | null,
  string | null,
  LinkType,
  LinkTypeCause | null,
])[] = [
  ['no rel', [[]], null, null, 'dofollow', null],
  ['an unrelated rel', [['noopener', 'external']], 'index, follow', 'noarchive', 'dofollow', null],
  ['nofollow', [['noopener', 'nofollow']], null, null, 'nofollow', 'rel'],
  ['ugc', [['ugc']], null, null, 'nofollow', 'rel'],
  ['sponsored', [['sponsored']], null, null, 'sponsored', 'rel'],
  ['sponsored and nofollow', [['nofollow', 'sponsored']], null, null, 'sponsored', 'rel'],
  ['sponsored on a nofollow page', [['sponsored']], 'nofollow', null, 'sponsored', 'rel'],
  ['a nofollow page', [[]], 'NOINDEX, NoFollow', null, 'nofollow', 'meta-robots'],
  ['a page with none', [[]], 'none', null, 'nofollow', 'meta-robots'],
  ['a nofollow page with a nofollow header', [[]], 'nofollow', 'nofollow', 'nofollow', 'meta-robots'],
  ['a nofollow header', [[]], null, 'noindex, nofollow', 'nofollow', 'x-robots-tag'],
  ['a header with none', [[]], null, 'None', 'nofollow', 'x-robots-tag'],
  ['a header for googlebot', [[]], null, 'googlebot: noindex, nofollow', 'nofollow', 'x-robots-tag'],
  ['a header for another robot', [[]], null, 'otherbot: noindex, nofollow', 'dofollow', null],
  ['a header for a robot whose name begins with googlebot', [[]], null, 'googlebot-news: nofollow', 'dofollow', null],
  [
    'a header for another robot, then for googlebot',
    [[]],
    null,
    'otherbot: noindex, googlebot: nofollow',
    'nofollow',
    'x-robots-tag',
  ],
  ['a header for all, then for another robot', [[]], null, 'nofollow, otherbot: all', 'nofollow', 'x-robots-tag'],
  [
    'a header with values',
    [[]],
    null,
    'max-snippet: 20, unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow',
    'nofollow',
    'x-robots-tag',
  ],
  ['a header of two lines', [[]], null, 'otherbot: none\nnofollow', 'nofollow', 'x-robots-tag'],
  ['a word that only contains nofollow', [[]], 'nofollowx', 'xnofollow', 'dofollow', null],
  ['a followed link after others', [['sponsored'], ['nofollow'], []], null, null, 'dofollow', null],
  ['a nofollow link after a sponsored one', [['sponsored'], ['ugc']], null, null, 'nofollow', 'rel'],
];

for (const [what, rels, metaRobots, xRobotsTag, linkType, cause] of types) {
  test(`${what} makes a link ${linkType}`, (t) => {
    const matches = rels.map((rel, i) => link(rel, `anchor ${i}`));
    const verdict = judge(observe({ matches, metaRobots, xRobotsTag }, null));
    t.is(verdict.linkType, linkType);
    t.is(verdict.linkTypeCause, cause);
    t.is(verdict.anchor, `anchor ${rels.length - 1}`);
  });
}

test('the first of equally strong links gives the anchor, and a link without text has no anchor', (t) => {
  t.is(judge(observe({ matches: [link([], 'one'), link([], 'two')] }, null)).anchor, 'one');
  t.is(judge(observe({ matches: [link([], '')] }, null)).anchor, null);
});

test('the robots meta tag of a visit applies only to the links of that visit', (t) => {
  const http: Facts = { matches: [link([], 'source')], metaRobots: 'nofollow' };
  const verdict = judge(observe(http, { matches: [link([], 'rendered')] }));
  t.deepEqual([verdict.linkType, verdict.anchor, verdict.reason], ['dofollow', 'rendered', 'found-static']);
});

const codes: readonly ReasonCode[] = [
  ...([
    'found-static',
    'found-rendered',
    'not-on-page',
    'page-gone',
    'not-html',
    'timeout',
    'dns',
    'refused',
    'tls',
  ] as const),
  ...(['blocked', 'server-error', 'too-large', 'redirect-loop', 'address-not-allowed', 'not-rendered'] as const),
  ...(['checker-failed', 'unexpected-status', 'never-checked'] as const),
];

const visits: fc.Arbitrary<Visit> = fc
  .record({
    by: fc.constantFrom('http' as const, 'browser' as const),
    httpStatus: fc.oneof(
      fc.constant(null),
      fc.constantFrom(200, 200, 204, 301, 403, 404, 410, 500),
      fc.integer({ min: 0, max: 1000 }),
    ),
    contentType: fc.constantFrom(
      null,
      '',
      'text/html',
      'TEXT/HTML ; charset=x',
      'application/xhtml+xml',
      'application/pdf',
      ';',
    ),
    complete: fc.boolean(),
    challenge: fc.boolean(),
    metaRobots: fc.option(fc.string()),
    xRobotsTag: fc.option(fc.string()),
    matches: fc.oneof(
      fc.constant([]),
      fc.array(
        fc.record({ href: fc.string(), anchor: fc.string(), rel: fc.array(fc.string()), snippet: fc.string() }),
        { maxLength: 3 },
      ),
    ),
    error: fc.option(fc.record({ code: fc.constantFrom(...codes), message: fc.string() }), { freq: 2 }),
  })
  .map((facts) => ({ ...page, ...facts }));

const observations = fc
  .array(visits, { maxLength: 3 })
  .map((each): Observation => ({ visits: each, browserSkipped: null }));

test('every observation has exactly one verdict', (t) => {
  fc.assert(
    fc.property(observations, (observation) => {
      const verdict = judge(observation);
      t.deepEqual(judge(structuredClone(observation)), verdict);
      t.is(
        verdict.status === 'live',
        observation.visits.some((visit) => visit.matches.length > 0 && isArticle(visit)),
      );
      t.is(verdict.linkType !== null, verdict.status === 'live');
      const claims = { live: ['found-static', 'found-rendered'], removed: ['not-on-page', 'page-gone', 'not-html'] };
      if (verdict.status !== 'pending') t.true(claims[verdict.status].includes(verdict.reason));
      else t.false([...claims.live, ...claims.removed].includes(verdict.reason));
    }),
    { numRuns: 5000 },
  );
});

function isRead(visit: Visit): boolean {
  const { httpStatus, contentType } = visit;
  const answered =
    httpStatus !== null && httpStatus >= 200 && httpStatus < 300 && httpStatus !== 204 && httpStatus !== 205;
  const isHtml = contentType === null || /^\s*(?:$|;|text\/html|application\/xhtml)/i.test(contentType);
  return answered && isHtml && visit.complete && !visit.challenge && visit.error === null;
}

test('a link is removed only if both tiers read the whole page, or there is no page', (t) => {
  let removals = 0;
  fc.assert(
    fc.property(observations, (observation) => {
      const verdict = judge(observation);
      if (verdict.status !== 'removed') return;
      removals++;
      const http = observation.visits.filter((visit) => visit.by === 'http');
      const browser = observation.visits.filter((visit) => visit.by === 'browser');
      if (verdict.reason === 'not-on-page') {
        t.true(http.some(isRead) && browser.some(isRead));
      } else if (verdict.reason === 'page-gone') {
        t.true(
          observation.visits.some(
            ({ httpStatus, challenge }) => (httpStatus === 404 || httpStatus === 410) && !challenge,
          ),
        );
      } else {
        t.is(verdict.reason, 'not-html');
        t.true(
          observation.visits.some(
            ({ httpStatus, challenge }) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300 && !challenge,
          ),
        );
      }
    }),
    { numRuns: 20_000 },
  );
  t.true(removals > 100);
});
