import test from 'ava';
import { parseRobotsHeaders, parseRobotsMeta } from './robots-directives.ts';

test('a rule for a named robot applies up to the next name or the end of its header', (t) => {
  t.deepEqual(parseRobotsHeaders('noindex, nofollow'), [
    { by: 'x-robots-tag', robot: null, directives: ['noindex', 'nofollow'] },
  ]);
  t.deepEqual(parseRobotsHeaders('noarchive, GoogleBot: noindex, max-snippet: 20, otherbot: none\n*: nofollow'), [
    { by: 'x-robots-tag', robot: null, directives: ['noarchive'] },
    { by: 'x-robots-tag', robot: 'googlebot', directives: ['noindex', 'max-snippet: 20'] },
    { by: 'x-robots-tag', robot: 'otherbot', directives: ['none'] },
    { by: 'x-robots-tag', robot: null, directives: ['nofollow'] },
  ]);
  t.deepEqual(parseRobotsHeaders(' ,, : ,'), []);
});

test('the directives of a meta tag are trimmed and lower case, empty ones left out', (t) => {
  t.deepEqual(parseRobotsMeta(' NOINDEX ,, max-snippet: 20,'), ['noindex', 'max-snippet: 20']);
});
