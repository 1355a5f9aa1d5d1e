/** What every EventStore and Feed promises, as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import fc from 'fast-check';
import { ConflictError } from '../../ports/errors.ts';
import type { EventMetadata, EventStore, Feed, NewEvent, RecordedEvent } from '../../ports/event-store.ts';
import type { Opener } from '../temporary-folder.ts';

/** The events the suite writes. */
export interface Noted {
  readonly type: 'Noted';
  readonly data: { readonly text: string };
}

type Log = EventStore<Noted> & Feed<Noted>;

export const metadata: EventMetadata = {
  actor: 'system',
  correlationId: 'correlation',
  causationId: 'cause',
  at: '2026-03-31T12:00:00.000Z',
};

export function noted(id: string, text = id): NewEvent<Noted> {
  return { id, type: 'Noted', data: { text } };
}

/** Follows until `count` events have come, then lets go. */
export async function readFeed(feed: Feed<Noted>, after: number, count: number): Promise<RecordedEvent<Noted>[]> {
  const abort = new AbortController();
  const events: RecordedEvent<Noted>[] = [];
  for await (const batch of feed.follow(after, abort.signal)) {
    events.push(...batch);
    if (events.length >= count) abort.abort();
  }
  return events;
}

/** Registers the tests. `open` answers an empty log. */
export function eventStoreContract(open: Opener<Log>): void {
  test('a stream that does not exist has no events and revision -1', async (t) => {
    const log = await open(t);
    t.deepEqual(await log.read('none'), { events: [], revision: -1 });
    t.is(await log.head(), 0);
  });

  test('what was appended is read back as it was, with stream, revision, position and metadata', async (t) => {
    const log = await open(t);
    t.deepEqual(await log.append('a', -1, [noted('1'), noted('2')], metadata), { revision: 1, position: 2 });
    t.deepEqual(await log.append('b', -1, [noted('3')], metadata), { revision: 0, position: 3 });
    t.deepEqual(await log.append('a', 1, [noted('4')], { ...metadata, actor: 'someone' }), {
      revision: 2,
      position: 4,
    });
    t.deepEqual(await log.read('a'), {
      events: [
        { ...noted('1'), stream: 'a', revision: 0, position: 1, metadata: metadata },
        { ...noted('2'), stream: 'a', revision: 1, position: 2, metadata: metadata },
        { ...noted('4'), stream: 'a', revision: 2, position: 4, metadata: { ...metadata, actor: 'someone' } },
      ],
      revision: 2,
    });
    t.is(await log.head(), 4);
  });

  test('an append to a stream that moved on is a conflict that says where the stream is, and writes nothing', async (t) => {
    const log = await open(t);
    await log.append('a', -1, [noted('1'), noted('2')], metadata);
    for (const expected of [-1, 0, 2]) {
      const error = await t.throwsAsync(log.append('a', expected, [noted(`new-${expected}`)], metadata), {
        instanceOf: ConflictError,
      });
      t.is(error.expected, expected);
      t.is(error.actual, 1);
    }
    t.is(await log.head(), 2);
  });

  test('of many appends at once to one stream exactly one wins each revision', async (t) => {
    const log = await open(t);
    for (let revision = -1; revision < 5; revision += 1) {
      const race = Array.from({ length: 20 }, (_, racer) =>
        log.append('a', revision, [noted(`${revision}/${racer}`)], metadata),
      );
      const outcomes = await Promise.allSettled(race);
      t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      t.true(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof ConflictError));
    }
    t.is((await log.read('a')).revision, 5);
    t.is(await log.head(), 6);
  });

  test('a conflict harms none of the appends made at the same time', async (t) => {
    const log = await open(t);
    await log.append('taken', -1, [noted('taken')], metadata);
    const outcomes = await Promise.allSettled([
      log.append('a', -1, [noted('a')], metadata),
      log.append('taken', -1, [noted('late')], metadata),
      log.append('b', -1, [noted('b')], metadata),
    ]);
    t.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    t.deepEqual(
      (await readFeed(log, 0, 3)).map(({ id, position }) => [id, position]),
      [
        ['taken', 1],
        ['a', 2],
        ['b', 3],
      ],
    );
  });

  test('a batch that was already written answers as it did the first time', async (t) => {
    const log = await open(t);
    const batch = [noted('1'), noted('2')];
    const first = await log.append('a', -1, batch, metadata);
    await log.append('a', 1, [noted('3')], metadata);
    t.deepEqual(await log.append('a', -1, batch, metadata), first);
    t.deepEqual(await log.append('a', 2, batch, metadata), first);
    t.is(await log.head(), 3);
  });

  test('the same batch sent many times at once is written once', async (t) => {
    const log = await open(t);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => log.append('a', -1, [noted('1'), noted('2')], metadata)),
    );
    t.true(outcomes.every(({ revision, position }) => revision === 1 && position === 2));
    t.is(await log.head(), 2);
  });

  test('event ids that were written in part, or to another stream, are refused', async (t) => {
    const log = await open(t);
    await log.append('a', -1, [noted('1')], metadata);
    await t.throwsAsync(log.append('a', 0, [noted('1'), noted('2')], metadata), { message: /already written/ });
    await t.throwsAsync(log.append('b', -1, [noted('1')], metadata), { message: /already written/ });
    await t.throwsAsync(log.append('b', -1, [noted('2'), noted('2')], metadata), { message: /twice/ });
    t.is(await log.head(), 1);
  });

  test('an append of nothing, to no stream or at an impossible revision is a programming error', async (t) => {
    const log = await open(t);
    await t.throwsAsync(log.append('a', -1, [], metadata), { instanceOf: TypeError });
    await t.throwsAsync(log.append('', -1, [noted('1')], metadata), { instanceOf: TypeError });
    await t.throwsAsync(log.append('a', -2, [noted('1')], metadata), { instanceOf: RangeError });
    await t.throwsAsync(log.append('a', 0.5, [noted('1')], metadata), { instanceOf: RangeError });
    t.is(await log.head(), 0);
  });

  test('any text survives: every script, quotes, control characters, halves of surrogate pairs', async (t) => {
    const log = await open(t);
    let id = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        id += 1;
        const stream = `text-é-${id}`;
        await log.append(stream, -1, [noted(`id-${id}`, text)], metadata);
        const { events } = await log.read(stream);
        t.is(events[0]?.data.text, text);
      }),
      { numRuns: 100 },
    );
    await log.append('lone', -1, [noted('lone', 'a\ud800b')], metadata);
    t.is((await log.read('lone')).events[0]?.data.text, 'a\ud800b');
  });

  test('events of a megabyte are kept and followed', async (t) => {
    const log = await open(t);
    const text = 'ä'.repeat(1_000_000);
    for (let index = 0; index < 5; index += 1)
      await log.append(`big-${index}`, -1, [noted(`${index}`, text)], metadata);
    const events = await readFeed(log, 0, 5);
    t.true(events.every(({ data }) => data.text === text));
  });

  test('following from the middle gives what lies behind it, in order', async (t) => {
    const log = await open(t);
    for (let index = 1; index <= 10; index += 1)
      await log.append(`s-${index % 3}-${index}`, -1, [noted(`${index}`)], metadata);
    t.deepEqual(
      (await readFeed(log, 4, 6)).map(({ position }) => position),
      [5, 6, 7, 8, 9, 10],
    );
  });

  test('several followers each see every event once, in order and without gaps, while appends go on', async (t) => {
    const log = await open(t);
    const total = 3_000;
    const followers = [0, 0, 0].map((after) => readFeed(log, after, total));
    const writers = Array.from({ length: 30 }, async (_, writer) => {
      for (let revision = -1; revision < total / 30 - 1; revision += 1) {
        await log.append(`w-${writer}`, revision, [noted(`${writer}/${revision}`)], metadata);
      }
    });
    await Promise.all(writers);
    const seen = await Promise.all(followers);
    for (const events of seen) {
      t.true(events.every(({ position }, index) => position === index + 1));
      t.is(new Set(events.map(({ id }) => id)).size, total);
    }
    t.is(await log.head(), total);
  });

  test('a follower that waits at the end is woken by the next append', async (t) => {
    const log = await open(t);
    const waiting = readFeed(log, 0, 1);
    await new Promise((resolve) => setImmediate(resolve));
    await log.append('a', -1, [noted('1')], metadata);
    t.is((await waiting)[0]?.id, '1');
  });

  test('a follower ends quietly when it is aborted: before it starts, while it waits, between batches', async (t) => {
    const log = await open(t);
    t.deepEqual(await Array.fromAsync(log.follow(0, AbortSignal.abort())), []);
    const abort = new AbortController();
    const waiting = Array.fromAsync(log.follow(0, abort.signal));
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    t.deepEqual(await waiting, []);
    await log.append('a', -1, [noted('1')], metadata);
    t.is((await readFeed(log, 0, 1)).length, 1);
  });
}
