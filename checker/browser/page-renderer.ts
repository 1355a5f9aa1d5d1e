/**
 * Tier 2: reads a page in a browser through the DevTools protocol. Images, fonts, media and the best known trackers are
 * not loaded. The visit waits for the document, then for all links or for quiet, up to a limit. The scripts of a page
 * that blocks its thread are stopped, and the page is read as it is.
 */
import { createHash } from 'node:crypto';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Visit } from '../../command-service/events/observation.ts';
import { plainHost } from '../network/host.ts';
import { matchLinks } from '../page/link-matcher.ts';
import { type PageFacts, PageScanner } from '../page/page-scanner.ts';
import { mediaTypeOf } from '../visit/media-type.ts';
import { VisitFailure } from '../visit/visit-errors.ts';
import {
  cleanRobotsHeaders,
  cleanText,
  emptyFacts,
  type LinkMatches,
  recordFailure,
  recordHop,
  recordPage,
  retryAfterSeconds,
  toVisits,
  type VisitFacts,
} from '../visit/visit-record.ts';
import { BrowserCrashedError, type Tab } from './browser-pool.ts';
import { installReader, type PageSnapshot } from './in-page-reader.ts';
import { failureOfNetError } from './net-errors.ts';
import { TabNetwork } from './tab-network.ts';

/** How long the browser tier waits, in milliseconds. */
export interface RenderPatience {
  /** Longest wait after the document has loaded. */
  readonly settleMs: number;
  /** A page is quiet when it has not changed for this long and loads no scripts or data. */
  readonly quietMs: number;
  /** Shortest wait before quiet counts, so that links which a timer adds are still found. */
  readonly dwellMs: number;
  /** The scripts of a page that does not respond for this long are stopped. */
  readonly hungMs: number;
}

const PATIENCE: RenderPatience = { settleMs: 10_000, quietMs: 1_000, dwellMs: 2_000, hungMs: 5_000 };

const LIMITS = { elements: 300_000, links: 2_000, milliseconds: 1_500 };
const TALL = { width: 1280, height: 2400 };
const MAX_HTML = 5_000_000;
const MAX_NAVIGATIONS = 10;
const MAX_DIALOGS = 20;
const POLL_MS = 150;

interface RenderRequest {
  readonly articleLink: string;
  readonly clientLinks: readonly string[];
  /** Time limit of the visit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Replaces the browser's User-Agent. By default `product` is appended to that. */
  readonly userAgent?: string;
  readonly product: string;
  readonly patience?: Partial<RenderPatience>;
  /** Window size in pixels. Tall by default, so that most lazy content loads. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Loads images. */
  readonly images?: boolean;
  /** Runs when the page has settled, while the tab shows it. Its VisitFailure is the failure of the visit. */
  readonly onShown?: (page: ShownPage) => Promise<void>;
}

/** A settled page in its tab, usable until the time limit of the visit. */
export interface ShownPage {
  /** The matches of each client link. */
  readonly found: ReadonlyMap<string, LinkMatches>;
  /** Evaluates an expression in the isolated world, whose variables persist between calls; null if that fails. */
  evaluate(expression: string): Promise<unknown>;
  /** A WebP image of the window in base64; `quality` from 0 to 100. @throws VisitFailure at the time limit. */
  screenshot(quality: number): Promise<string>;
}

/**
 * Visits a page in a tab once for all links and returns a visit for each. Failures are recorded in the visit's `error`.
 * @throws BrowserCrashedError when the tab or the browser crashed.
 */
export async function renderPage(tab: Tab, request: RenderRequest): Promise<ReadonlyMap<string, Visit>> {
  const started = performance.now();
  const facts = emptyFacts('browser', request.articleLink);
  let found: ReadonlyMap<string, LinkMatches> = new Map();
  try {
    found = await new PageVisit(tab, request, facts).run();
  } catch (error) {
    // Any other error comes from the protocol: the state of the tab is unknown.
    if (!(error instanceof VisitFailure)) {
      throw error instanceof BrowserCrashedError
        ? error
        : new BrowserCrashedError('the tab failed', { tabOnly: true, cause: error });
    }
    recordFailure(facts, error);
  }
  facts.durationMs = Math.round(performance.now() - started);
  return toVisits(facts, request.clientLinks, found);
}

/** One visit of one page in one tab. */
class PageVisit {
  readonly #cdp: CDPSession;
  readonly #tab: Tab;
  readonly #request: RenderRequest;
  readonly #facts: VisitFacts;
  readonly #patience: RenderPatience;
  readonly #network: TabNetwork;
  /** Time limit on the clock of performance.now(). */
  readonly #deadline: number;
  readonly #hosts: readonly string[];
  #world: { readonly loader: string; readonly id: number } | null = null;
  #stopped = false;
  #dialogs = 0;

