/** The queues between the server and its checkers, and the topics that they use. */

import type { QueueTypes } from '../../ports/engine.ts';
import type { CheckQueue } from '../../ports/process/check-queue.ts';
import { openKafkaQueue } from './check-queue.ts';
import { MAX_SCREENSHOT_BYTES } from './topic-setup.ts';
import type { Kafka } from './topics.ts';

/** The reasons of checks that nobody waits for. */
const PATIENT: readonly unknown[] = ['scheduled', 'retry', 'confirm'];

/** Opens the queues. */
export function kafkaQueues<Q extends QueueTypes>(
  kafka: Kafka,
): {
  readonly checks: CheckQueue<Q['checkOrder'], Q['checkReport']>;
  readonly screenshots: CheckQueue<Q['screenshotOrder'], Q['screenshotReport']>;
  readonly prints: CheckQueue<Q['printOrder'], Q['printReport']>;
} {
  return {
    checks: openKafkaQueue<Q['checkOrder'], Q['checkReport']>(kafka, {
      group: 'checker',
      orders: ['checks.hurried', 'checks.patient'],
      topicOf: (order) => (PATIENT.includes(fieldOf(order, 'reason')) ? 'checks.patient' : 'checks.hurried'),
      hostOf,
      reports: 'checks.reported',
      receivers: 'reporter',
      keyOf: (report) => String(fieldOf(report, 'linkId') ?? report.checkId),
      settles: (report) => fieldOf(report, 'kind') === 'checked',
    }),
    screenshots: openKafkaQueue<Q['screenshotOrder'], Q['screenshotReport']>(kafka, {
      group: 'camera',
      orders: ['screenshots.requested'],
      topicOf: () => 'screenshots.requested',
      hostOf,
      reports: 'screenshots.taken',
      receivers: 'evidence',
      // Only the process with the lease knows that it waits for the report.
      toAll: true,
      keyOf: ({ checkId }) => checkId,
      settles: () => true,
      maxReportBytes: MAX_SCREENSHOT_BYTES,
    }),
    prints: openKafkaQueue<Q['printOrder'], Q['printReport']>(kafka, {
      group: 'printer',
      orders: ['prints.requested'],
      topicOf: () => 'prints.requested',
      // A print visits no host: any checker may take it.
      hostOf: ({ checkId }) => checkId,
      reports: 'prints.made',
      receivers: 'printed',
      // Only the process that ordered a print knows that it waits for the report.
      toAll: true,
      keyOf: ({ checkId }) => checkId,
      settles: () => true,
      maxOrderBytes: MAX_SCREENSHOT_BYTES,
      maxReportBytes: MAX_SCREENSHOT_BYTES,
    }),
  };
}

function hostOf(order: object): string {
  const address = fieldOf(order, 'articleLink');
  return (typeof address === 'string' ? URL.parse(address)?.host : undefined) ?? '';
}

/** A field of an order or report, whose types belong to the services. */
function fieldOf(value: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
