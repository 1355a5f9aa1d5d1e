import test from 'ava';
import fc from 'fast-check';
import type { Visit } from '../../command-service/events/observation.ts';
import { emptyFacts } from '../visit/visit-record.ts';
import { HostRateLimiter, hostOutcome, type RateLimiterOptions } from './host-rate-limiter.ts';

const HOST = 'a.example';
const TROUBLE = { kind: 'trouble', retryAfter: null } as const;
const HOUR = 3_600_000;

/** A pace on a clock that is set by hand; chance always says the middle. */
function paceAt(options: RateLimiterOptions = {}) {
  const clock = { now: 0 };
  return { clock, pace: new HostRateLimiter({ now: () => clock.now, random: () => 0.5, ...options }) };
}

test('visits to one host are spaced, half to one and a half times the spacing, and hosts do not wait for each other', (t) => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      const { pace } = paceAt({ spacingMs: 1_000, random: () => chance });
      pace.started(HOST);
      const wait = pace.waitMs(HOST, false);
      return wait >= 500 && wait <= 1_500 && pace.waitMs('b.example', false) === 0;
    }),
  );
  const { clock, pace } = paceAt({ spacingMs: 1_000 });
  pace.started(HOST);
  t.is(pace.waitMs(HOST, true), 1_000);
  clock.now = 1_000;
  t.is(pace.waitMs(HOST, true), 0);
});

test('a host in trouble rests longer each time, an hour at most, until it answers', (t) => {
  const { clock, pace } = paceAt({ spacingMs: 0 });
  const rests: number[] = [];
  for (let visit = 0; visit < 12; visit++) {
    pace.finished(HOST, pace.started(HOST), TROUBLE);
    rests.push(pace.waitMs(HOST, false));
    clock.now += pace.waitMs(HOST, false);
  }
  t.deepEqual(rests.slice(0, 4), [10_000, 20_000, 40_000, 80_000]);
  t.deepEqual(rests.slice(-2), [HOUR, HOUR]);
  pace.finished(HOST, pace.started(HOST), { kind: 'answered' });
  pace.finished(HOST, pace.started(HOST), TROUBLE);
  t.is(pace.waitMs(HOST, false), 10_000);
});

test('visits that fail side by side lengthen a rest once, and one that began before it does not end it', (t) => {
  const { clock, pace } = paceAt({ spacingMs: 0 });
  const before = [pace.started(HOST), pace.started(HOST), pace.started(HOST)] as const;
  clock.now = 100;
  pace.finished(HOST, before[0], TROUBLE);
  pace.finished(HOST, before[1], TROUBLE);
  pace.finished(HOST, before[2], { kind: 'answered' });
  t.is(pace.waitMs(HOST, false), 10_000);
});

test('a host that asks for time gets it, an hour at most', (t) => {
  const { pace } = paceAt({ spacingMs: 0 });
  pace.finished(HOST, pace.started(HOST), { kind: 'trouble', retryAfter: 120 });
  t.is(pace.waitMs(HOST, false), 120_000);
  pace.finished('b.example', pace.started('b.example'), { kind: 'trouble', retryAfter: 86_400 });
  t.is(pace.waitMs('b.example', false), HOUR);
});

test('whom a person waits for goes to a resting host at once, every few seconds, and ends the rest by success', (t) => {
  const { clock, pace } = paceAt();
  pace.finished(HOST, 0, { kind: 'trouble', retryAfter: 3_600 });
  t.is(pace.waitMs(HOST, true), 0);
  const startedAt = pace.started(HOST);
  t.is(pace.waitMs(HOST, true), 5_000);
  t.is(pace.waitMs(HOST, false), HOUR);
  clock.now = 5_000;
  pace.finished(HOST, startedAt, { kind: 'answered' });
  t.false(pace.isBackingOff(HOST));
  t.is(pace.waitMs(HOST, false), 0);
});

test('exempt hosts are never made to wait, a default port written or not', (t) => {
  const { pace } = paceAt({ exempt: ['127.0.0.1:4600', '[::1]:8080', 'intern.test:443'] });
  for (const host of ['127.0.0.1:4600', 'blog.localhost:4600', '[::1]:8080', 'intern.test', 'intern.test:443']) {
    pace.finished(host, pace.started(host), { kind: 'trouble', retryAfter: 60 });
    t.is(pace.waitMs(host, false), 0, host);
  }
  for (const host of ['127.0.0.1:4601', 'blog.localhost:4601', 'blog.localhost.example:4600']) {
    pace.started(host);
    t.true(pace.waitMs(host, false) > 0, host);
  }
});

test('a hundred thousand hosts do not grow it without end, and those that rest are kept longest', (t) => {
  const { clock, pace } = paceAt();
  pace.finished('resting.example', pace.started('resting.example'), { kind: 'trouble', retryAfter: 3_600 });
  for (let n = 0; n < 100_000; n++) {
    clock.now += 1;
    pace.started(`h${n}.example`);
  }
  t.true(pace.isBackingOff('resting.example'));
  t.is(pace.waitMs('h0.example', false), 0);
});

test('what visits say of their host', (t) => {
  const visit = (more: Partial<Visit>): Visit => ({
    ...emptyFacts('http', 'https://a.example/'),
    matches: [],
    nearest: [],
    ...more,
  });
  const timeout = { code: 'timeout', message: '' } as const;
  const said = (...visits: Partial<Visit>[]) => hostOutcome(visits.map(visit));
  t.deepEqual(said({ httpStatus: 200 }), { kind: 'answered' });
  t.deepEqual(said({ httpStatus: 404 }), { kind: 'answered' });
  t.deepEqual(said({ httpStatus: 403 }), TROUBLE);
  t.deepEqual(said({ httpStatus: 200, challenge: true }), TROUBLE);
  t.deepEqual(said({ httpStatus: 429, retryAfter: 30 }), { kind: 'trouble', retryAfter: 30 });
  t.deepEqual(said({ httpStatus: 503, retryAfter: 30 }), { kind: 'trouble', retryAfter: 30 });
  t.deepEqual(said({ error: timeout }), TROUBLE);
  t.deepEqual(said({ httpStatus: 403 }, { by: 'browser', httpStatus: 200 }), { kind: 'answered' });
  t.deepEqual(said({ httpStatus: 200, error: timeout }), { kind: 'answered' });
  t.deepEqual(said({ httpStatus: 503 }), { kind: 'unclear' });
  t.deepEqual(said({ error: { code: 'dns', message: '' } }), { kind: 'unclear' });
  t.deepEqual(said(), { kind: 'unclear' });
});
