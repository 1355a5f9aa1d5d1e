/** Reads a topic as another program does. */
import type { ExecutionContext } from 'ava';
import type { IncomingMessage } from '../messages.ts';
import type { TopicName } from '../topic-setup.ts';
import type { Kafka } from '../topics.ts';

/** All messages in a topic, from its start, until the test ends. Grows as they arrive. */
export function readAll(t: ExecutionContext, kafka: Kafka, topic: TopicName): readonly IncomingMessage[] {
  const messages: IncomingMessage[] = [];
  const member = kafka.join({
    ...{ group: `reader of ${topic}`, topics: [topic], from: 'earliest', room: () => 1_000 },
    take(deliveries) {
      for (const { message, done } of deliveries) {
        messages.push(message);
        done();
      }
    },
  });
  t.teardown(() => member.stop());
  return messages;
}

/** The first copy of each message of `link-status`: the topic delivers at least once. */
export function distinct(messages: readonly IncomingMessage[]): readonly IncomingMessage[] {
  const seen = new Set<string>();
  return messages.filter(({ headers: { position = '' } }) => !seen.has(position) && seen.add(position));
}
