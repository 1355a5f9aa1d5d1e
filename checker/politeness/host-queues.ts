/**
 * Orders waiting to be checked, kept fairly: a queue for each host, hosts taken in turn, so that a host with a
 * thousand slow pages delays nobody but itself. Orders for one page come out together and share a visit; within a host
 * those that a person waits for come first. When a host may be visited, its pace says. Pure data.
 */
import type { CheckOrder } from '../../command-service/check-contract.ts';
import { HostRateLimiter } from './host-rate-limiter.ts';

/** Orders for one page. */
export interface PageOrders {
  readonly host: string;
  readonly articleLink: string;
  readonly orders: readonly CheckOrder[];
}

/** Most links looked for in one visit. */
const MAX_TOGETHER = 100;

/** Pages in order of arrival. */
type Pages = Map<string, CheckOrder[]>;

/** What waits at one host. */
interface HostLine {
  readonly hurried: Pages;
  readonly patient: Pages;
  size: number;
}

export class HostQueues {
  readonly #perHost: number;
  readonly #pace: HostRateLimiter;
  /** Hosts with waiting orders, the one whose turn is next first. */
  readonly #hosts = new Map<string, HostLine>();
  readonly #running = new Map<string, number>();
  #size = 0;

  /** `perHost`: how many pages of one host may be visited at once. Without a pace nothing is spaced. */
  constructor(perHost: number, pace: HostRateLimiter = new HostRateLimiter({ spacingMs: 0 })) {
    this.#perHost = perHost;
    this.#pace = pace;
  }

  /** Orders waiting. */
  get size(): number {
    return this.#size;
  }

  /** Orders waiting at hosts that do not rest. */
  get awake(): number {
    let count = 0;
    for (const [host, { size }] of this.#hosts) if (!this.#pace.isBackingOff(host)) count += size;
    return count;
  }

  add(order: CheckOrder): void {
    const host = hostOf(order.articleLink);
    let line = this.#hosts.get(host);
    if (line === undefined) {
      line = { hurried: new Map(), patient: new Map(), size: 0 };
      this.#hosts.set(host, line);
    }
    const pages = isHurried(order) ? line.hurried : line.patient;
    const orders = pages.get(order.articleLink);
    if (orders === undefined) pages.set(order.articleLink, [order]);
    else orders.push(order);
    line.size++;
    this.#size++;
  }

  /** The next page of a host that may be visited now, or null. `done` must be called with its host afterwards. */
  take(): PageOrders | null {
    for (const [host, line] of this.#hosts) {
      const running = this.#running.get(host) ?? 0;
      if (running >= this.#perHost || this.#waitMs(host, line) > 0) continue;
      const [articleLink] = (line.hurried.size > 0 ? line.hurried : line.patient).keys();
      if (articleLink === undefined) continue;
      const orders = takeFrom(line.hurried, articleLink, MAX_TOGETHER);
      orders.push(...takeFrom(line.patient, articleLink, MAX_TOGETHER - orders.length));
      line.size -= orders.length;
      // To the end of the line.
      this.#hosts.delete(host);
      if (line.size > 0) this.#hosts.set(host, line);
      this.#running.set(host, running + 1);
      this.#size -= orders.length;
      return { host, articleLink, orders };
    }
    return null;
  }

  /** Milliseconds until time alone lets a page be taken; null when none waits for time. */
  nextMs(): number | null {
    let next: number | null = null;
    for (const [host, line] of this.#hosts) {
      if ((this.#running.get(host) ?? 0) >= this.#perHost) continue;
      next = Math.min(next ?? Number.POSITIVE_INFINITY, this.#waitMs(host, line));
    }
    return next;
  }

  /** A page of the host is finished. */
  done(host: string): void {
    const running = (this.#running.get(host) ?? 1) - 1;
    if (running > 0) this.#running.set(host, running);
    else this.#running.delete(host);
  }

  #waitMs(host: string, line: HostLine): number {
    return this.#pace.waitMs(host, line.hurried.size > 0);
  }
}

/** Whether a person is waiting for the answer. */
function isHurried({ reason }: CheckOrder): boolean {
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
