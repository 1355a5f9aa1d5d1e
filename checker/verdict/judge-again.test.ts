import test from 'ava';
import fc from 'fast-check';
import { type FoundLink, MATCHINGS, type Observation, type Visit } from '../../command-service/contract/observation.ts';
import { matchLinks } from '../page/link-matcher.ts';
import { judge } from './judge.ts';
import { judgeAgain, judgeBy } from './judge-again.ts';

const CLIENT = 'https://www.client.example/tea?size=2';

const link = (href: string, rel: readonly string[] = []): FoundLink => ({ href, anchor: href, rel, snippet: '<a>' });

const page: Visit = {
  by: 'http',
  requestedUrl: 'https://blog.example/a',
  finalUrl: 'https://blog.example/a',
  hops: [],
  httpStatus: 200,
  contentType: 'text/html',
  charset: null,
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
  linkCount: 1,
  error: null,
};

/** What a check saw on a page with these links, in both tiers. */
function seen(hrefs: readonly (string | FoundLink)[], facts: Partial<Visit> = {}): Observation {
  const links = hrefs.map((each) => (typeof each === 'string' ? link(each) : each));
  const visit = { ...page, ...matchLinks(CLIENT, links), ...facts };
  return { visits: [visit, { ...visit, by: 'browser' }], browserSkipped: null };
}

/** The same observation as an old version recorded it. */
function old({ visits, ...rest }: Observation): Observation {
  return { ...rest, visits: visits.map(({ similar: _, ...visit }) => visit) };
}

const ON_HOST = 'https://client.example/tea?size=3';
const ON_SHOP = 'https://shop.client.example/tea/';

test('each matching counts everything that the previous matching counts, and more', (t) => {
  const statuses = (...hrefs: string[]) => MATCHINGS.map((matching) => judgeBy(matching, seen(hrefs), CLIENT).status);
  t.deepEqual(statuses('http://client.example/tea/?utm_source=x&size=2#top'), ['live', 'live', 'live']);
  t.deepEqual(statuses(ON_HOST), ['removed', 'live', 'live']);
  t.deepEqual(statuses('https://client.example/tea'), ['removed', 'live', 'live']);
  t.deepEqual(statuses(ON_SHOP), ['removed', 'removed', 'live']);
  t.deepEqual(statuses('https://client.example/coffee?size=2', 'https://client.example/'), Array(3).fill('removed'));
  t.deepEqual(statuses('https://client.example.evil.example/tea'), Array(3).fill('removed'));
});

test('the verdict names its matching, except the exact one', (t) => {
  t.is(judgeBy('any-subdomain', seen([]), CLIENT).matching, 'any-subdomain');
  t.false('matching' in judgeBy('exact', seen([]), CLIENT));
});

test('of several links the strongest type counts, and among equals the exact address', (t) => {
  const strongest = judgeBy('ignore-query', seen([link(CLIENT, ['nofollow']), ON_HOST]), CLIENT);
  t.like(strongest, { linkType: 'dofollow', anchor: ON_HOST });
  t.like(judgeBy('ignore-query', seen([ON_HOST, CLIENT]), CLIENT), { linkType: 'dofollow', anchor: CLIENT });
});

test('a link on a page that is not the article proves nothing by any matching', (t) => {
  for (const matching of MATCHINGS) {
    t.like(judgeBy(matching, seen([ON_HOST], { look: 'sign-in' }), CLIENT), { status: 'pending', reason: 'sign-in' });
  }
});

test('judging an observation of this version again gives the verdict that the visit would have given', (t) => {
  const hrefs = fc.array(
    fc
      .constantFrom(CLIENT, ON_HOST, ON_SHOP, 'https://client.example/tea', 'https://client.example/x')
      .map((href) => href),
    { maxLength: 30 },
  );
  const facts = fc.constantFrom<Partial<Visit>>({}, { httpStatus: 404 }, { look: 'consent' }, { complete: false });
  fc.assert(
    fc.property(hrefs, facts, fc.constantFrom(...MATCHINGS), (links, more, matching) => {
      const observation = seen(links, more);
      t.deepEqual(judgeAgain(matching, observation, CLIENT), judgeBy(matching, observation, CLIENT));
      t.deepEqual(judgeAgain('exact', observation, CLIENT), judge(observation));
      t.deepEqual(judgeAgain('exact', old(observation), CLIENT), judge(observation));
    }),
  );
});

test('an old observation that suffices is judged again, with the verdict that a visit would have given', (t) => {
  const href = fc.constantFrom(
    ...[CLIENT, ON_HOST, ON_SHOP, 'https://client.example/tea', 'https://client.example/tea/green'],
    ...[
      'https://client.example/te',
      'https://client.example/a',
      'https://client.example/b',
      'https://other.example/tea',
    ],
  );
  const place = fc.record({ href, rel: fc.constantFrom<readonly string[]>([], ['nofollow']) });
  let decided = 0;
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), fc.constantFrom(...MATCHINGS), (places, matching) => {
      const whole = seen(places.map((each) => link(each.href, each.rel)));
      const verdict = judgeAgain(matching, old(whole), CLIENT);
      if (verdict === null) return;
      decided += 1;
      t.is(verdict.status, judgeBy(matching, whole, CLIENT).status);
    }),
    { numRuns: 500 },
  );
  t.true(decided > 100);
});

test('an old observation does not suffice if a looser matching needs links that it lacks', (t) => {
  t.is(judgeAgain('any-subdomain', old(seen([])), CLIENT), null);
  t.is(judgeAgain('any-subdomain', old(seen([ON_HOST])), CLIENT)?.status, 'live');
  t.is(judgeAgain('ignore-query', old(seen(['https://client.example/x'])), CLIENT)?.status, 'removed');
  t.is(judgeAgain('ignore-query', old(seen([link(ON_HOST, ['nofollow'])])), CLIENT), null);
  // A page that was not read gets the same verdict by each matching.
  t.is(judgeAgain('any-subdomain', old(seen([], { httpStatus: 404 })), CLIENT)?.reason, 'page-gone');
  const many = Array.from({ length: 6 }, (_, index) => `https://client.example/tea?size=2${index}`);
  t.is(judgeAgain('ignore-query', old(seen(many)), CLIENT)?.status, 'live');
});

test('an observation that was shortened is never judged again', (t) => {
  t.is(judgeAgain('exact', { ...seen([CLIENT]), shortened: true }, CLIENT), null);
  const cut = `https://client.example/${'x'.repeat(1_977)}`;
  t.is(cut.length, 2_000);
  t.is(judgeAgain('exact', old(seen([cut])), CLIENT), null);
  t.is(judgeAgain('exact', seen([cut]), CLIENT)?.status, 'removed');
});
