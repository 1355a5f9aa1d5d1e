/**
 * A checker for tests that kill it: `node checker-process.ts <brokers> <namespace> <reports>` takes orders, reports
 * this many as live, and keeps the rest. It prints "<taken> <reported>" after each order.
 */

import type { CheckQueues } from '../../../../command-service/contract/check-contract.ts';
import { kafkaQueues } from '../queues.ts';
import { openKafka } from '../topics.ts';
import { judgedLive } from './judged-live.ts';
import { testOptions } from './open-kafka.ts';

const [brokers = '', namespace = '', most = '0'] = process.argv.slice(2);
const kafka = await openKafka(testOptions({ brokers: brokers.split(','), namespace }));
const { checks } = kafkaQueues<CheckQueues>(kafka);
const [taken, reported] = [new Set<string>(), new Set<string>()];
for await (const batch of checks.orders(new AbortController().signal)) {
  for (const order of batch) {
    taken.add(order.checkId);
    if (reported.size < Number(most)) {
      await checks.report(judgedLive(order));
      reported.add(order.checkId);
    }
    process.stdout.write(`${taken.size} ${reported.size}\n`);
  }
}
