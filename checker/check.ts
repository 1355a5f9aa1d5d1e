/**
 * One check: a page is visited over HTTP, and in a browser only where that does not decide; what was seen is judged.
 * Checks of one page that are under way at the same time share one visit.
 */

import type { CheckOrder } from '../command-service/check-contract.ts';
import type { Observation, Verdict, Visit } from '../command-service/events/observation.ts';
import type { Logger } from '../infra/ports/logger.ts';
import { type BrowserPool, BrowserUnavailableError, makeBrowserPool, type Tab } from './browser/browser-pool.ts';
import { type RenderPatience, renderPage } from './browser/page-renderer.ts';
import { openPageContext } from './context/page-context.ts';
import { openPageFetcher } from './http/page-fetcher.ts';
import { makeDialer } from './network/dialer.ts';
import { makeGuard } from './network/ssrf-guard.ts';
import { HTTP_USER_AGENT, PRODUCT } from './network/user-agent.ts';
import { HostRateLimiter, hostOutcome } from './politeness/host-rate-limiter.ts';
import { SharedVisits } from './shared-visits.ts';
import { judge } from './verdict/judge.ts';
import { VisitFailure } from './visit/visit-errors.ts';
import { emptyFacts, recordFailure, toVisits } from './visit/visit-record.ts';

/** When the browser is asked: where HTTP does not decide, never, or always as well. */
export type RenderMode = 'auto' | 'never' | 'always';

/** How a checker is set up. */
export interface CheckerOptions {
  readonly logger: Logger;
  /** For both tiers of one visit together, waiting for a free tab not counted. Default 20,000. */
  readonly timeoutMs?: number;
  readonly render?: RenderMode;
  /** host:port pairs that are visited although they are private. */
  readonly allowHosts?: readonly string[];
  /** host:port of the resolver to ask; default the system's. */
  readonly dns?: string;
  readonly chromePath?: string;
  /** Sent by both tiers instead of their own. */
  readonly userAgent?: string;
  /** Browser tabs at a time. Default 2. */
  readonly tabs?: number;
  readonly patience?: Partial<RenderPatience>;
  /** Most decoded bytes read of one page. Default 10 MB. */
  readonly maxBytes?: number;
  readonly now?: () => Date;
  /** Also asks for robots.txt and whether the client's address answers. Default false: only the page is visited. */
  readonly pageContext?: boolean;
  /** How often hosts are visited; default: spaced by a second, `allowHosts` exempt. */
  readonly rateLimiter?: HostRateLimiter;
}

/** What one check came to. */
export interface CheckResult {
  readonly observation: Observation;
  readonly verdict: Verdict;
}

export interface Checker {
  /**
   * Visits the page once for all links and answers a result for each. Never rejects: what goes wrong, in the checker
   * itself as well, stands in the observation. Aborting gives the visit up.
   */
  check(
    articleLink: string,
    clientLinks: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, CheckResult>>;
  /** When a host may be visited: for whoever gives the orders. A check that is asked for is made at once. */
  readonly rateLimiter: HostRateLimiter;
  /** Gives up what is under way and leaves no process or file behind. */
  close(): Promise<void>;
}

/** Share of the time limit that HTTP may take: a slow server must leave the browser some. */
const HTTP_SHARE = 0.6;

/** What a visit gets at least when it is repeated because the browser broke. */
const SECOND_CHANCE_MS = 3_000;

/**
 * Opens a checker. Nothing is started before it is needed.
 * @throws Error when an entry of `allowHosts` is not host:port.
 */
export function openChecker(options: CheckerOptions): Checker {
  const { logger, timeoutMs = 20_000, render = 'auto', now = () => new Date() } = options;
  const guard = makeGuard(options.allowHosts);
  const dialer = makeDialer({ guard, ...(options.dns === undefined ? {} : { dns: options.dns }) });
  const fetcher = openPageFetcher({
    dialer,
    guard,
    now,
    userAgent: options.userAgent ?? HTTP_USER_AGENT,
    limits: options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes },
  });
  const pool: BrowserPool | null =
    render === 'never'
      ? null
      : makeBrowserPool({
          dialer,
          guard,
          logger,
          ...(options.tabs === undefined ? {} : { tabs: options.tabs }),
          ...(options.chromePath === undefined ? {} : { chromePath: options.chromePath }),
        });
  const shared = new SharedVisits((articleLink, clientLinks, signal) => examine(articleLink, clientLinks, signal));
  const closing = new AbortController();
  const pace =
    options.rateLimiter ?? new HostRateLimiter(options.allowHosts === undefined ? {} : { exempt: options.allowHosts });

  const { client: exchange } = fetcher;
  const surroundings =
    options.pageContext === true
      ? openPageContext({ client: exchange, guard, rateLimiter: pace, stop: closing.signal })
      : null;

