/** Checks of one page that are under way at the same time share one visit, whatever their fragment. */
import type { CheckResult } from './check.ts';

/** Examines a page for links; `signal` gives it up. */
export type Examine = (
  articleLink: string,
  clientLinks: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, CheckResult>>;

/** A visit under way, for everyone who asked for something it looks for. */
interface Running {
  readonly links: ReadonlySet<string>;
  readonly results: Promise<ReadonlyMap<string, CheckResult>>;
  readonly stop: AbortController;
  askers: number;
}

/** Lets callers who ask for the same page at the same time share a visit; it is given up when the last one gives up. */
export class SharedVisits {
  readonly #examine: Examine;
  readonly #running = new Map<string, Set<Running>>();

  constructor(examine: Examine) {
    this.#examine = examine;
  }

  /** A result for each link, from visits under way where they look for it, else from one of its own. */
  async get(articleLink: string, links: readonly string[], signal: AbortSignal) {
    const page = articleLink.split('#', 1)[0] ?? articleLink;
    const running = this.#running.get(page) ?? new Set<Running>();
    const joined = new Set<Running>();
    const missing: string[] = [];
    for (const link of links) {
      const one = [...running].find((each) => each.links.has(link) && !each.stop.signal.aborted);
      if (one === undefined) missing.push(link);
      else joined.add(one);
    }
    if (missing.length > 0) joined.add(this.#start(page, articleLink, missing));
    const results = await Promise.all([...joined].map((each) => this.#join(each, signal)));
    const all = new Map<string, CheckResult>();
    for (const link of links) {
      const result = results.find((each) => each.has(link))?.get(link);
      if (result !== undefined) all.set(link, result);
    }
    return all;
  }

  #start(page: string, articleLink: string, links: readonly string[]): Running {
    const stop = new AbortController();
    const results = this.#examine(articleLink, links, stop.signal);
    const one: Running = { links: new Set(links), results, stop, askers: 0 };
    const all = this.#running.get(page) ?? new Set<Running>();
    this.#running.set(page, all.add(one));
    const forget = () => {
      all.delete(one);
      if (all.size === 0) this.#running.delete(page);
    };
    results.then(forget, forget);
    return one;
  }

  async #join(one: Running, signal: AbortSignal) {
    one.askers++;
    const leave = () => {
      if (--one.askers === 0) one.stop.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    try {
      return await one.results;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
