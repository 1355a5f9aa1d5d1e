/**
 * Orders that wait for their check, in a queue for each host. Hosts take turns, so that a host with a thousand slow
 * pages delays only itself. Orders for one page come out together and share a visit; within a host, those that a person
 * waits for come first. The rate limiter decides when a host may be visited.
 */
import type { CheckOrder } from '../../command-service/check-contract.ts';
import { HostRateLimiter } from './host-rate-limiter.ts';

/** Orders for the same page. */
export interface PageOrders {
  readonly host: string;
  readonly articleLink: string;
  readonly orders: readonly CheckOrder[];
}

/** Most orders that share a visit. */
const MAX_TOGETHER = 100;

/** Hosts remembered as quick. */
const MAX_QUICK = 10_000;

/** Orders by page, in order of arrival. */
type Pages = Map<string, CheckOrder[]>;

interface HostQueue {
  readonly urgent: Pages;
  readonly normal: Pages;
  size: number;
}

export class HostQueues {
  readonly #perHost: number;
  readonly #rateLimiter: HostRateLimiter;
  /** Hosts with waiting orders; the first is next. */
  readonly #hosts = new Map<string, HostQueue>();
  readonly #running = new Map<string, number>();
  /** Hosts whose last visit was not slow; the oldest first. */
  readonly #quick = new Set<string>();
  #size = 0;

  /** `perHost`: concurrent visits to one host. Without a rate limiter visits are not spaced. */
  constructor(perHost: number, rateLimiter: HostRateLimiter = new HostRateLimiter({ spacingMs: 0 })) {
    this.#perHost = perHost;
    this.#rateLimiter = rateLimiter;
  }

  /** Waiting orders. */
  get size(): number {
    return this.#size;
  }

  /** Waiting orders of hosts that are not backing off. */
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
    const orders = pages.get(order.articleLink);
    if (orders === undefined) pages.set(order.articleLink, [order]);
    else orders.push(order);
    queue.size++;
    this.#size++;
  }

  /**
   * The next page whose host may be visited now, or null; with `quickOnly`, of a host whose last visit was not slow. The
   * caller must call `done` with its host afterwards.
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
      // The host goes to the end.
      this.#hosts.delete(host);
      if (queue.size > 0) this.#hosts.set(host, queue);
      this.#running.set(host, running + 1);
      this.#size -= orders.length;
      return { host, articleLink, orders };
    }
    return null;
  }

  /** Milliseconds until `take` may give a page again; null when no waiting order depends on time. */
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

/** Whether a person waits for the result. */
function isUrgent({ reason }: CheckOrder): boolean {
  return reason === 'added' || reason === 'edited' || reason === 'manual';
}

function takeFrom(pages: Pages, articleLink: string, most: number): CheckOrder[] {
  const orders = pages.get(articleLink);
  if (orders === undefined || most === 0) return [];
  const taken = orders.splice(0, most);
  if (orders.length === 0) pages.delete(articleLink);
  return taken;
}

function hostOf(articleLink: string): string {
  return URL.parse(articleLink)?.host ?? '';
}
