/** Orders between their arrival and their commit. */
import type { Delivery } from './own-partitions.ts';

interface ReceivedOrder<Order> {
  readonly order: Order;
  readonly delivery: Delivery;
}

/** Orders that were received but not yet given to the checker. */
export class WaitingOrders<Order> {
  #waiting: ReceivedOrder<Order>[] = [];
  #arrived = Promise.withResolvers<void>();

  add(order: Order, delivery: Delivery): void {
    this.#waiting.push({ order, delivery });
    this.#arrived.resolve();
  }

  /** Resolves when there are orders. */
  get arrived(): Promise<void> {
    return this.#arrived.promise;
  }

  takeAll(): readonly ReceivedOrder<Order>[] {
    const all = this.#waiting;
    this.#waiting = [];
    this.#arrived = Promise.withResolvers();
    return all;
  }
}

/** Orders that the checker has. */
export class HeldOrders {
  readonly #letGoMs: number;
  /** By check. The same check may have been announced several times. */
  readonly #held = new Map<string, { readonly since: number; readonly deliveries: Delivery[] }>();
  #emptied: (() => void)[] = [];

  constructor(letGoMs: number) {
    this.#letGoMs = letGoMs;
  }

  add(checkId: string, delivery: Delivery): void {
    const order = this.#held.get(checkId);
    if (order === undefined) this.#held.set(checkId, { since: performance.now(), deliveries: [delivery] });
    else order.deliveries.push(delivery);
  }

  /** The check is reported. */
  settle(checkId: string): void {
    const order = this.#held.get(checkId);
    if (order === undefined) return;
    this.#held.delete(checkId);
    for (const delivery of order.deliveries) delivery.done();
    if (this.#held.size > 0) return;
    for (const resolve of this.#emptied) resolve();
    this.#emptied = [];
  }

  /** Settles the checks that were held too long. */
  letGo(): void {
    const before = performance.now() - this.#letGoMs;
    for (const [checkId, { since }] of this.#held) if (since <= before) this.settle(checkId);
  }

  /** Resolves when the checker has reported everything that it has. */
  async whenEmpty(): Promise<void> {
    if (this.#held.size > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
  }
}
