/**
 * Orders that wait for their check, in a queue for each host. Hosts take turns, so that a host with a thousand slow
 * pages delays only itself. Orders for one page come out together and share a visit; within a host, orders that a
 * person waits for come first. The rate limiter decides when a host may be visited.
 */
import type { CheckOrder } from '../../command-service/contract/check-contract.ts';
import { HostRateLimiter } from './host-rate-limiter.ts';

/** Orders for the same page. */
export interface PageOrders {
  readonly host: string;
  readonly articleLink: string;
  readonly orders: readonly CheckOrder[];
}

/** Most orders that share a visit. */
const MAX_TOGETHER = 100;

/** The most hosts remembered as fast. */
const MAX_QUICK = 10_000;

/** The waiting orders of a page, and the time when the first of them came. */
interface WaitingPage {
  readonly since: number;
  readonly orders: CheckOrder[];
}

/** By address, in order of arrival. */
type Pages = Map<string, WaitingPage>;

/**
 * How hosts are treated: `resting` back off from visits that nobody waits for, `quick` answered quickly the last time,
 * `other` are slow or new.
 */
export const HOST_CLASSES = ['quick', 'other', 'resting'] as const;
type HostClass = (typeof HOST_CLASSES)[number];

/** The waiting orders for the hosts of one class. */
interface Backlog {
  hosts: number;
  orders: number;
  /** The age of the oldest order in milliseconds; 0 without orders. */
  oldestMs: number;
}

interface HostQueue {
  readonly urgent: Pages;
  readonly normal: Pages;
  size: number;
}

export class HostQueues {
  readonly #perHost: number;
  readonly #rateLimiter: HostRateLimiter;
  readonly #now: () => number;
  /** Hosts with waiting orders; the first is next. */
  readonly #hosts = new Map<string, HostQueue>();
  readonly #running = new Map<string, number>();
  /** Hosts whose last visit was not slow, oldest first. */
  readonly #quick = new Set<string>();
  #size = 0;

  /**
   * @param perHost concurrent visits to one host. @param rateLimiter spaces the visits; absent: no pauses. @param now
   * milliseconds on a clock that only goes forward.
   */
  constructor(
    perHost: number,
    rateLimiter: HostRateLimiter = new HostRateLimiter({ spacingMs: 0 }),
    now: () => number = () => performance.now(),
  ) {
    this.#perHost = perHost;
    this.#rateLimiter = rateLimiter;
    this.#now = now;
  }

  /** The number of running visits. */
  get running(): number {
    return this.#running.values().reduce((sum, count) => sum + count, 0);
  }

  /** The waiting orders, by class of host. */
  waiting(): Readonly<Record<HostClass, Readonly<Backlog>>> {
    const waiting = { quick: emptyBacklog(), other: emptyBacklog(), resting: emptyBacklog() };
    for (const [host, { urgent, normal, size }] of this.#hosts) {
      const resting = this.#rateLimiter.isBackingOff(host);
      const sum = waiting[resting ? 'resting' : this.#quick.has(host) ? 'quick' : 'other'];
      sum.hosts++;
      sum.orders += size;
      for (const pages of [urgent, normal]) {
        const [oldest] = pages.values();
        if (oldest !== undefined) sum.oldestMs = Math.max(sum.oldestMs, this.#now() - oldest.since);
      }
    }
    return waiting;
  }

  /** The number of waiting orders. */
  get size(): number {
    return this.#size;
  }

  /** The number of waiting orders of hosts that are not backing off. */
  get sizeOfActiveHosts(): number {
    let count = 0;
    for (const [host, { size }] of this.#hosts) if (!this.#rateLimiter.isBackingOff(host)) count += size;
    return count;
  }

  add(order: CheckOrder): void {
    const host = hostOf(order.articleLink);
    let queue = this.#hosts.get(host);
    if (queue === undefined) {
      queue = { urgent: new Map(), normal: new Map(), size: 0 };
      this.#hosts.set(host, queue);
    }
    const pages = isUrgent(order) ? queue.urgent : queue.normal;
    const page = pages.get(order.articleLink);
    if (page === undefined) pages.set(order.articleLink, { since: this.#now(), orders: [order] });
    else page.orders.push(order);
    queue.size++;
    this.#size++;
  }

  /**
   * The next page whose host may be visited now, or null; with `quickOnly`, only of hosts whose last visit was not
   * slow. Afterwards the caller must call `done` with the page's host.
   */
  take(quickOnly = false): PageOrders | null {
    for (const [host, queue] of this.#hosts) {
      if (quickOnly && !this.#quick.has(host)) continue;
      const running = this.#running.get(host) ?? 0;
      if (running >= this.#perHost || this.#waitMs(host, queue) > 0) continue;
      const [articleLink] = (queue.urgent.size > 0 ? queue.urgent : queue.normal).keys();
      if (articleLink === undefined) continue;
      const orders = takeFrom(queue.urgent, articleLink, MAX_TOGETHER);
      orders.push(...takeFrom(queue.normal, articleLink, MAX_TOGETHER - orders.length));
      queue.size -= orders.length;
      // The host goes to the end of the line.
      this.#hosts.delete(host);
      if (queue.size > 0) this.#hosts.set(host, queue);
      this.#running.set(host, running + 1);
      this.#size -= orders.length;
      return { host, articleLink, orders };
    }
    return null;
  }

  /** Milliseconds until `take` may return a page again; null if no waiting order depends on time. */
  nextMs(quickOnly = false): number | null {
    let next: number | null = null;
    for (const [host, queue] of this.#hosts) {
      if (quickOnly && !this.#quick.has(host)) continue;
      if ((this.#running.get(host) ?? 0) >= this.#perHost) continue;
      next = Math.min(next ?? Number.POSITIVE_INFINITY, this.#waitMs(host, queue));
    }
    return next;
  }

  /** Remembers whether a visit to the host is, or was, slow. */
  noteSpeed(host: string, isSlow: boolean): void {
    this.#quick.delete(host);
    if (isSlow) return;
    this.#quick.add(host);
    const [oldest] = this.#quick;
    if (this.#quick.size > MAX_QUICK && oldest !== undefined) this.#quick.delete(oldest);
  }

  /** Ends a visit to the host. */
  done(host: string): void {
    const running = (this.#running.get(host) ?? 1) - 1;
    if (running > 0) this.#running.set(host, running);
    else this.#running.delete(host);
  }

  #waitMs(host: string, queue: HostQueue): number {
    return this.#rateLimiter.waitMs(host, queue.urgent.size > 0);
  }
}

function emptyBacklog(): Backlog {
  return { hosts: 0, orders: 0, oldestMs: 0 };
}

/** Whether a person waits for the result. */
function isUrgent({ reason }: CheckOrder): boolean {
  return reason === 'added' || reason === 'edited' || reason === 'manual';
}

function takeFrom(pages: Pages, articleLink: string, most: number): CheckOrder[] {
  const orders = pages.get(articleLink)?.orders;
  if (orders === undefined || most === 0) return [];
  const taken = orders.splice(0, most);
  if (orders.length === 0) pages.delete(articleLink);
  return taken;
}

function hostOf(articleLink: string): string {
  return URL.parse(articleLink)?.host ?? '';
}
