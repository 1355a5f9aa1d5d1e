/**
 * One check: visits a page over HTTP, and in a browser if HTTP does not decide, then judges what it saw. Concurrent
 * checks of the same page share one visit.
 */
import type { CheckOrder } from '../command-service/contract/check-contract.ts';
import { sameAddress } from '../command-service/contract/link-address.ts';
import type { Observation, Verdict, Visit } from '../command-service/contract/observation.ts';
import { makeDialer } from '../infra/network/dialer.ts';
import { type Guard, makeGuard } from '../infra/network/ssrf-guard.ts';
import { HTTP_USER_AGENT, PRODUCT } from '../infra/network/user-agent.ts';
import { isClosedEarly, VisitFailure } from '../infra/network/visit-errors.ts';
import type { Logger } from '../infra/ports/process/logger.ts';
import { BrowserPool, BrowserUnavailableError, type BrowserUse, type Tab } from './browser/browser-pool.ts';
import { openLinkedFiles } from './context/linked-files.ts';
import { openPageContext } from './context/page-context.ts';
import { auxRequester, type SendAuxRequest } from './http/aux-request.ts';
import { type FetchedPage, PageFetcher } from './http/page-fetcher.ts';
import { mayBeHidden, type PageSigns, readSigns } from './page/hidden-signs.ts';
import { HostRateLimiter, hostOutcome } from './politeness/host-rate-limiter.ts';
import { renderPage } from './render/page-renderer.ts';
import type { RenderPatience, RenderRequest } from './render/render-request.ts';
import { SharedVisits } from './shared-visits.ts';
import { isArticle } from './verdict/article.ts';
import { isProtocolError, judge } from './verdict/judge.ts';
import { startDeadline } from './visit/deadline.ts';
import { isHtmlType, mediaTypeOf } from './visit/media-type.ts';
import { emptyFacts, recordFailure, toVisits } from './visit/visit-record.ts';

/** When the browser tier runs: if HTTP does not decide, never, or always. */
export type RenderMode = 'auto' | 'never' | 'always';

export interface CheckerOptions {
  readonly logger: Logger;
  /** Time limit of both tiers together, without the wait for a free tab. Default 20,000. */
  readonly timeoutMs?: number;
  readonly render?: RenderMode;
  /** host:port pairs that the checker visits although they are private. */
  readonly allowHosts?: readonly string[];
  /** host:port of the DNS resolver; default: the system's. */
  readonly dns?: string;
  readonly chromePath?: string;
  /** The User-Agent of both tiers; by default each has its own. */
  readonly userAgent?: string;
  /** Concurrent browser tabs. Default: as many as this machine's cores and memory allow. */
  readonly tabs?: number;
  readonly patience?: Partial<RenderPatience>;
  /** Most decoded bytes read of a page. Default 10 MB. */
  readonly maxBytes?: number;
  readonly now?: () => Date;
  /** Also reads robots.txt and requests the client's page. Default false: visits only the page. */
  readonly pageContext?: boolean;
  /** Longest wait for these answers after the visits, in milliseconds. Default 300. */
  readonly contextWaitMs?: number;
  /** Default: one visit a second for each host, except `allowHosts`. */
  readonly rateLimiter?: HostRateLimiter;
}

/** The result of a check of one link. */
export interface CheckResult {
  readonly observation: Observation;
  readonly verdict: Verdict;
}

export interface Checker {
  /**
   * Visits the page once for all links and returns a result for each. Never rejects: failures, including the checker's
   * own, are recorded in the observation. Aborting cancels the visit. With `look`, a browser visits the page even if
   * the source has the links.
   */
  check(
    articleLink: string,
    clientLinks: readonly string[],
    signal?: AbortSignal,
    look?: boolean,
  ): Promise<ReadonlyMap<string, CheckResult>>;
  /** For callers that schedule checks: `check` itself never waits for a host. */
  readonly rateLimiter: HostRateLimiter;
  /** null if the browser tier is switched off. */
  browserUse(): BrowserUse | null;
  /** Cancels running checks and leaves no process or file behind. */
  close(): Promise<void>;
}

