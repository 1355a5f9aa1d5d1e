import test from 'ava';
import { BusyError } from '../../../ports/storage/errors.ts';
import { checkQueueContract, type QueueItem } from '../../../testing/contracts/check-queue.ts';
import { createCheckQueue } from './check-queue.ts';

checkQueueContract(async () => createCheckQueue());

test('a full queue makes announcements wait until a checker takes orders', async (t) => {
  const queue = createCheckQueue<QueueItem, QueueItem>(2);
  const stop = new AbortController();
  const orders = ['a', 'b', 'c'].map((checkId) => ({ checkId, text: '' }));
  let isAnnounced = false;
  const announced = queue.announce(orders, stop.signal).then(() => {
    isAnnounced = true;
  });
  const taken: string[] = [];
  for await (const batch of queue.orders(stop.signal)) {
    if (taken.length === 0) t.false(isAnnounced);
    taken.push(...batch.map(({ checkId }) => checkId));
    if (taken.length === 3) stop.abort();
  }
  await announced;
  t.deepEqual(taken, ['a', 'b', 'c']);
});

test('a report without a receiver is refused: the checker sends it again later', async (t) => {
  const queue = createCheckQueue<QueueItem, QueueItem>();
  await t.throwsAsync(queue.report({ checkId: 'a', text: '' }), { instanceOf: BusyError });
});
