/**
 * Tier 2: a page as a person's browser shows it, read through the DevTools protocol. Images, fonts, media and the best
 * known trackers are not loaded. The visit waits for the document, then for the links or for quiet, with a hard cap;
 * a page that keeps its thread busy is stopped and read as it stands.
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

/** How patient the browser tier is, in milliseconds. */
export interface RenderPatience {
  /** Longest wait after the document is there. */
  readonly settleMs: number;
  /** A page is quiet when nothing came or went for so long, and no script or data is under way. */
  readonly quietMs: number;
  /** Shortest wait before quiet counts: what a timer adds a moment later is still found. */
  readonly dwellMs: number;
  /** A page that does not answer for so long keeps its thread busy, and is stopped. */
  readonly hungMs: number;
}

const PATIENCE: RenderPatience = { settleMs: 10_000, quietMs: 1_000, dwellMs: 2_000, hungMs: 5_000 };

const LIMITS = { elements: 300_000, links: 2_000, milliseconds: 1_500 };
const TALL = { width: 1280, height: 2400 };
const MAX_HTML = 5_000_000;
const MAX_NAVIGATIONS = 10;
const MAX_DIALOGS = 20;
const POLL_MS = 150;

export interface RenderRequest {
  readonly articleLink: string;
  readonly clientLinks: readonly string[];
  /** The visit ends within so many milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Replaces the browser's own User-Agent; `product` is added to that otherwise. */
  readonly userAgent?: string;
  readonly product: string;
  readonly patience?: Partial<RenderPatience>;
  /** Of the window, in pixels. Tall by default, so that what loads when it scrolls into view mostly does. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Loads images too. */
  readonly images?: boolean;
  /** Called once the page came to rest, while the tab shows it. What it throws is the visit's failure. */
  readonly onShown?: (page: ShownPage) => Promise<void>;
}

/** A page that came to rest in its tab, with what still can be asked of it until the visit's time is up. */
export interface ShownPage {
  /** For each link that was looked for. */
  readonly found: ReadonlyMap<string, LinkMatches>;
  /** Runs an expression in the isolated world, whose variables stay from one call to the next; null when it cannot. */
  evaluate(expression: string): Promise<unknown>;
  /** What is in the window as an image in base64, `quality` from 0 to 100. @throws VisitFault when time is up. */
  screenshot(quality: number): Promise<string>;
}

/**
 * Visits a page in a tab, once for all links, and answers a visit for each. What went wrong on the way to the page
 * stands in the visit's `error`.
 * @throws BrowserBroke when the tab or the browser broke.
 */
export async function renderPage(tab: Tab, order: RenderRequest): Promise<ReadonlyMap<string, Visit>> {
  const started = performance.now();
  const facts = emptyFacts('browser', order.articleLink);
  let found: ReadonlyMap<string, LinkMatches> = new Map();
  try {
    found = await new Rendering(tab, order, facts).run();
  } catch (error) {
    // Anything else is the protocol's: the tab is not in a state to be believed.
    if (!(error instanceof VisitFailure)) {
      throw error instanceof BrowserCrashedError
        ? error
        : new BrowserCrashedError('the tab failed', { tabOnly: true, cause: error });
    }
    recordFailure(facts, error);
  }
  facts.durationMs = Math.round(performance.now() - started);
  return toVisits(facts, order.clientLinks, found);
}

/** One visit of one page in one tab. */
class Rendering {
  readonly #cdp: CDPSession;
  readonly #tab: Tab;
  readonly #order: RenderRequest;
  readonly #facts: VisitFacts;
  readonly #patience: RenderPatience;
  readonly #network: TabNetwork;
  /** When the visit has to end, on performance.now()'s clock. */
  readonly #deadline: number;
  readonly #hosts: readonly string[];
  #world: { readonly loader: string; readonly id: number } | null = null;
  #stopped = false;
  #dialogs = 0;

