/**
 * Publishes the statuses of links for other programs (infra/docs/link-status.md). A message may come twice: the
 * checkpoint moves once the brokers have a batch.
 */
import type { LinkStatusMessage, LinkStatusTopic } from '../../infra/ports/process/link-status.ts';
import type { Reactor, Recorded } from './run-reactor.ts';

/** The version of the messages. A new field needs no new version. */
const VERSION = '1';

export function linkStatus(topic: LinkStatusTopic): Reactor {
  return {
    name: 'link-status',
    failing: 'could not publish statuses of links; trying again',
    async beforeBatch(batch) {
      const messages = batch.flatMap(messagesOf);
      if (messages.length > 0) await topic.publish(messages);
    },
  };
}

function messagesOf(event: Recorded): readonly LinkStatusMessage[] {
  const { id, position, type, metadata } = event;
  const headers = { v: VERSION, eventId: id, position: `${position}`, type };
  switch (event.type) {
    case 'LinkStatusChanged': {
      const { linkId, from, to, reason } = event.data;
      const value = { linkId, status: to, previousStatus: from, reason, changedAt: metadata.at };
      return [{ key: linkId, value: JSON.stringify(value), headers }];
    }
    case 'LinkPurged':
      return [{ key: event.data.linkId, value: null, headers }];
    default:
      return [];
  }
}
