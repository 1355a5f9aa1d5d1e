/** The contract of CheckQueue as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import type { CheckQueue } from '../../ports/process/check-queue.ts';
import type { Opener } from '../temporary-folder.ts';
import { waitUntil } from '../wait-until.ts';

/** An order or a report of the tests. */
export interface QueueItem {
  readonly checkId: string;
  readonly text: string;
}

const item = (checkId: string, text = checkId): QueueItem => ({ checkId, text });

/** Registers the tests. `open` answers an empty queue. */
export function checkQueueContract(open: Opener<CheckQueue<QueueItem, QueueItem>>): void {
  test('orders reach a checker, announced before or after it starts, until it stops', async (t) => {
    const queue = await open(t);
    const stop = new AbortController();
    const taken: QueueItem[] = [];
    await queue.announce([item('a'), item('b')], stop.signal);
    const checker = (async () => {
      for await (const batch of queue.orders(stop.signal)) taken.push(...batch);
    })();
    await waitUntil(() => taken.length >= 2);
    await queue.announce([item('c')], stop.signal);
    // Several checkers may get an order while they divide the hosts; in the end it is not lost to each of them.
    await waitUntil(() => taken.some((order) => order.checkId === 'c' && !queue.isLost(order)));
    t.deepEqual([...new Set(taken.map(({ checkId }) => checkId))], ['a', 'b', 'c']);
    stop.abort();
    await checker;
  });

  test('of several orders for one check the newest is delivered last', async (t) => {
    const queue = await open(t);
    const stop = new AbortController();
    await queue.announce([item('a', 'old'), item('a', 'new'), item('end')], stop.signal);
    const texts: string[] = [];
    for await (const batch of queue.orders(stop.signal)) {
      for (const { checkId, text } of batch) {
        if (checkId === 'a') texts.push(text);
        else stop.abort();
      }
    }
    t.is(texts.at(-1), 'new');
  });

  test('an order is delivered again when it is announced again', async (t) => {
    const queue = await open(t);
    const stop = new AbortController();
    const taken: string[] = [];
    await queue.announce([item('a')], stop.signal);
    for await (const batch of queue.orders(stop.signal)) {
      for (const { checkId } of batch) taken.push(checkId);
      if (taken.length >= 2) stop.abort();
      else await queue.announce([item('a')], stop.signal);
    }
    t.deepEqual([...new Set(taken)], ['a']);
    t.true(taken.length >= 2);
  });

  test('reports are handled several at a time, and a failed one may be sent again', async (t) => {
    const queue = await open(t);
    const stop = new AbortController();
    const taken = new Set<string>();
    let refused = 0;
    const both = Promise.withResolvers<void>();
    const taking = queue.reports(async ({ checkId }) => {
      taken.add(checkId);
      if (taken.size === 2) both.resolve();
      // Neither report finishes before the other has arrived.
      await both.promise;
      if (checkId === 'b' && refused++ === 0) throw new Error('not now');
    }, stop.signal);
    const send = async (checkId: string) => {
      try {
        await queue.report(item(checkId));
      } catch {
        await queue.report(item(checkId));
      }
    };
    await Promise.all([send('a'), send('b')]);
    await waitUntil(() => refused >= 2);
    t.deepEqual([...taken].toSorted(), ['a', 'b']);
    stop.abort();
    await taking;
  });
}
