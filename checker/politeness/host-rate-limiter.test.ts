import test from 'ava';
import fc from 'fast-check';
import type { Visit } from '../../command-service/contract/observation.ts';
import { emptyFacts } from '../visit/visit-record.ts';
import { HostRateLimiter, hostOutcome, type RateLimiterOptions } from './host-rate-limiter.ts';

const HOST = 'a.example';
const TROUBLE = { kind: 'trouble', retryAfter: null } as const;
const HOUR = 3_600_000;

/** A rate limiter with a manual clock and no jitter. */
function limiterAt(options: RateLimiterOptions = {}) {
  const clock = { now: 0 };
  return { clock, limiter: new HostRateLimiter({ now: () => clock.now, random: () => 0.5, ...options }) };
}

test('visits to one host are 0.5 to 1.5 times the spacing apart, and hosts do not delay each other', (t) => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      const { limiter } = limiterAt({ spacingMs: 1_000, random: () => chance });
      limiter.started(HOST);
      const wait = limiter.waitMs(HOST, false);
      return wait >= 500 && wait <= 1_500 && limiter.waitMs('b.example', false) === 0;
    }),
  );
  const { clock, limiter } = limiterAt({ spacingMs: 1_000 });
  limiter.started(HOST);
  t.is(limiter.waitMs(HOST, true), 1_000);
  clock.now = 1_000;
  t.is(limiter.waitMs(HOST, true), 0);
});

test('a host in trouble backs off longer each time, at most an hour, until it answers', (t) => {
  const { clock, limiter } = limiterAt({ spacingMs: 0 });
  const backoffs: number[] = [];
  for (let visit = 0; visit < 12; visit++) {
    limiter.finished(HOST, limiter.started(HOST), TROUBLE);
    backoffs.push(limiter.waitMs(HOST, false));
    clock.now += limiter.waitMs(HOST, false);
  }
  t.deepEqual(backoffs.slice(0, 4), [10_000, 20_000, 40_000, 80_000]);
  t.deepEqual(backoffs.slice(-2), [HOUR, HOUR]);
  limiter.finished(HOST, limiter.started(HOST), { kind: 'answered' });
  limiter.finished(HOST, limiter.started(HOST), TROUBLE);
  t.is(limiter.waitMs(HOST, false), 10_000);
});

test('concurrent failures lengthen a back-off once, and a visit that began before it does not end it', (t) => {
  const { clock, limiter } = limiterAt({ spacingMs: 0 });
  const before = [limiter.started(HOST), limiter.started(HOST), limiter.started(HOST)] as const;
  clock.now = 100;
  limiter.finished(HOST, before[0], TROUBLE);
  limiter.finished(HOST, before[1], TROUBLE);
  limiter.finished(HOST, before[2], { kind: 'answered' });
  t.is(limiter.waitMs(HOST, false), 10_000);
});

test('Retry-After sets the back-off, up to an hour', (t) => {
  const { limiter } = limiterAt({ spacingMs: 0 });
  limiter.finished(HOST, limiter.started(HOST), { kind: 'trouble', retryAfter: 120 });
  t.is(limiter.waitMs(HOST, false), 120_000);
  limiter.finished('b.example', limiter.started('b.example'), { kind: 'trouble', retryAfter: 86_400 });
  t.is(limiter.waitMs('b.example', false), HOUR);
});

test('an urgent visit goes to a host that backs off at once, then every few seconds, and its success ends the back-off', (t) => {
  const { clock, limiter } = limiterAt();
  limiter.finished(HOST, 0, { kind: 'trouble', retryAfter: 3_600 });
  t.is(limiter.waitMs(HOST, true), 0);
  const startedAt = limiter.started(HOST);
  t.is(limiter.waitMs(HOST, true), 5_000);
  t.is(limiter.waitMs(HOST, false), HOUR);
  clock.now = 5_000;
  limiter.finished(HOST, startedAt, { kind: 'answered' });
  t.false(limiter.isBackingOff(HOST));
  t.is(limiter.waitMs(HOST, false), 0);
});

test('exempt hosts have no limits, with or without a default port', (t) => {
  const { limiter } = limiterAt({ exempt: ['127.0.0.1:4600', '[::1]:8080', 'intern.test:443'] });
  for (const host of ['127.0.0.1:4600', 'blog.localhost:4600', '[::1]:8080', 'intern.test', 'intern.test:443']) {
    limiter.finished(host, limiter.started(host), { kind: 'trouble', retryAfter: 60 });
    t.is(limiter.waitMs(host, false), 0, host);
  }
  for (const host of ['127.0.0.1:4601', 'blog.localhost:4601', 'blog.localhost.example:4600']) {
    limiter.started(host);
    t.true(limiter.waitMs(host, false) > 0, host);
  }
});

test('the limiter stores a bounded number of hosts: those that back off longest', (t) => {
  const { clock, limiter } = limiterAt();
  limiter.finished('backed-off.example', limiter.started('backed-off.example'), { kind: 'trouble', retryAfter: 3_600 });
  for (let n = 0; n < 100_000; n++) {
    clock.now += 1;
    limiter.started(`h${n}.example`);
  }
  t.true(limiter.isBackingOff('backed-off.example'));
  t.is(limiter.waitMs('h0.example', false), 0);
});

test('hostOutcome derives the outcome from the visits', (t) => {
  const visit = (more: Partial<Visit>): Visit => ({
    ...emptyFacts('http', 'https://a.example/'),
    matches: [],
    nearest: [],
    ...more,
  });
  const timeout = { code: 'timeout', message: '' } as const;
  const outcomeOf = (...visits: Partial<Visit>[]) => hostOutcome(visits.map(visit));
  t.deepEqual(outcomeOf({ httpStatus: 200 }), { kind: 'answered' });
  t.deepEqual(outcomeOf({ httpStatus: 404 }), { kind: 'answered' });
  t.deepEqual(outcomeOf({ httpStatus: 403 }), TROUBLE);
  t.deepEqual(outcomeOf({ httpStatus: 200, challenge: true }), TROUBLE);
  t.deepEqual(outcomeOf({ httpStatus: 429, retryAfter: 30 }), { kind: 'trouble', retryAfter: 30 });
  t.deepEqual(outcomeOf({ httpStatus: 503, retryAfter: 30 }), { kind: 'trouble', retryAfter: 30 });
  t.deepEqual(outcomeOf({ error: timeout }), TROUBLE);
  t.deepEqual(outcomeOf({ httpStatus: 403 }, { by: 'browser', httpStatus: 200 }), { kind: 'answered' });
  t.deepEqual(outcomeOf({ httpStatus: 200, error: timeout }), { kind: 'answered' });
  t.deepEqual(outcomeOf({ httpStatus: 503 }), { kind: 'unclear' });
  t.deepEqual(outcomeOf({ error: { code: 'dns', message: '' } }), { kind: 'unclear' });
  t.deepEqual(outcomeOf(), { kind: 'unclear' });
});
