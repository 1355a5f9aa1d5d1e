import test from 'ava';
import { memoryLog } from '../../infra/testing/apps/memory-engine.ts';
import { recordingLogger } from '../../infra/testing/recording-logger.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { SEAL_STREAM } from '../model/seal/decider.ts';
import type { LogSealed } from '../model/seal/events.ts';
import { sealingRound } from './seal-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function world(stamp: ((hash: string) => Promise<string>) | null = null) {
  const store = memoryLog<LinkledgerEvent>();
  const { logger } = recordingLogger();
  let now: Date | null = new Date('2026-03-01T23:59:00.000Z');
  let place: { count: number; position: number; hash: string } | null = null;
  const deps = { store, head: () => place, stamp, logger, clock: { trusted: () => now } };
  return {
    round: sealingRound(deps),
    restart: () => sealingRound(deps),
    chain(count: number) {
      place = { count, position: count * 10, hash: String(count).padStart(64, '0') };
    },
    set(next: Date | null) {
      now = next;
    },
    async seals() {
      const { events } = await store.read(SEAL_STREAM);
      return events
        .map(({ type, data }) => ({ type, data }) as LogSealed)
        .map(({ data }) => `${data.day} ${data.count}`);
    },
    stream: () => store.read(SEAL_STREAM),
  };
}

test('the head of the chain is sealed once a day, also over a restart, and not on a day without events', async (t) => {
  const { round, restart, chain, set, seals } = world();
  await round();
  t.deepEqual(await seals(), [], 'no event was hashed yet');
  chain(5);
  await round();
  await round();
  chain(9);
  await restart()();
  t.deepEqual(await seals(), ['2026-03-01 5']);
  set(new Date('2026-03-02T00:00:10.000Z'));
  await round();
  t.deepEqual(await seals(), ['2026-03-01 5', '2026-03-02 9']);
  set(new Date('2026-03-03T12:00:00.000Z'));
  // The chain includes the event of the seal itself.
  chain(10);
  await round();
  t.is((await seals()).length, 2);
  chain(11);
  await round();
  t.is((await seals()).at(-1), '2026-03-03 11');
});

test('without a trusted clock nothing is sealed', async (t) => {
  const { round, chain, set, seals } = world();
  set(null);
  chain(5);
  await round();
  t.deepEqual(await seals(), []);
});

test('a seal has a timestamp of the authority, unless the authority does not answer for an hour', async (t) => {
  let answers = true;
  const { round, chain, set, stream } = world(async (hash) => {
    if (!answers) throw new Error('no answer');
    return `token of ${Number(hash)}`;
  });
  chain(5);
  await round();
  answers = false;
  set(new Date(Date.parse('2026-03-01T23:59:00.000Z') + DAY_MS));
  chain(9);
  for (let attempt = 1; attempt < 60; attempt += 1) await t.throwsAsync(round, { message: 'no answer' });
  await round();
  const { events } = await stream();
  t.deepEqual(
    events.map(({ data }) => ('timestamp' in data ? data.timestamp : '')),
    ['token of 5', null],
  );
});
