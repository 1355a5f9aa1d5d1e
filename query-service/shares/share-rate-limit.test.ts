import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteExpiring } from '../../infra/engines/embedded/stores/expiring-store.ts';
import { FIRST_WAIT_MS, FREE_TRIES, LONGEST_WAIT_MS, ShareRateLimit } from './share-rate-limit.ts';

const NETWORK = '203.0.113.7';

function open(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tries-'));
  let ms = Date.parse('2027-01-01T00:00:00Z');
  const now = () => new Date(ms);
  const store = openSqliteExpiring(path.join(folder, 'sessions.db'), now);
  t.teardown(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tries = new ShareRateLimit(store, now);
  return {
    tries,
    pass: (seconds: number) => {
      ms += seconds * 1000;
    },
    /** An attempt with a wrong password; returns how long to wait before the next, or null if it was allowed. */
    async guess(share = 's', network = NETWORK): Promise<number | null> {
      const wait = await tries.tryAcquire(share, network);
      if (wait === null) await tries.wrong(share, network);
      return wait;
    },
  };
}

test('the first five wrong passwords cost no wait, and each later one doubles the wait', async (t) => {
  const { guess, pass } = open(t);
  for (let n = 1; n <= FREE_TRIES.both; n += 1) t.is(await guess(), null);
  let wait = FIRST_WAIT_MS / 1000;
  for (let n = 0; n < 4; n += 1) {
    t.is(await guess(), wait);
    pass(wait - 1);
    t.is(await guess(), 1);
    pass(1);
    t.is(await guess(), null);
    wait *= 2;
  }
});

test('a thousand passwords in a row take weeks', async (t) => {
  const { guess, pass } = open(t);
  let waited = 0;
  for (let made = 0; made < 1_000; ) {
    const wait = await guess();
    if (wait === null) made += 1;
    else {
      t.true(wait <= LONGEST_WAIT_MS / 1000);
      waited += wait;
      pass(wait);
    }
  }
  t.true(waited > 3 * 7 * 24 * 60 * 60, `${waited} seconds`);
});

test('concurrent attempts count like attempts in a row', async (t) => {
  const { tries } = open(t);
  const asked = await Promise.all(Array.from({ length: 100 }, () => tries.tryAcquire('s', NETWORK)));
  t.is(asked.filter((wait) => wait === null).length, FREE_TRIES.both);
  t.true(asked.every((wait) => wait === null || wait >= 1));
});

test('only one attempt is allowed after a wait, not one per waiting request', async (t) => {
  const { tries, guess, pass } = open(t);
  for (let n = 1; n <= FREE_TRIES.both; n += 1) await guess();
  pass(FIRST_WAIT_MS / 1000);
  const asked = await Promise.all(Array.from({ length: 20 }, () => tries.tryAcquire('s', NETWORK)));
  t.is(asked.filter((wait) => wait === null).length, 1);
});

test('the right password resets the count of its network', async (t) => {
  const { tries, guess } = open(t);
  for (let n = 1; n <= FREE_TRIES.both; n += 1) await guess();
  t.not(await guess(), null);
  await tries.right('s', NETWORK);
  t.is(await guess(), null);
});

test('attempts of other networks do not block a network until many of them try one share', async (t) => {
  const { guess } = open(t);
  let made = 0;
  let longest = 0;
  for (let n = 0; n < 1_000; n += 1) {
    const wait = await guess('s', `198.51.${Math.floor(n / 250)}.${n % 250}`);
    if (wait === null) made += 1;
    else longest = Math.max(longest, wait);
  }
  t.is(made, FREE_TRIES.share);
  t.true(longest <= 60, 'many networks lock others out for at most a minute at a time');
});

test('a network that tries many shares is blocked, too', async (t) => {
  const { guess } = open(t);
  const waits = [];
  for (let n = 0; n < 200; n += 1) waits.push(await guess(`share-${n}`));
  t.is(waits.filter((wait) => wait === null).length, FREE_TRIES.network);
  t.is(await guess('another', '203.0.113.8'), null);
});
