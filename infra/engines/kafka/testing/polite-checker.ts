/**
 * A checker that really visits pages, for tests of how often: `node polite-checker.ts <brokers> <namespace> <host:port>
 * <milliseconds between visits>`. Unlike the checker role it spaces visits to this machine, too. It prints "ready", and
 * "<host> <milliseconds since 1970>" at the start of each visit: its arrival depends on the load of this machine.
 */

import { openChecker } from '../../../../checker/check.ts';
import { HostRateLimiter } from '../../../../checker/politeness/host-rate-limiter.ts';
import { work } from '../../../../checker/work.ts';
import type { CheckQueues } from '../../../../command-service/contract/check-contract.ts';
import { kafkaQueues } from '../queues.ts';
import { openKafka } from '../topics.ts';
import { testOptions } from './open-kafka.ts';

const [brokers = '', namespace = '', host = '', spacing = '0'] = process.argv.slice(2);
const options = testOptions({ brokers: brokers.split(','), namespace });
const kafka = await openKafka(options);
const { checks } = kafkaQueues<CheckQueues>(kafka);
const { logger } = options;
class PrintingLimiter extends HostRateLimiter {
  override started(host: string): number {
    const at = super.started(host);
    process.stdout.write(`${host} ${performance.timeOrigin + at}\n`);
    return at;
  }
}
const rateLimiter = new PrintingLimiter({ spacingMs: Number(spacing) });
const checker = openChecker({ logger, render: 'never', allowHosts: [host], rateLimiter });
const { signal } = new AbortController();
process.stdout.write('ready\n');
await work(
  {
    orders: checks.orders(signal),
    isLost: (order) => checks.isLost(order),
    report: (report) => checks.report(report),
    ...{ checker, concurrency: 16, logger },
  },
  signal,
);