  async function examine(articleLink: string, clientLinks: readonly string[], signal: AbortSignal) {
    const started = performance.now();
    const url = URL.parse(articleLink);
    const host = url?.host ?? '';
    // What is refused by its address reaches no host, so none is to be spared; a browser would open file: and chrome: too.
    const allowed = url !== null && guard.url(url) === null;
    const startedAt = allowed ? pace.started(host) : performance.now();
    const around = surroundings?.start(articleLink, clientLinks) ?? null;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), render === 'never' ? timeoutMs : timeoutMs * HTTP_SHARE);
    const first = await byHttp(articleLink, clientLinks, AbortSignal.any([signal, limit.signal]));
    clearTimeout(timer);
    const left = timeoutMs - (performance.now() - started);
    const open = allowed ? clientLinks.filter((link) => render === 'always' || needsBrowser(first.get(link))) : [];
    const missing = open.length === 0 || signal.aborted ? null : await whyNoBrowser();
    const second =
      open.length === 0 || signal.aborted
        ? new Map<string, Visit>()
        : (missing ?? (await byBrowser(articleLink, open, left, signal)));
    const skipped = typeof second === 'string' ? second : null;
    const visitsOfLink = (link: string) =>
      [first.get(link), typeof second === 'string' ? undefined : second.get(link)].filter(
        (visit) => visit !== undefined,
      );
    if (!signal.aborted) notePace(host, startedAt, visitsOfLink(clientLinks[0] ?? ''));
    const results = await Promise.all(
      clientLinks.map(async (link): Promise<[string, CheckResult]> => {
        const visits = visitsOfLink(link);
        const seen = signal.aborted ? {} : await around?.result(link, visits);
        const observation: Observation = { visits, browserSkipped: open.includes(link) ? skipped : null, ...seen };
        return [link, { observation, verdict: judge(observation) }];
      }),
    );
    return new Map(results);
  }

  /** What the visits say holds for the host they ended at; one that sent them on did answer. */
  function notePace(host: string, startedAt: number, visits: readonly Visit[]): void {
    const last = URL.parse(visits.at(-1)?.finalUrl ?? '')?.host ?? host;
    if (last !== host) pace.finished(host, startedAt, { kind: 'answered' });
    pace.finished(last, startedAt, hostOutcome(visits));
  }

  async function byHttp(articleLink: string, clientLinks: readonly string[], signal: AbortSignal) {
    try {
      return await fetcher.visit(articleLink, clientLinks, signal);
    } catch (error) {
      return failed('http', articleLink, clientLinks, error);
    }
  }

  /** The visits, or in words why there was no browser to make them. */
  async function byBrowser(articleLink: string, clientLinks: readonly string[], left: number, signal: AbortSignal) {
    const { userAgent, patience } = options;
    let until: number | null = null;
    try {
      const order = {
        articleLink,
        clientLinks,
        signal,
        now,
        product: PRODUCT,
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(patience === undefined ? {} : { patience }),
      };
      const visit = (tab: Tab) => {
        // The clock starts with the first tab; a repeated visit gets what is left, and a moment at least.
        until ??= performance.now() + left;
        return renderPage(tab, { ...order, timeoutMs: Math.max(until - performance.now(), SECOND_CHANCE_MS) });
      };
      return await (pool?.use(visit) ?? new Map<string, Visit>());
    } catch (error) {
      if (error instanceof BrowserUnavailableError) return error.message;
      return failed('browser', articleLink, clientLinks, error);
    }
  }

  function failed(by: Visit['by'], articleLink: string, clientLinks: readonly string[], error: unknown) {
    const facts = emptyFacts(by, articleLink);
    if (closing.signal.aborted) recordFailure(facts, new VisitFailure('timeout', 'the checker was stopped'));
    else {
      logger.error({ err: error, articleLink, by }, 'the checker failed on a page');
      recordFailure(
        facts,
        new VisitFailure('checker-failed', `the ${by === 'http' ? 'checker' : 'browser'} failed on this page`),
      );
    }
    return toVisits(facts, clientLinks, new Map());
  }

  async function whyNoBrowser(): Promise<string | null> {
    return pool === null ? 'the browser tier is switched off' : pool.missing();
  }

  return {
    rateLimiter: pace,
    check: (articleLink, clientLinks, signal) => {
      const stop = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      return shared.get(articleLink, [...new Set(clientLinks)], stop);
    },
    async close() {
      closing.abort();
      await Promise.all([fetcher.close(), pool?.close()]);
    },
  };
}

/**
 * Whether the HTTP tier leaves open what a browser could settle: a page that was read without finding the link, or a
 * block that a browser may pass. What has no page behind it (no name, no connection, gone, a file) it settles alone.
 */
export function needsBrowser(visit: Visit | undefined): boolean {
  if (visit === undefined || visit.matches.length > 0 || visit.error !== null || visit.httpStatus === null)
    return false;
  if (visit.challenge) return true;
  const { httpStatus } = visit;
  return (httpStatus >= 200 && httpStatus < 300) || httpStatus === 403 || httpStatus === 406;
}

/** The result of a check that has ended the checker too often: it says nothing about the page. */
export function crashedCheck({ articleLink, clientLink }: CheckOrder): CheckResult {
  const facts = emptyFacts('http', articleLink);
  recordFailure(facts, new VisitFailure('checker-failed', 'the checker crashed on this page several times'));
  const observation: Observation = {
    visits: [...toVisits(facts, [clientLink], new Map()).values()],
    browserSkipped: null,
  };
  return { observation, verdict: judge(observation) };
}