  constructor(tab: Tab, order: RenderRequest, facts: VisitFacts) {
    this.#tab = tab;
    this.#cdp = tab.cdp;
    this.#order = order;
    this.#facts = facts;
    this.#patience = { ...PATIENCE, ...order.patience };
    this.#deadline = performance.now() + order.timeoutMs;
    this.#network = new TabNetwork(tab.cdp, { images: order.images ?? false });
    this.#hosts = order.clientLinks.flatMap((link) => {
      const host = plainHost(URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
      return host === '' ? [] : [host];
    });
  }

  async run(): Promise<ReadonlyMap<string, LinkMatches>> {
    await this.#prepare();
    await this.#navigate();
    const look = await this.#settle();
    this.#noteAnswer();
    const found = this.#match(look);
    if (look !== null && /^https?:/.test(this.#network.shownUrl ?? '')) await this.#show(found);
    await this.#readPage();
    this.#facts.linkCount = look?.linkCount ?? 0;
    this.#facts.charset = look?.charset || null;
    this.#conclude(look, found);
    return found;
  }

  async #prepare(): Promise<void> {
    const cdp = this.#cdp;
    const { userAgent = `${this.#tab.userAgent} ${this.#order.product}`, viewport = TALL } = this.#order;
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
    await this.#soon(Promise.all(commands));
  }

  async #navigate(): Promise<void> {
    const answer = await this.#soon(this.#cdp.send('Page.navigate', { url: this.#order.articleLink }));
    if (answer.errorText !== undefined) this.#failNavigation(answer.errorText, answer.isDownload === true);
  }

  #failNavigation(errorText: string, isDownload: boolean): never {
    this.#noteAnswer();
    if (isDownload) throw new VisitFailure('not-html', 'the address answers with a file to download');
    const url = URL.parse(this.#network.lastUrl ?? this.#order.articleLink);
    throw (url && this.#tab.proxy.failureFor(url)) ?? failureOfNetError(errorText);
  }

  /** Waits for the document, then for every link or for quiet; answers the last look at the page. */
  async #settle(): Promise<PageSnapshot | null> {
    const { settleMs, quietMs, dwellMs } = this.#patience;
    // What is left after this goes to reading the page out.
    const end = this.#deadline - Math.min(1_500, this.#order.timeoutMs / 5);
    let look: PageSnapshot | null = null;
    let thereSince: number | null = null;
    let loader = this.#network.loader;
    for (;;) {
      if (this.#order.signal.aborted) throw new VisitFailure('timeout', 'the check was given up');
      if (this.#network.navigations > MAX_NAVIGATIONS) {
        this.#noteAnswer();
        throw new VisitFailure('redirect-loop', `the page moves on by itself more than ${MAX_NAVIGATIONS} times`);
      }
      if (this.#network.failure !== null) this.#failNavigation(this.#network.failure, false);
      if (loader !== this.#network.loader) {
        loader = this.#network.loader;
        thereSince = null;
      }
      const seen = await this.#look();
      const now = performance.now();
      if (seen !== null) {
        look = seen;
        if (seen.readyState !== 'loading') {
          thereSince ??= now;
          const everyLink = [...this.#match(seen).values()].every(({ matches }) => matches.length > 0);
          if (everyLink) return seen;
          const since = now - thereSince;
          const quiet = seen.quietMs >= quietMs && !this.#network.isBusy();
          if (since >= settleMs || (since >= dwellMs && quiet) || this.#stopped) return seen;
        } else if (this.#stopped) return seen;
      }
      if (now + POLL_MS >= end) return look;
      await new Promise((resume) => setTimeout(resume, POLL_MS));
    }
  }

  /** Looks at the page now; null when it is between two documents or too busy to answer. */
  async #look(): Promise<PageSnapshot | null> {
    const looked = await this.#evaluate(`reader.look(${JSON.stringify(this.#hosts)}, ${JSON.stringify(LIMITS)})`);
    return isLook(looked) ? looked : null;
  }

  async #show(found: ReadonlyMap<string, LinkMatches>): Promise<void> {
    await this.#order.onShown?.({
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

  /** Runs an expression in an isolated world of the document, where `reader` is; null when that cannot be done now. */
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

  /** A command that the page's own thread has to answer. When it does not, the page's scripts are ended. */
  async #unlessHung<T>(command: Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.#stopScripts(), this.#patience.hungMs);
    try {
      return await this.#soon(command);
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

  /** The command's answer, or a timeout at the visit's deadline. */
  #soon<T>(command: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const give = () => reject(new VisitFailure('timeout', 'the page was not there in time'));
      const timer = setTimeout(give, Math.max(0, this.#deadline - performance.now()));
      this.#order.signal.addEventListener('abort', give, { once: true });
      command.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#order.signal.removeEventListener('abort', give);
      });
    });
  }

  #match(look: PageSnapshot | null): ReadonlyMap<string, LinkMatches> {
    return new Map(this.#order.clientLinks.map((link) => [link, matchLinks(link, look?.links ?? [])]));
  }

  #noteAnswer(): void {
    const { response, hops, lastUrl } = this.#network;
    for (const { hop, next } of hops) recordHop(this.#facts, hop, next);
    this.#facts.finalUrl = response?.url ?? lastUrl ?? this.#order.articleLink;
    if (response === null) return;
    // A header that came several times is a line each.
    const lines = (name: string) =>
      Object.entries(response.headers)
        .find(([key]) => key.toLowerCase() === name)?.[1]
        ?.split('\n') ?? [];
    const header = (name: string) => lines(name).join(', ');
    this.#facts.httpStatus = response.status;
    this.#facts.contentType = cleanText(header('content-type'));
    this.#facts.xRobotsTag = cleanRobotsHeaders(lines('x-robots-tag'));
    this.#facts.retryAfter = retryAfterSeconds(header('retry-after'), this.#order.now());
  }

  /** Says whether the page was read completely, and if not, why. */
  #conclude(look: PageSnapshot | null, found: ReadonlyMap<string, LinkMatches>): void {
    const { shownUrl, response } = this.#network;
    if (shownUrl !== null && !/^https?:/.test(shownUrl)) {
      throw new VisitFailure('address-not-allowed', `the page leads to a ${shownUrl.split(':', 1)[0]}: address`);
    }
    const type = mediaTypeOf(response?.mimeType ?? null);
    if (type !== null && type !== 'text/html' && type !== 'application/xhtml+xml') {
      throw new VisitFailure('not-html', `the address answers with ${type}`);
    }
    if ([...found.values()].every(({ matches }) => matches.length > 0)) {
      this.#facts.complete = look !== null && look.readyState !== 'loading';
      return;
    }
    const fault =
      look === null
        ? new VisitFailure('timeout', 'the page was not there in time')
        : this.#stopped
          ? new VisitFailure('timeout', 'the page’s scripts do not come to an end')
          : look.truncated
            ? new VisitFailure('too-large', 'the page has more elements than are looked through')
            : look.readyState === 'loading' || this.#network.isLoadingScripts()
              ? new VisitFailure('timeout', 'the page was still loading when the time was up')
              : null;
    if (fault === null) this.#facts.complete = true;
    else recordFailure(this.#facts, fault);
  }
}

/** The isolated world is ours, but what comes back has crossed a process that runs strangers' code. */
function isLook(value: unknown): value is PageSnapshot {
  return typeof value === 'object' && value !== null && 'links' in value && Array.isArray(value.links);
}