/** The part of the time limit that HTTP may use, so that a slow server leaves time for the browser. */
const HTTP_SHARE = 0.6;

/** Time limit for following one link that redirects. */
const REDIRECTOR_MS = 3_000;

/** Least time for a visit that is repeated because the browser crashed. */
const MIN_REPEAT_MS = 3_000;

/**
 * Opens a checker. It starts no browser before the first page that needs one.
 * @throws Error when an entry of `allowHosts` is not host:port.
 */
export function openChecker(options: CheckerOptions): Checker {
  return new PageChecker(options);
}

class PageChecker implements Checker {
  readonly rateLimiter: HostRateLimiter;
  readonly #options: CheckerOptions;
  readonly #timeoutMs: number;
  readonly #render: RenderMode;
  readonly #now: () => Date;
  readonly #guard: Guard;
  readonly #fetcher: PageFetcher;
  readonly #send: SendAuxRequest;
  readonly #withFiles: ReturnType<typeof openLinkedFiles>;
  /** null if the browser tier is switched off. */
  readonly #pool: BrowserPool | null;
  readonly #context: ReturnType<typeof openPageContext> | null;
  readonly #shared = new SharedVisits<CheckResult>((...page) => this.#visitPage(...page));
  readonly #closing = new AbortController();

  constructor(options: CheckerOptions) {
    const { logger, allowHosts, dns, tabs, chromePath, contextWaitMs, maxBytes } = options;
    const { timeoutMs = 20_000, render = 'auto', now = () => new Date(), userAgent = HTTP_USER_AGENT } = options;
    const guard = makeGuard(allowHosts);
    const dialer = makeDialer({ guard, ...(dns === undefined ? {} : { dns }) });
    this.#options = options;
    this.#timeoutMs = timeoutMs;
    this.#render = render;
    this.#now = now;
    this.#guard = guard;
    this.#fetcher = new PageFetcher({
      dialer,
      guard,
      now,
      userAgent,
      limits: maxBytes === undefined ? {} : { maxBytes },
      keepsSource: render === 'auto',
    });
    const { client } = this.#fetcher;
    this.#send = auxRequester(client, guard);
    this.#withFiles = openLinkedFiles(this.#send, contextWaitMs);
    this.rateLimiter =
      options.rateLimiter ?? new HostRateLimiter(allowHosts === undefined ? {} : { exempt: allowHosts });
    this.#pool =
      render === 'never'
        ? null
        : new BrowserPool({
            dialer,
            guard,
            logger,
            ...(tabs === undefined ? {} : { tabs }),
            ...(chromePath === undefined ? {} : { chromePath }),
          });
    this.#context =
      options.pageContext === true
        ? openPageContext({
            client,
            guard,
            rateLimiter: this.rateLimiter,
            stop: this.#closing.signal,
            now,
            ...(contextWaitMs === undefined ? {} : { maxWaitMs: contextWaitMs }),
          })
        : null;
  }

  browserUse(): BrowserUse | null {
    return this.#pool?.inUse() ?? null;
  }

  check(
    articleLink: string,
    clientLinks: readonly string[],
    signal?: AbortSignal,
    look = false,
  ): Promise<ReadonlyMap<string, CheckResult>> {
    const closing = this.#closing.signal;
    const stop = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    return this.#shared.get(articleLink, [...new Set(clientLinks)], stop, look);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#fetcher.close(), this.#pool?.close()]);
  }

  async #visitPage(
    articleLink: string,
    clientLinks: readonly string[],
    signal: AbortSignal,
    look: boolean,
  ): Promise<ReadonlyMap<string, CheckResult>> {
    const started = performance.now();
    const url = URL.parse(articleLink);
    const host = url?.host ?? '';
    // A refused address reaches no host, so no host needs protection; and a browser would also open file: and chrome:.
    const allowed = url !== null && this.#guard.url(url) === null;
    const startedAt = allowed ? this.rateLimiter.started(host) : performance.now();
    const context = this.#context?.start(articleLink, clientLinks) ?? null;
    const fetched = await this.#visitByHttp(articleLink, clientLinks, signal);
    const httpVisits = fetched.visits;
    const mayLook = allowed && this.#render === 'auto';
    const looked = mayLook ? await this.#linksToLookAt(fetched, look, signal) : new Set<string>();
    const left = this.#timeoutMs - (performance.now() - started);
    const needs = (link: string) => this.#render === 'always' || needsBrowser(httpVisits.get(link)) || looked.has(link);
    const undecided = allowed ? clientLinks.filter(needs) : [];
    let browserVisits: ReadonlyMap<string, Visit> = new Map();
    let skipped: string | null = null;
    if (undecided.length > 0 && !signal.aborted) {
      const isRead = [...httpVisits.values()].every(({ error }) => error === null);
      const how = { styles: looked.size > 0, guessesCharset: isRead && fetched.isCharsetGuessed };
      const result = await this.#visitByBrowser(articleLink, undecided, how, left, signal);
      if (typeof result === 'string') skipped = result;
      else browserVisits = result;
    }
    const visitsOf = (link: string) =>
      [httpVisits.get(link), browserVisits.get(link)].filter((visit) => visit !== undefined);
    if (!signal.aborted) this.#reportToRateLimiter(host, startedAt, visitsOf(clientLinks[0] ?? ''));
    const results = await Promise.all(
      clientLinks.map(async (link): Promise<[string, CheckResult]> => {
        const visits = visitsOf(link);
        const pageContext = signal.aborted ? {} : await context?.result(link, visits);
        const browserSkipped = undecided.includes(link) && !looked.has(link) ? skipped : null;
        const shared = clientLinks.length > 1 ? { links: clientLinks.length } : {};
        const observation: Observation = { visits, browserSkipped, ...pageContext, ...shared };
        return [link, { observation, verdict: judge(observation) }];
      }),
    );
    return new Map(results);
  }

  /** Reports the outcome for the last host of the visit; an earlier host that redirected has answered. */
  #reportToRateLimiter(host: string, startedAt: number, visits: readonly Visit[]): void {
    const last = URL.parse(visits.at(-1)?.finalUrl ?? '')?.host ?? host;
    if (last !== host) this.rateLimiter.finished(host, startedAt, { kind: 'answered' });
    this.rateLimiter.finished(last, startedAt, hostOutcome(visits));
  }

  /** Visits over HTTP, within the part of the time limit that HTTP may use. */
  async #visitByHttp(articleLink: string, clientLinks: readonly string[], signal: AbortSignal): Promise<FetchedPage> {
    const limit = new AbortController();
    const limitMs = this.#render === 'never' ? this.#timeoutMs : this.#timeoutMs * HTTP_SHARE;
    const endDeadline = startDeadline(limitMs, () => limit.abort());
    try {
      return await this.#fetcher.visit(articleLink, clientLinks, AbortSignal.any([signal, limit.signal]));
    } catch (error) {
      const visits = this.#failedVisits('http', articleLink, clientLinks, error);
      return { visits, source: '', isCharsetGuessed: false };
    } finally {
      endDeadline();
    }
  }

  /** The links in the source that a browser should look at: all, or those that may be hidden or changed. */
  async #linksToLookAt({ visits, source }: FetchedPage, all: boolean, signal: AbortSignal) {
    const found = [...visits].filter(([, visit]) => visit.matches.length > 0 && isArticle(visit));
    if (all || found.length === 0) return new Set(found.map(([link]) => link));
    if (source === '') return new Set<string>();
    const changesLinks = ({ scripts }: PageSigns) => scripts.some((script) => script.changesLinks);
    const page = readSigns(source, found[0]?.[1].finalUrl ?? '');
    const whole = changesLinks(page) ? page : await this.#withFiles(page, signal);
    if (changesLinks(whole)) return new Set(found.map(([link]) => link));
    const suspects = found.filter(([, { matches }]) => matches.every(({ snippet }) => mayBeHidden(whole, snippet)));
    return new Set(suspects.map(([link]) => link));
  }

  /** Follows an address; true if it redirects to the client's page. */
  async #leadsTo(address: string, clientLink: string, signal: AbortSignal): Promise<boolean> {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(REDIRECTOR_MS)]);
    const request = { method: 'GET', accept: '*/*', maxHops: 5, maxBytes: 0 } as const;
    const { finalUrl, hops } = await this.#send(address, request, stop);
    return sameAddress(finalUrl, clientLink) || hops.some(({ url }) => sameAddress(url, clientLink));
  }

  /** The visits, or the reason why no browser could make them. */
  async #visitByBrowser(
    articleLink: string,
    clientLinks: readonly string[],
    how: Pick<RenderRequest, 'styles' | 'guessesCharset'>,
    left: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Visit> | string> {
    const pool = this.#pool;
    if (pool === null) return 'the browser tier is switched off';
    const missing = await pool.missing();
    if (missing !== null) return missing;
    if (signal.aborted) return new Map();
    const { userAgent, patience } = this.#options;
    let until: number | null = null;
    try {
      const request = {
        articleLink,
        clientLinks,
        signal,
        now: this.#now,
        product: PRODUCT,
        ...how,
        leadsTo: (address: string, clientLink: string, stop: AbortSignal) => this.#leadsTo(address, clientLink, stop),
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(patience === undefined ? {} : { patience }),
      };
      return await pool.use(articleLink, (tab: Tab) => {
        // The time limit starts with the first tab; a repeated visit gets the rest.
        until ??= performance.now() + left;
        return renderPage(tab, { ...request, timeoutMs: Math.max(until - performance.now(), MIN_REPEAT_MS) });
      });
    } catch (error) {
      if (error instanceof BrowserUnavailableError) return error.message;
      return this.#failedVisits('browser', articleLink, clientLinks, error);
    }
  }

  #failedVisits(by: Visit['by'], articleLink: string, clientLinks: readonly string[], error: unknown) {
    const facts = emptyFacts(by, articleLink);
    if (this.#closing.signal.aborted) recordFailure(facts, new VisitFailure('timeout', 'the checker was stopped'));
    else {
      this.#options.logger.error({ err: error, articleLink, by }, 'the checker failed on a page');
      const failed = by === 'http' ? 'checker' : 'browser';
      recordFailure(facts, new VisitFailure('checker-failed', `the ${failed} failed on this page`));
    }
    return toVisits(facts, clientLinks, new Map());
  }
}

