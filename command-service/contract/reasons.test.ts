import test from 'ava';
import {
  type FoundLink,
  type NearMissCause,
  REASON_CODES,
  type ReasonCode,
  type RobotsRule,
  type TargetResponse,
  type Visit,
  WARNING_CODES,
} from './observation.ts';
import { formatIndexing, formatLanding, formatReason, formatWarning, reasonDetails } from './reasons.ts';

test('the noindex rules that apply to Google are named, each once', (t) => {
  const say = (...rules: RobotsRule[]) => formatIndexing({ rules, robotsTxt: null, canonicalElsewhere: null });
  const rule = (by: RobotsRule['by'], robot: string | null, ...directives: string[]) => ({ by, robot, directives });
  t.is(say(), 'The page may be listed.');
  t.is(say(rule('x-robots-tag', 'bingbot', 'noindex'), rule('meta-robots', null, 'nofollow')), say());
  t.is(
    say(
      rule('meta-robots', null, 'follow', 'noindex'),
      rule('meta-robots', null, 'none'),
      rule('x-robots-tag', 'googlebot', 'none'),
    ),
    'They are asked not to list it by its robots meta tag and its X-Robots-Tag header for googlebot.',
  );
});

test('the answer of the client’s page is shown with its redirects', (t) => {
  const landing: TargetResponse = { httpStatus: 200, finalUrl: 'https://client.example/', hops: [], error: null };
  const hop = { url: 'https://client.example/old', via: 301 };
  t.is(formatLanding(landing), 'HTTP 200');
  t.is(formatLanding({ ...landing, hops: [hop] }), 'HTTP 200 after a redirect');
  t.is(formatLanding({ ...landing, hops: [hop, hop] }), 'HTTP 200 after 2 redirects');
  const error = { code: 'dns', message: 'the name client.example does not exist' } as const;
  t.is(
    formatLanding({ ...landing, httpStatus: null, error }),
    'It could not be read: the name client.example does not exist.',
  );
});

const visit: Visit = {
  by: 'http',
  requestedUrl: 'https://blog.example/',
  finalUrl: 'https://blog.example/',
  hops: [],
  httpStatus: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  retryAfter: null,
  complete: true,
  bytes: 1,
  durationMs: 1,
  title: null,
  metaRobots: null,
  xRobotsTag: null,
  canonical: null,
  contentHash: null,
  challenge: false,
  matches: [],
  nearest: [],
  linkCount: 0,
  error: null,
};
const say = (code: ReasonCode, seen: Partial<Visit> = {}, browserSkipped: string | null = null) =>
  formatReason(code, reasonDetails(code, { visits: [{ ...visit, ...seen }], browserSkipped }));

test('a blocked visit is described with the page’s status', (t) => {
  t.is(say('blocked', { httpStatus: 403 }), 'The page answered 403: the site blocks automated visits.');
  t.is(say('page-gone', { httpStatus: 410 }), 'The page answered 410: the page no longer exists.');
  t.is(say('blocked', { challenge: true }), 'The site blocks automated visits.');
});

test('a missing link is described with the link found in its place', (t) => {
  const near: FoundLink = { href: 'https://client.example/old', anchor: 'tea', rel: [], snippet: '' };
  t.is(
    say('not-on-page', { nearest: [near] }),
    'We read the whole page. The link isn’t there. The page links to another URL of this client: https://client.example/old.',
  );
});

test('every other reason is a whole sentence', (t) => {
  const error = { code: 'address-not-allowed', message: '10.0.0.1 is inside a private network' } as const;
  t.regex(say('address-not-allowed', { error }), /so it was not visited: 10\.0\.0\.1 is inside a private network\.$/);
  t.regex(say('not-html', { contentType: 'application/pdf' }), /\(application\/pdf\)\.$/);
  t.regex(say('not-rendered', {}, 'no browser was found'), /\(no browser was found\)\.$/);
  for (const code of ['found-static', 'found-rendered', 'timeout', 'dns', 'tls', 'checker-failed'] as const) {
    t.regex(say(code), /^[A-Z].*[^.]\.$/);
  }
});

test('a reason names the address where the visit ended, and the details of what failed', (t) => {
  const moved = { finalUrl: 'https://blog.example/', requestedUrl: 'https://blog.example/post' };
  t.is(
    say('home-page', moved),
    'The URL redirects to the home page, so the article was not read (the visit ended at https://blog.example/).',
  );
  const error = { code: 'timeout', message: 'the page’s scripts do not end' } as const;
  t.is(say('still-loading', { error }), 'The page answered but did not finish loading: the page’s scripts do not end.');
  const busy = { code: 'checker-failed', message: 'this computer was too busy to read the whole page' } as const;
  t.regex(say('checker-failed', { error: busy }), /The page may be fine: this computer was too busy/);
  const fault = { kind: 'data', what: 'https://blog.example/api', httpStatus: 502 } as const;
  t.is(
    say('data-failed', { faults: [fault] }),
    'The page could not load its content: https://blog.example/api answered 502.',
  );
});

test('a frame that was not read is named, and the page is not called whole', (t) => {
  const address = 'https://other.example/post';
  t.is(
    say('not-on-page', { unreadFrames: [address, 'https://video.example/'] }),
    'We read the page, but not the frame of another site in it (https://other.example/post). The link isn’t there.',
  );
  t.is(
    say('frame-not-read', { error: { code: 'frame-not-read', message: address } }),
    'The content of the page is in a frame of another site, which could not be read: https://other.example/post.',
  );
});

test('the sentence names the most likely cause of a missing link', (t) => {
  const near = (cause: NearMissCause, href: string) => say('not-on-page', { nearMisses: [{ cause, href }] });
  t.regex(near('typo-in-host', 'https://cleint.example/'), /A link misspells the host: https:\/\/cleint\.example\/\.$/);
  t.regex(near('plain-text', 'client.example/a'), /as text, not as a link: client\.example\/a\.$/);
});

test('every reason and every warning has a whole sentence', (t) => {
  for (const code of REASON_CODES) t.regex(formatReason(code), /^[A-Z].*[^.]\.$/, code);
  for (const code of WARNING_CODES) t.regex(formatWarning({ code, evidence: 'x' }), /^[A-Z].*[^.]\.$/, code);
});
