/** The contract of EventStore and Feed as tests: an adapter's own test calls this with its opener. */
import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { ConflictError, TooLargeError } from '../../ports/storage/errors.ts';
import {
  type EventMetadata,
  type EventStore,
  type Feed,
  type FeedFilter,
  MAX_APPEND_BYTES,
  type NewEvent,
  type RecordedEvent,
  type StreamRange,
} from '../../ports/storage/event-store.ts';
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

/** A UUID (version 8) that is the same for the same name. */
export function eventId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function noted(name: string, text = name): NewEvent<Noted> {
  return { id: eventId(name), type: 'Noted', data: { text } };
}

/** Follows until `count` events have come. */
export async function readFeed(
  feed: Feed<Noted>,
  after: number,
  count: number,
  only?: FeedFilter,
): Promise<RecordedEvent<Noted>[]> {
  const abort = new AbortController();
  const events: RecordedEvent<Noted>[] = [];
  for await (const batch of feed.follow(after, abort.signal, only)) {
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

  test('an append is read back unchanged, with stream, revision, position and metadata', async (t) => {
    const log = await open(t);
    const first = await log.append('a', -1, [noted('1'), noted('2')], metadata);
    const second = await log.append('b', -1, [noted('3')], metadata);
    const third = await log.append('a', 1, [noted('4')], { ...metadata, actor: 'someone' });
    t.deepEqual([first.revision, second.revision, third.revision], [1, 0, 2]);
    const { events, revision } = await log.read('a');
    t.is(revision, 2);
    t.deepEqual(
      events.map(({ position: _, ...event }) => event),
      [
        { ...noted('1'), stream: 'a', revision: 0, metadata },
        { ...noted('2'), stream: 'a', revision: 1, metadata },
        { ...noted('4'), stream: 'a', revision: 2, metadata: { ...metadata, actor: 'someone' } },
      ],
    );
    t.deepEqual(
      events.slice(1).map(({ position }) => position),
      [first.position, third.position],
    );
    t.true((events[0]?.position ?? 0) > 0);
    t.is(await log.head(), third.position);
  });

  test('positions increase, and the head is the position of the last event', async (t) => {
    const log = await open(t);
    let head = 0;
    for (const name of ['1', '2', '3']) {
      const { position } = await log.append(name, -1, [noted(name), noted(`${name} more`)], metadata);
      t.true(position > head);
      t.is(await log.head(), position);
      head = position;
    }
    const positions = (await readFeed(log, 0, 6)).map(({ position }) => position);
    t.true(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0)));
    t.is(positions.at(-1), head);
  });

  test('a range of a stream is read in order, with the revision of the whole stream', async (t) => {
    const log = await open(t);
    await log.append('a', -1, [noted('1'), noted('2'), noted('3')], metadata);
    await log.append('a', 2, [noted('4')], metadata);
    const revisions = async (range?: StreamRange) => {
      const { events, revision } = await log.read('a', range);
      t.is(revision, 3);
      return events.map((event) => event.revision);
    };
    t.deepEqual(await revisions(), [0, 1, 2, 3]);
    t.deepEqual(await revisions({ from: 2 }), [2, 3]);
    t.deepEqual(await revisions({ from: 4 }), []);
    t.deepEqual(await revisions({ last: 1 }), [3]);
    t.deepEqual(await revisions({ last: 3 }), [1, 2, 3]);
    t.deepEqual(await revisions({ last: 9 }), [0, 1, 2, 3]);
    t.deepEqual(await log.read('none', { last: 1 }), { events: [], revision: -1 });
  });

  test('an append at an outdated revision is a conflict with the stream’s revision, and writes nothing', async (t) => {
    const log = await open(t);
    const { position } = await log.append('a', -1, [noted('1'), noted('2')], metadata);
    for (const expected of [-1, 0, 2]) {
      const error = await t.throwsAsync(log.append('a', expected, [noted(`new-${expected}`)], metadata), {
        instanceOf: ConflictError,
      });
      t.is(error.expected, expected);
      t.is(error.actual, 1);
    }
    t.is(await log.head(), position);
  });

  test('of many appends at once to one stream exactly one wins each revision', async (t) => {
    const log = await open(t);
    for (let revision = -1; revision < 5; revision += 1) {
      const race = Array.from({ length: 20 }, (_, racer) =>
        log.append('a', revision, [noted(`${revision}/${racer}`)], metadata),
      );
      const outcomes = await Promise.allSettled(race);
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      t.deepEqual(reasons.filter((reason) => !(reason instanceof ConflictError)).map(String), []);
      t.is(reasons.length, race.length - 1);
    }
    const { events, revision } = await log.read('a');
    t.is(revision, 5);
    t.is(events.at(-1)?.position, await log.head());
  });

  test('a conflict does not affect concurrent appends', async (t) => {
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
    const seen = await readFeed(log, 0, 3);
    t.deepEqual(seen.map(({ data }) => data.text).toSorted(), ['a', 'b', 'taken']);
    t.is(seen.at(-1)?.position, await log.head());
  });

  test('an append repeated at the same expected revision writes nothing and returns the first result', async (t) => {
    const log = await open(t);
    const batch = [noted('1'), noted('2')];
    const first = await log.append('a', -1, batch, metadata);
    t.deepEqual(await log.append('a', -1, batch, metadata), first);
    const { position } = await log.append('a', 1, [noted('3')], metadata);
    t.deepEqual(await log.append('a', -1, batch, metadata), first);
    t.is(await log.head(), position);
  });

  test('the same batch sent many times at once is written once', async (t) => {
    const log = await open(t);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => log.append('a', -1, [noted('1'), noted('2')], metadata)),
    );
    const head = await log.head();
    t.true(results.every(({ revision, position }) => revision === 1 && position === head));
    t.is((await log.read('a')).events.length, 2);
  });

  test('an append that repeats only a part of an earlier one is refused', async (t) => {
    const log = await open(t);
    const { position } = await log.append('a', -1, [noted('1')], metadata);
    await t.throwsAsync(log.append('a', -1, [noted('1'), noted('2')], metadata));
    t.is(await log.head(), position);
  });

  test('an append of nothing, to no stream or at an impossible revision is a programming error', async (t) => {
    const log = await open(t);
    await t.throwsAsync(log.append('a', -1, [], metadata), { instanceOf: TypeError });
    await t.throwsAsync(log.append('', -1, [noted('1')], metadata), { instanceOf: TypeError });
    await t.throwsAsync(log.append('a', -2, [noted('1')], metadata), { instanceOf: RangeError });
    await t.throwsAsync(log.append('a', 0.5, [noted('1')], metadata), { instanceOf: RangeError });
    await t.throwsAsync(log.append('a', -1, [noted('1'), noted('1')], metadata), { instanceOf: TypeError });
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

  test('the largest append is stored and followed; one byte more is refused before anything is written', async (t) => {
    const log = await open(t);
    const fixed = Buffer.byteLength(JSON.stringify({ text: '' })) + Buffer.byteLength(JSON.stringify(metadata));
    const text = 'ä'.repeat(Math.floor((MAX_APPEND_BYTES - fixed) / 2));
    const fill = 'x'.repeat(MAX_APPEND_BYTES - fixed - Buffer.byteLength(text));
    for (let index = 0; index < 5; index += 1)
      await log.append(`big-${index}`, -1, [noted(`${index}`, text + fill)], metadata);
    const head = await log.head();
    const larger = log.append('larger', -1, [noted('larger', `${text}${fill}x`)], metadata);
    await t.throwsAsync(larger, { instanceOf: TooLargeError });
    t.is(await log.head(), head);
    const events = await readFeed(log, 0, 5);
    t.true(events.every(({ data }) => data.text === text + fill));
  });

  test('many events that are too large together are refused', async (t) => {
    const log = await open(t);
    const events = Array.from({ length: 11 }, (_, index) => noted(`${index}`, 'x'.repeat(MAX_APPEND_BYTES / 11)));
    await t.throwsAsync(log.append('a', -1, events, metadata), { instanceOf: TooLargeError });
    t.is(await log.head(), 0);
  });

  test('following from the middle gives the later events, in order', async (t) => {
    const log = await open(t);
    const positions: number[] = [];
    for (let index = 1; index <= 10; index += 1)
      positions.push((await log.append(`s-${index % 3}-${index}`, -1, [noted(`${index}`)], metadata)).position);
    const later = positions.slice(4);
    t.deepEqual(
      (await readFeed(log, positions[3] ?? 0, 6)).map(({ position }) => position),
      later,
    );
  });

  test('a follower of some streams gets only their events', async (t) => {
    const log = await open(t);
    for (const stream of ['link-1', 'check-1', 'team-1', 'check-2', 'checked'])
      await log.append(stream, -1, [noted(stream)], metadata);
    const streams = async (only: FeedFilter, count: number) =>
      (await readFeed(log, 0, count, only)).map(({ stream }) => stream);
    t.deepEqual(await streams({ streams: ['check-'] }, 2), ['check-1', 'check-2']);
    t.deepEqual(await streams({ streams: ['team-', 'link-'] }, 2), ['link-1', 'team-1']);
    const waiting = readFeed(log, await log.head(), 1, { streams: ['check-'] });
    await log.append('link-2', -1, [noted('link-2')], metadata);
    await log.append('check-3', -1, [noted('check-3')], metadata);
    t.deepEqual(
      (await waiting).map(({ stream }) => stream),
      ['check-3'],
    );
  });

  test('a follower from the head gets only new events', async (t) => {
    const log = await open(t);
    await log.append('a', -1, [noted('old')], metadata);
    const waiting = readFeed(log, await log.head(), 1);
    await log.append('a', 0, [noted('new')], metadata);
    t.deepEqual(
      (await waiting).map(({ data }) => data.text),
      ['new'],
    );
  });

  test('several followers each see every event once and in order while appends go on', async (t) => {
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
      t.true(events.every(({ position }, index) => index === 0 || position > (events[index - 1]?.position ?? 0)));
      t.is(new Set(events.map(({ id }) => id)).size, total);
      t.is(events.at(-1)?.position, await log.head());
    }
  });

  test('a follower that waits at the end is woken by the next append', async (t) => {
    const log = await open(t);
    const waiting = readFeed(log, 0, 1);
    await new Promise((resolve) => setImmediate(resolve));
    await log.append('a', -1, [noted('1')], metadata);
    t.is((await waiting)[0]?.id, eventId('1'));
  });

  test('an aborted follower ends without an error: before it starts, while it waits, between batches', async (t) => {
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
