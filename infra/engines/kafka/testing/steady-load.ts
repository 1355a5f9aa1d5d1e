/** Orders and statuses that pass through Kafka all the time, 200 and 100 a second, and how long they are on their way. */

import type { CheckOrder, CheckQueues } from '../../../../command-service/contract/check-contract.ts';
import type { CheckQueue } from '../../../ports/process/check-queue.ts';
import { inRounds, untilDone } from '../../../ports/process/rounds.ts';
import { recordingLog } from '../../../testing/event-builder.ts';
import { linkStatusTopic } from '../link-status.ts';
import { kafkaQueues } from '../queues.ts';
import type { Kafka } from '../topics.ts';
import { judgedLive } from './judged-live.ts';

const ORDERS = 50;
const STATUSES = 25;
const EVERY_MS = 250;
/** The pauses of the relay and of a checker after a failure, in milliseconds. */
const [ANNOUNCE_AGAIN_MS, REPORT_AGAIN_MS] = [1_000, 500];

type Checks = CheckQueue<CheckQueues['checkOrder'], CheckQueues['checkReport']>;

const TROUBLE = { logger: recordingLog(), failing: '' };

export class SteadyLoad {
  readonly #producing = new AbortController();
  readonly #checking = new AbortController();
  readonly #produced: Promise<unknown>;
  readonly #checked: Promise<unknown>;
  /** When each order was announced. */
  readonly #announced = new Map<string, number>();
  readonly #taken = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #statuses: string[] = [];
  #longest = { publishing: 0, reading: 0 };

  constructor(server: Kafka, checkers: readonly Kafka[]) {
    const { checks } = kafkaQueues<CheckQueues>(server);
    const take = async ({ checkId }: { readonly checkId: string }) => void this.#reported.add(checkId);
    this.#checked = Promise.all([
      checks.reports(take, this.#checking.signal),
      ...checkers.map((kafka) => this.#check(kafka)),
    ]);
    const { signal } = this.#producing;
    this.#produced = Promise.all([
      inRounds(() => this.#announce(checks), EVERY_MS, TROUBLE, signal),
      inRounds(() => this.#publish(server), EVERY_MS, TROUBLE, signal),
    ]);
  }

  get orders(): number {
    return this.#announced.size;
  }

  /** The keys of the statuses that the brokers acknowledged. */
  get statuses(): readonly string[] {
    return this.#statuses;
  }

  /** Announced orders without a report. */
  unreported(): readonly string[] {
    return [...this.#announced.keys()].filter((checkId) => !this.#reported.has(checkId));
  }

  /**
   * The longest times since the last call, in milliseconds, both from the first attempt to publish a batch: until the
   * brokers had it, and until a checker had all its orders.
   */
  longest(): { readonly publishing: number; readonly reading: number } {
    const longest = this.#longest;
    this.#longest = { publishing: 0, reading: 0 };
    return longest;
  }

  /** Produces nothing more; what was announced is still checked. */
  async endProducing(): Promise<void> {
    this.#producing.abort();
    await this.#produced;
  }

  async stop(): Promise<void> {
    await this.endProducing();
    this.#checking.abort();
    await this.#checked;
  }

  async #announce(checks: Checks): Promise<void> {
    const begun = performance.now();
    const orders = Array.from({ length: ORDERS }, (_, index): CheckOrder => {
      const number = this.orders + index;
      const [articleLink, clientLink] = [`https://${number % 500}.example/`, 'https://client.example/'];
      return { linkId: `l${number}`, checkId: `c${number}`, articleLink, clientLink, reason: 'scheduled' };
    });
    for (const { checkId } of orders) this.#announced.set(checkId, begun);
    const { signal } = this.#checking;
    await untilDone(() => checks.announce(orders, signal), ANNOUNCE_AGAIN_MS, TROUBLE, signal);
    this.#longest.publishing = Math.max(this.#longest.publishing, performance.now() - begun);
  }

  async #publish(server: Kafka): Promise<void> {
    const keys = Array.from({ length: STATUSES }, (_, index) => `l${this.#statuses.length + index}`);
    const messages = keys.map((key) => ({ key, value: '{}', headers: { v: '1' } }));
    await linkStatusTopic(server).publish(messages);
    this.#statuses.push(...keys);
  }

  async #check(kafka: Kafka): Promise<void> {
    const { checks } = kafkaQueues<CheckQueues>(kafka);
    const { signal } = this.#checking;
    for await (const batch of checks.orders(signal)) {
      for (const order of batch) {
        const since = performance.now() - (this.#announced.get(order.checkId) ?? 0);
        if (!this.#taken.has(order.checkId)) this.#longest.reading = Math.max(this.#longest.reading, since);
        this.#taken.add(order.checkId);
        void untilDone(() => checks.report(judgedLive(order)), REPORT_AGAIN_MS, TROUBLE, signal);
      }
    }
  }
}
