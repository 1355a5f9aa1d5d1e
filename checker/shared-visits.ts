/** Concurrent checks of the same page share one visit, whichever part of the page their fragments name. */

/** Visits a page once for all links and returns a result for each; `signal` cancels the visit. */
type VisitPage<Result> = (
  articleLink: string,
  clientLinks: readonly string[],
  signal: AbortSignal,
  thorough: boolean,
) => Promise<ReadonlyMap<string, Result>>;

interface RunningVisit<Result> {
  readonly links: ReadonlySet<string>;
  readonly thorough: boolean;
  readonly results: Promise<ReadonlyMap<string, Result>>;
  readonly stop: AbortController;
  callers: number;
}

/** The address without its fragment, unless fragments are an app's pages: `#/posts/7`, `#!posts/7`. */
function pageOf(articleLink: string): string {
  return /#[/!]/.test(articleLink) ? articleLink : (articleLink.split('#', 1)[0] ?? articleLink);
}

/** Joins callers to a running visit of the same page. The visit is canceled when its last caller cancels. */
export class SharedVisits<Result> {
  readonly #visit: VisitPage<Result>;
  readonly #running = new Map<string, Set<RunningVisit<Result>>>();

  constructor(visit: VisitPage<Result>) {
    this.#visit = visit;
  }

  /** A result for each link: from running visits that look for it (equally thoroughly), else from a new visit. */
  async get(
    articleLink: string,
    links: readonly string[],
    signal: AbortSignal,
    thorough = false,
  ): Promise<ReadonlyMap<string, Result>> {
    const page = pageOf(articleLink);
    const running = this.#running.get(page) ?? new Set<RunningVisit<Result>>();
    const joined = new Set<RunningVisit<Result>>();
    const missing: string[] = [];
    for (const link of links) {
      const visit = [...running].find(
        (each) => each.links.has(link) && !each.stop.signal.aborted && (each.thorough || !thorough),
      );
      if (visit === undefined) missing.push(link);
      else joined.add(visit);
    }
    if (missing.length > 0) joined.add(this.#start(page, articleLink, missing, thorough));
    const results = await Promise.all([...joined].map((each) => this.#join(each, signal)));
    const all = new Map<string, Result>();
    for (const link of links) {
      const result = results.find((each) => each.has(link))?.get(link);
      if (result !== undefined) all.set(link, result);
    }
    return all;
  }

  #start(page: string, articleLink: string, links: readonly string[], thorough: boolean): RunningVisit<Result> {
    const stop = new AbortController();
    const results = this.#visit(articleLink, links, stop.signal, thorough);
    const visit: RunningVisit<Result> = { links: new Set(links), thorough, results, stop, callers: 0 };
    const all = this.#running.get(page) ?? new Set<RunningVisit<Result>>();
    this.#running.set(page, all.add(visit));
    const remove = () => {
      all.delete(visit);
      if (all.size === 0) this.#running.delete(page);
    };
    results.then(remove, remove);
    return visit;
  }

  async #join(visit: RunningVisit<Result>, signal: AbortSignal) {
    visit.callers++;
    const leave = () => {
      if (--visit.callers === 0) visit.stop.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    try {
      return await visit.results;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
