/**
 * Orders waiting to be checked, kept fairly: a queue for each host, hosts taken in turn, so that a host with a
 * thousand slow pages delays nobody but itself. Orders for one page come out together and share a visit. Pure data.
 */

/** One check to be made. */
export interface CheckOrder {
  readonly linkId: string;
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
}

/** Orders for one page. */
export interface PageOrders {
  readonly host: string;
  readonly articleLink: string;
  readonly orders: readonly CheckOrder[];
}

/** Most links looked for in one visit. */
const MAX_TOGETHER = 100;

export class HostQueues {
  readonly #perHost: number;
  /** Hosts with waiting orders, the one whose turn is next first; each with its pages in order of arrival. */
  readonly #hosts = new Map<string, Map<string, CheckOrder[]>>();
  readonly #running = new Map<string, number>();
  #size = 0;

  /** `perHost`: how many pages of one host may be visited at once. */
  constructor(perHost: number) {
    this.#perHost = perHost;
  }

  /** Orders waiting. */
  get size(): number {
    return this.#size;
  }

  add(order: CheckOrder): void {
    const host = hostOf(order.articleLink);
    let pages = this.#hosts.get(host);
    if (pages === undefined) {
      pages = new Map();
      this.#hosts.set(host, pages);
    }
    const orders = pages.get(order.articleLink);
    if (orders === undefined) pages.set(order.articleLink, [order]);
    else orders.push(order);
    this.#size++;
  }

  /** The next page of a host that may be visited now, or null. `done` must be called with its host afterwards. */
  take(): PageOrders | null {
    for (const [host, pages] of this.#hosts) {
      const running = this.#running.get(host) ?? 0;
      if (running >= this.#perHost) continue;
      const [next] = pages;
      if (next === undefined) continue;
      const [articleLink, orders] = next;
      const together = orders.splice(0, MAX_TOGETHER);
      if (orders.length === 0) pages.delete(articleLink);
      // To the end of the line.
      this.#hosts.delete(host);
      if (pages.size > 0) this.#hosts.set(host, pages);
      this.#running.set(host, running + 1);
      this.#size -= together.length;
      return { host, articleLink, orders: together };
    }
    return null;
  }

  /** A page of the host is finished. */
  done(host: string): void {
    const running = (this.#running.get(host) ?? 1) - 1;
    if (running > 0) this.#running.set(host, running);
    else this.#running.delete(host);
  }
}

function hostOf(articleLink: string): string {
  return URL.parse(articleLink)?.host ?? '';
}
