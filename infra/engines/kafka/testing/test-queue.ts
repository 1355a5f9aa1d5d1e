/** The queue of the contract suite over Kafka: all orders have the same host, and are urgent if their text says so. */
import type { CheckQueue } from '../../../ports/process/check-queue.ts';
import type { QueueItem } from '../../../testing/contracts/check-queue.ts';
import { openKafkaQueue } from '../check-queue.ts';
import type { Kafka } from '../topics.ts';

const topicOf = ({ text }: QueueItem) => (text === 'hurried' ? 'checks.hurried' : 'checks.patient');

/** Opens the queue. `hostOf` may spread orders over partitions. */
export function openTestQueue(
  kafka: Kafka,
  { hostOf = () => 'example.com', letGoMs = 120_000 }: { hostOf?: (item: QueueItem) => string; letGoMs?: number } = {},
): CheckQueue<QueueItem, QueueItem> {
  return openKafkaQueue<QueueItem, QueueItem>(
    kafka,
    {
      ...{ group: 'checker', orders: ['checks.hurried', 'checks.patient'], topicOf, hostOf },
      ...{ reports: 'checks.reported', receivers: 'reporter', keyOf: ({ checkId }) => checkId, settles: () => true },
    },
    letGoMs,
  );
}
