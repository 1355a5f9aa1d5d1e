import test from 'ava';
import type { Landing, RobotsRule } from './events.ts';
import { indexingInWords, landingInWords } from './reasons.ts';

test('who asks search engines not to list a page is said, once, and only what holds for Google', (t) => {
  const say = (...rules: RobotsRule[]) => indexingInWords({ rules, robotsTxt: null, canonicalElsewhere: null });
  const rule = (by: RobotsRule['by'], robot: string | null, ...directives: string[]) => ({ by, robot, directives });
  t.is(say(), 'Nothing asks them to leave it out.');
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

test('what the client’s page answered is said with how it was reached', (t) => {
  const landing: Landing = { httpStatus: 200, finalUrl: 'https://client.example/', hops: [], error: null };
  const hop = { url: 'https://client.example/old', via: 301 };
  t.is(landingInWords(landing), 'HTTP 200');
  t.is(landingInWords({ ...landing, hops: [hop] }), 'HTTP 200 after a redirect');
  t.is(landingInWords({ ...landing, hops: [hop, hop] }), 'HTTP 200 after 2 redirects');
  const error = { code: 'dns', message: 'the name client.example does not exist' } as const;
  t.is(
    landingInWords({ ...landing, httpStatus: null, error }),
    'It could not be read: the name client.example does not exist.',
  );
});