/** Statuses that servers send to programs, and another one to browsers. */
const REFUSALS = new Set([401, 402, 403, 404, 405, 406, 410]);
/** The same, unless the answer names a time to come back. */
const BUSY = new Set([429, 503]);

/**
 * Whether a browser could find what the HTTP tier did not: on a page that was read without a match, behind a refusal that
 * may concern programs only (a status, a file instead of a page, a connection closed without an answer), or if the server
 * breaks the protocol, which browsers often tolerate. An address without a server needs no browser, nor does a server
 * that asks to come back later.
 */
export function needsBrowser(visit: Visit | undefined): boolean {
  if (visit === undefined || (visit.matches.length > 0 && isArticle(visit))) return false;
  const { httpStatus, error, challenge, retryAfter, contentType } = visit;
  if (httpStatus === null) return error !== null && (isProtocolError(error.code) || isClosedEarly(error));
  if (challenge || REFUSALS.has(httpStatus)) return true;
  if (BUSY.has(httpStatus)) return retryAfter === null;
  if (!isSuccess(httpStatus) || error === null) return isSuccess(httpStatus);
  // A browser would show the bytes of a file marked as HTML.
  const isOtherType = error.code === 'not-html' && !isHtmlType(mediaTypeOf(contentType));
  return isOtherType || isProtocolError(error.code);
}

function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** The result of a check that crashed the checker too often; it says nothing about the page. */
export function crashedCheck({ articleLink, clientLink }: CheckOrder): CheckResult {
  const facts = emptyFacts('http', articleLink);
  recordFailure(facts, new VisitFailure('checker-failed', 'the checker crashed on this page several times'));
  const observation: Observation = {
    visits: [...toVisits(facts, [clientLink], new Map()).values()],
    browserSkipped: null,
  };
  return { observation, verdict: judge(observation) };
}