  constructor(tab: Tab, request: RenderRequest, facts: VisitFacts) {
    this.#tab = tab;
    this.#cdp = tab.cdp;
    this.#request = request;
    this.#facts = facts;
    this.#patience = { ...PATIENCE, ...request.patience };
    this.#deadline = performance.now() + request.timeoutMs;
    this.#network = new TabNetwork(tab.cdp, { images: request.images ?? false });
    this.#hosts = request.clientLinks.flatMap((link) => {
      const host = plainHost(URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
      return host === '' ? [] : [host];
    });
  }

  async run(): Promise<ReadonlyMap<string, LinkMatches>> {
    await this.#prepare();
    await this.#navigate();
    const snapshot = await this.#settle();
    this.#recordResponse();
    const found = this.#matches(snapshot);
    if (snapshot !== null && /^https?:/.test(this.#network.shownUrl ?? '')) await this.#show(found);
    await this.#readPage();
    this.#facts.linkCount = snapshot?.linkCount ?? 0;
    this.#facts.charset = snapshot?.charset || null;
    this.#conclude(snapshot, found);
    return found;
  }

  async #prepare(): Promise<void> {
    const cdp = this.#cdp;
    const { userAgent = `${this.#tab.userAgent} ${this.#request.product}`, viewport = TALL } = this.#request;
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      if (++this.#dialogs > MAX_DIALOGS) void this.#stopScripts();
      void cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {});
    });
    const commands = [
      cdp.send('Page.enable'),
      this.#network.start(),
      cdp.send('Emulation.setUserAgentOverride', { userAgent }),
      cdp.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false }),
    ];
    await this.#untilDeadline(Promise.all(commands));
  }

  async #navigate(): Promise<void> {
    const result = await this.#untilDeadline(this.#cdp.send('Page.navigate', { url: this.#request.articleLink }));
    if (result.errorText !== undefined) this.#failNavigation(result.errorText, result.isDownload === true);
  }

  #failNavigation(errorText: string, isDownload: boolean): never {
    this.#recordResponse();
    if (isDownload) throw new VisitFailure('not-html', 'the address answers with a file to download');
    const url = URL.parse(this.#network.lastUrl ?? this.#request.articleLink);
    throw (url && this.#tab.proxy.failureFor(url)) ?? failureOfNetError(errorText);
  }

  /** Waits for the document, then for every link or for quiet. Returns the last snapshot. */
  async #settle(): Promise<PageSnapshot | null> {
    const { settleMs, quietMs, dwellMs } = this.#patience;
    // The rest of the time is for reading the page.
    const end = this.#deadline - Math.min(1_500, this.#request.timeoutMs / 5);
    let snapshot: PageSnapshot | null = null;
    let thereSince: number | null = null;
    let loader = this.#network.loader;
    for (;;) {
      if (this.#request.signal.aborted) throw new VisitFailure('timeout', 'the check was canceled');
      if (this.#network.navigations > MAX_NAVIGATIONS) {
        this.#recordResponse();
        throw new VisitFailure('redirect-loop', `the page navigates by itself more than ${MAX_NAVIGATIONS} times`);
      }
      if (this.#network.failure !== null) this.#failNavigation(this.#network.failure, false);
      if (loader !== this.#network.loader) {
        loader = this.#network.loader;
        thereSince = null;
      }
      const seen = await this.#snapshot();
      const now = performance.now();
      if (seen !== null) {
        snapshot = seen;
        if (seen.readyState !== 'loading') {
          thereSince ??= now;
          const everyLink = [...this.#matches(seen).values()].every(({ matches }) => matches.length > 0);
          if (everyLink) return seen;
          const since = now - thereSince;
          const quiet = seen.quietMs >= quietMs && !this.#network.isBusy();
          if (since >= settleMs || (since >= dwellMs && quiet) || this.#stopped) return seen;
        } else if (this.#stopped) return seen;
      }
      if (now + POLL_MS >= end) return snapshot;
      await new Promise((resume) => setTimeout(resume, POLL_MS));
    }
  }

  /** The state of the page; null while it is between two documents or too busy to respond. */
  async #snapshot(): Promise<PageSnapshot | null> {
    const value = await this.#evaluate(`reader.snapshot(${JSON.stringify(this.#hosts)}, ${JSON.stringify(LIMITS)})`);
    return isPageSnapshot(value) ? value : null;
  }

  async #show(found: ReadonlyMap<string, LinkMatches>): Promise<void> {
    await this.#request.onShown?.({
      found,
      evaluate: (expression) => this.#evaluate(expression),
      screenshot: async (quality) => {
        const shot = this.#cdp.send('Page.captureScreenshot', { format: 'webp', quality, optimizeForSpeed: false });
        return (await this.#unlessHung(shot)).data;
      },
    });
  }

  async #readPage(): Promise<void> {
    const html = await this.#evaluate(`reader.html(${MAX_HTML})`);
    if (typeof html !== 'string') return;
    const scanner = new PageScanner(this.#facts.finalUrl, []);
    scanner.write(html);
    const page: PageFacts = scanner.end();
    recordPage(this.#facts, page);
    this.#facts.bytes = Buffer.byteLength(html);
    this.#facts.contentHash = createHash('sha256').update(html).digest('hex');
  }

  /** Evaluates an expression in an isolated world of the document, with `reader` defined; null if that fails. */
  async #evaluate(expression: string): Promise<unknown> {
    const { loader, frame } = this.#network;
    if (frame === null) return null;
    try {
      if (this.#world === null || this.#world.loader !== loader) {
        const { executionContextId } = await this.#unlessHung(
          this.#cdp.send('Page.createIsolatedWorld', { frameId: frame, worldName: 'linkledger' }),
        );
        this.#world = { loader: loader ?? '', id: executionContextId };
        await this.#unlessHung(this.#run(executionContextId, `var reader = (${installReader})()`));
      }
      const { result, exceptionDetails } = await this.#unlessHung(this.#run(this.#world.id, expression));
      return exceptionDetails === undefined ? result.value : null;
    } catch (error) {
      if (error instanceof VisitFailure) throw error;
      this.#world = null;
      return null;
    }
  }

  #run(contextId: number, expression: string): Promise<Protocol.Runtime.EvaluateResponse> {
    return this.#cdp.send('Runtime.evaluate', { contextId, expression, returnByValue: true, silent: true });
  }

  /** A command that the page's own thread must answer. If it does not, the page's scripts are stopped. */
  async #unlessHung<T>(command: Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.#stopScripts(), this.#patience.hungMs);
    try {
      return await this.#untilDeadline(command);
    } finally {
      clearTimeout(timer);
    }
  }

  async #stopScripts(): Promise<void> {
    this.#stopped = true;
    const off = this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
    const end = this.#cdp.send('Runtime.terminateExecution');
    await Promise.allSettled([off, end]);
  }

  /** The result of a command, or a timeout at the deadline of the visit. */
  #untilDeadline<T>(command: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new VisitFailure('timeout', 'the page did not load in time'));
      const timer = setTimeout(fail, Math.max(0, this.#deadline - performance.now()));
      this.#request.signal.addEventListener('abort', fail, { once: true });
      command.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#request.signal.removeEventListener('abort', fail);
      });
    });
  }

  #matches(snapshot: PageSnapshot | null): ReadonlyMap<string, LinkMatches> {
    return new Map(this.#request.clientLinks.map((link) => [link, matchLinks(link, snapshot?.links ?? [])]));
  }

  #recordResponse(): void {
    const { response, hops, lastUrl } = this.#network;
    for (const { hop, next } of hops) recordHop(this.#facts, hop, next);
    this.#facts.finalUrl = response?.url ?? lastUrl ?? this.#request.articleLink;
    if (response === null) return;
    // A repeated header has one line for each value.
    const lines = (name: string) =>
      Object.entries(response.headers)
        .find(([key]) => key.toLowerCase() === name)?.[1]
        ?.split('\n') ?? [];
    const header = (name: string) => lines(name).join(', ');
    this.#facts.httpStatus = response.status;
    this.#facts.contentType = cleanText(header('content-type'));
    this.#facts.xRobotsTag = cleanRobotsHeaders(lines('x-robots-tag'));
    this.#facts.retryAfter = retryAfterSeconds(header('retry-after'), this.#request.now());
  }

  /** Records whether the page was read completely, and if not, why. */
  #conclude(snapshot: PageSnapshot | null, found: ReadonlyMap<string, LinkMatches>): void {
    const { shownUrl, response } = this.#network;
    if (shownUrl !== null && !/^https?:/.test(shownUrl)) {
      throw new VisitFailure('address-not-allowed', `the page navigates to a ${shownUrl.split(':', 1)[0]}: address`);
    }
    const type = mediaTypeOf(response?.mimeType ?? null);
    if (type !== null && type !== 'text/html' && type !== 'application/xhtml+xml') {
      throw new VisitFailure('not-html', `the address answers with ${type}`);
    }
    if ([...found.values()].every(({ matches }) => matches.length > 0)) {
      this.#facts.complete = snapshot !== null && snapshot.readyState !== 'loading';
      return;
    }
    const failure =
      snapshot === null
        ? new VisitFailure('timeout', 'the page did not load in time')
        : this.#stopped
          ? new VisitFailure('timeout', 'the page’s scripts do not end')
          : snapshot.truncated
            ? new VisitFailure('too-large', 'the page has more elements than the checker reads')
            : snapshot.readyState === 'loading' || this.#network.isLoadingScripts()
              ? new VisitFailure('timeout', 'the page was still loading at the time limit')
              : null;
    if (failure === null) this.#facts.complete = true;
    else recordFailure(this.#facts, failure);
  }
}

/** Checks the shape: the value comes from a process that runs untrusted code. */
function isPageSnapshot(value: unknown): value is PageSnapshot {
  return typeof value === 'object' && value !== null && 'links' in value && Array.isArray(value.links);
}
