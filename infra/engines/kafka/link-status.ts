/** The topic `link-status`, for other programs: infra/docs/link-status.md. */
import type { LinkStatusTopic } from '../../ports/process/link-status.ts';
import type { Kafka } from './topics.ts';

/** Opens the topic for writing. */
export function linkStatusTopic(kafka: Pick<Kafka, 'publish'>): LinkStatusTopic {
  return { publish: (messages) => kafka.publish('link-status', messages) };
}
