/**
 * Tier 2: reads a page in a browser through the DevTools protocol. Images, fonts, media and the best-known trackers are
 * not loaded. The visit waits for the document, then for all links or for quiet, up to a limit; a page without scripts
 * is quiet at once. Then it scrolls to the end, because some content loads only when it comes into view. If a page
 * blocks its thread, its scripts are stopped and it is read in its present state. A script of another site that hangs
 * is left out.
 */
import type { CDPSession, Protocol } from 'puppeteer';
import type { FoundLink, NearMiss, Visit } from '../../command-service/contract/observation.ts';
import { plainHost } from '../../infra/network/host.ts';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import { matchLinks } from '../page/link-matcher.ts';
import { domainOf } from '../page/matching.ts';
import { nearMisses, possibleRedirectors } from '../page/near-misses.ts';
import { type PageFacts, PageScanner } from '../page/page-scanner.ts';
import { mediaTypeOf } from '../visit/media-type.ts';
import {
  canonicalOfHeaders,
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
import {
  installReader,
  type PageSnapshot,
  type PageSource,
  type ScrollResult,
  type ShownContent,
} from './in-page-reader.ts';
import { failureOfNetError } from './net-errors.ts';
import { TabNetwork } from './tab-network.ts';

/** How long the browser tier waits, in milliseconds. */
export interface RenderPatience {
  /** Longest wait after the document has loaded. */
  readonly settleMs: number;
  /** A page is quiet when it has not changed for this long and loads no scripts or data. */
  readonly quietMs: number;
  /** Shortest wait before quiet counts, so that links added by a timer are still found. */
  readonly dwellMs: number;
  /** A page that does not respond for this long gets its scripts stopped. */
  readonly hungMs: number;
}

const PATIENCE: RenderPatience = { settleMs: 10_000, quietMs: 1_000, dwellMs: 2_000, hungMs: 5_000 };

const LIMITS = { elements: 300_000, links: 2_000, milliseconds: 1_500 };
const TALL = { width: 1280, height: 2_400 };
const MAX_HTML = 5_000_000;
const MAX_NAVIGATIONS = 10;
const MAX_DIALOGS = 20;
/** The time between two snapshots of the page: short at first, because many links are there at once. */
const FIRST_POLL_MS = 20;
const POLL_MS = 400;
/** The time between two snapshots of a document that is not parsed completely. */
const LOADING_POLL_MS = 1_000;

/** Longest wait for the styles of a page that has its links. */
const STYLES_MS = 5_000;

/** The most windows to scroll, and how long the page may load after each. */
const MAX_SCREENS = 40;
const SCREEN_MS = 1_000;
const SCREEN_QUIET_MS = 50;
/** Longest wait at the end of a page for what it loads there. */
const END_MS = 2_500;
const END_QUIET_MS = 1_100;

/** The most links of a page that are followed to see whether they lead to the client. */
const MAX_REDIRECTORS = 5;

/** A page with this many characters of prose is an article: other failures on it did not concern its content. */
const ARTICLE_PROSE = 300;
/** A page with fewer characters of content was not filled if it has a place for content, or apologizes. */
const FILLED_INK = 300;
/** A page with fewer characters may get its content from another site. */
const LITTLE_INK = 60;
/** A page with fewer characters and no paragraph shows only a name. */
const LEAST_INK = 20;

interface RenderRequest {
  readonly articleLink: string;
  readonly clientLinks: readonly string[];
  /** Time limit of the visit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Replaces the browser's User-Agent. By default `product` is appended to the browser's. */
  readonly userAgent?: string;
  readonly product: string;
  readonly patience?: Partial<RenderPatience>;
  /** Window size in pixels. Tall by default, so that most lazy content loads. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Loads the styles before it looks for links, so that it knows whether they are visible. */
  readonly styles?: boolean;
  /** Whether a link of the page redirects to the client's page. */
  readonly leadsTo?: (address: string, clientLink: string, signal: AbortSignal) => Promise<boolean>;
  /** Loads images. */
  readonly images?: boolean;
  /** Runs when the page has settled, while the tab shows it. If it throws a VisitFailure, the visit fails with it. */
  readonly onShown?: (page: ShownPage) => Promise<void>;
}

/** A settled page in its tab, usable until the time limit of the visit. */
export interface ShownPage {
  /** The matches of each client link. */
  readonly found: ReadonlyMap<string, LinkMatches>;
  /** Evaluates an expression in the isolated world, whose variables persist between calls; null if that fails. */
  evaluate(expression: string): Promise<unknown>;
  /** An image of the window in base64; `quality` of WebP from 0 to 100. @throws VisitFailure at the time limit. */
  screenshot(quality: number, format: 'webp' | 'png'): Promise<string>;
}

/**
 * Visits a page in a tab once for all links and returns a visit for each. Failures are recorded in the visit's `error`.
 * @throws BrowserCrashedError if the tab or the browser crashed.
 */
export async function renderPage(tab: Tab, request: RenderRequest): Promise<ReadonlyMap<string, Visit>> {
  const started = performance.now();
  const facts = emptyFacts('browser', request.articleLink);
  let found: ReadonlyMap<string, LinkMatches> = new Map();
  const pageVisit = new PageVisit(tab, request, facts);
  try {
    found = await pageVisit.run();
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
  const visits = toVisits(facts, request.clientLinks, found);
  return new Map(
    [...visits].map(([link, visit]) => {
      const near = pageVisit.nearMisses.get(link) ?? [];
      return [link, near.length === 0 ? visit : { ...visit, nearMisses: near }];
    }),
  );
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
  #isScrolled = false;
  /** Matches that were there before the page was scrolled. */
  readonly #atFirst = new Set<string>();
  /** By client link that is missing on the page. */
  readonly nearMisses = new Map<string, readonly NearMiss[]>();
  /** Ends the current pause. */
  #wake = (): void => {};

  constructor(tab: Tab, request: RenderRequest, facts: VisitFacts) {
    this.#tab = tab;
    this.#cdp = tab.cdp;
    this.#request = request;
    this.#facts = facts;
    this.#patience = { ...PATIENCE, ...request.patience };
    this.#deadline = performance.now() + request.timeoutMs;
    this.#network = new TabNetwork(tab, { images: request.images ?? false }, () => this.#wake());
    this.#hosts = request.clientLinks.flatMap((link) => {
      const host = plainHost(URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
      return host === '' ? [] : [domainOf(host)];
    });
  }

  async run(): Promise<ReadonlyMap<string, LinkMatches>> {
    await this.#start();
    const settled = await this.#settle();
    const snapshot = settled === null ? null : await this.#scrollThrough(settled);
    this.#recordResponse();
    const found = this.#matches(snapshot);
    if (snapshot !== null && /^https?:/.test(this.#network.shownUrl ?? '')) await this.#show(found);
    await this.#readSource();
    const content = await this.#readContent(snapshot, found);
    this.#facts.linkCount = snapshot?.linkCount ?? 0;
    this.#facts.charset = snapshot?.charset || null;
    this.#conclude(snapshot, found);
    this.#recordFaults(snapshot, content, found);
    return found;
  }

  /** Prepares the tab and lets it load its address. */
  async #start(): Promise<void> {
    const cdp = this.#cdp;
    const { userAgent = `${this.#tab.userAgent} ${this.#request.product}`, viewport = TALL, images } = this.#request;
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      if (++this.#dialogs > MAX_DIALOGS) void this.#stopScripts();
      void cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {});
    });
    const commands = [
      cdp.send('Page.enable'),
      this.#network.start(),
      cdp.send('Emulation.setUserAgentOverride', { userAgent }),
      cdp.send('Emulation.setDeviceMetricsOverride', {
        ...viewport,
        deviceScaleFactor: 1,
        mobile: false,
        // The page still has the size of the viewport, but the browser draws less.
        dontSetVisibleSize: images !== true,
      }),
      cdp.send('Runtime.runIfWaitingForDebugger'),
    ];
    await this.#untilDeadline(Promise.all(commands));
    if (!this.#tab.isAtAddress) await this.#navigate();
  }

  /** Loads the address. */
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
    const end = this.#readingStarts();
    let snapshot: PageSnapshot | null = null;
    let thereSince: number | null = null;
    let loader = this.#network.loader;
    let pause = FIRST_POLL_MS;
    let nextLook = performance.now() + LOADING_POLL_MS;
    for (;;) {
      if (this.#request.signal.aborted) throw new VisitFailure('timeout', 'the check was canceled');
      if (this.#network.navigations > MAX_NAVIGATIONS) {
        this.#recordResponse();
        throw new VisitFailure('redirect-loop', `the page navigates by itself more than ${MAX_NAVIGATIONS} times`);
      }
      // Only a command reveals the reason.
      if (this.#network.isAborted) await this.#navigate();
      const { failure, navigations, response } = this.#network;
      // If the first page breaks off, the part that arrived counts.
      if (failure !== null && (navigations > 1 || response === null)) this.#failNavigation(failure, false);
      if (loader !== this.#network.loader) {
        loader = this.#network.loader;
        thereSince = null;
      }
      const isDue = this.#network.isParsed || performance.now() >= nextLook;
      const seen = isDue ? await this.#snapshot() : null;
      const now = performance.now();
      if (isDue) nextLook = now + LOADING_POLL_MS;
      if (seen !== null) {
        snapshot = seen;
        if (seen.readyState !== 'loading') {
          thereSince ??= now;
          const since = now - thereSince;
          if (this.#hasEveryLink(seen) && !this.#needsStyles(seen, since) && !this.#mayChange(seen)) return seen;
          // Without scripts nothing can change once the document is there.
          const isStatic = seen.scripts === 0 && !this.#network.hasRefresh && !this.#needsRest(seen, since);
          const quiet = isStatic || (seen.quietMs >= quietMs && since >= dwellMs && !this.#network.isBusy());
          if (since >= settleMs || quiet || this.#stopped) {
            if (this.#stopped || !(await this.#untilDeadline(this.#network.reloadWithoutHangingFiles()))) {
              return isStatic || this.#stopped ? seen : ((await this.#snapshot(true)) ?? seen);
            }
            thereSince = null;
            snapshot = null;
          }
        } else if (this.#stopped || (failure !== null && seen.quietMs >= quietMs)) return seen;
        else if (await this.#untilDeadline(this.#network.reloadWithoutHangingFiles())) snapshot = null;
      }
      if (now + pause >= end) return snapshot;
      await this.#pause(pause);
      pause = this.#network.isParsed ? Math.min(pause * 2, POLL_MS) : FIRST_POLL_MS;
    }
  }

  /** Waits for `ms`, or until the document changes. */
  #pause(ms: number): Promise<void> {
    return new Promise((resume) => {
      const timer = setTimeout(resume, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resume();
      };
    });
  }

  /** When waiting must end, so that time remains to read the page. */
  #readingStarts(): number {
    return this.#deadline - Math.min(1_500, this.#request.timeoutMs / 5);
  }

  #hasEveryLink(snapshot: PageSnapshot): boolean {
    return [...this.#matches(snapshot).values()].every(({ matches }) => matches.length > 0);
  }

  /** Whether scripts may still change or show the links: if the visit looks at these, or they are still hidden. */
  #mayChange(snapshot: PageSnapshot): boolean {
    return snapshot.scripts > 0 && (this.#request.styles === true || this.#hasHiddenMatch(snapshot));
  }

  #hasHiddenMatch(snapshot: PageSnapshot): boolean {
    return [...this.#matches(snapshot).values()].some(({ matches }) => matches.some(({ hidden }) => hidden === true));
  }

  /** Whether a page without scripts still loads visible parts: its frames, or styles that decide about its links. */
  #needsRest(snapshot: PageSnapshot, sinceMs: number): boolean {
    const hasFrames = snapshot.frames > 0 && (snapshot.readyState !== 'complete' || this.#network.isBusy());
    return hasFrames || this.#needsStyles(snapshot, sinceMs);
  }

  /** Whether styles that decide about the links' visibility may be missing: the page has not loaded completely. */
  #needsStyles({ readyState }: PageSnapshot, sinceMs: number): boolean {
    return this.#request.styles === true && readyState !== 'complete' && sinceMs < STYLES_MS;
  }

  /** Scrolls to the end of a page that lacks a link, and returns the snapshot afterwards. */
  async #scrollThrough(settled: PageSnapshot): Promise<PageSnapshot> {
    // Without scripts and lazy frames, scrolling loads nothing.
    const isFixed = settled.scripts === 0 ? settled.lazyFrames === 0 : settled.ignoresScrolling;
    if (this.#stopped || settled.readyState === 'loading') return settled;
    if (this.#hasEveryLink(settled)) {
      if (!this.#mayChange(settled)) return settled;
      const looked = (await this.#snapshot(true)) ?? settled;
      if (!this.#hasHiddenMatch(looked)) return looked;
      await this.#evaluate('reader.reveal()');
      return (await this.#snapshot()) ?? looked;
    }
    if (isFixed) return settled;
    for (const { matches, similar } of this.#matches(settled).values()) {
      for (const { href } of [...matches, ...similar]) this.#atFirst.add(href);
    }
    let snapshot = settled;
    let hasWaitedAtEnd = false;
    for (let screens = 0; screens < MAX_SCREENS && performance.now() < this.#readingStarts(); ) {
      const moved = await this.#evaluate(`reader.scroll(${MAX_SCREENS - screens}, ${SCREEN_MS})`);
      const { steps, isAtEnd } = isScrollResult(moved) ? moved : { steps: 0, isAtEnd: true };
      if (steps > 0) this.#isScrolled = true;
      // At the end, and nothing more to scroll to was loaded there.
      else if (isAtEnd && (hasWaitedAtEnd || !this.#isScrolled)) return snapshot;
      screens += steps;
      const [limit, quiet] = isAtEnd ? [END_MS, END_QUIET_MS] : [SCREEN_MS, SCREEN_QUIET_MS];
      const seen = await this.#waitForQuiet(limit, quiet);
      if (seen === null) return snapshot;
      snapshot = seen;
      hasWaitedAtEnd = isAtEnd;
      if (this.#hasEveryLink(snapshot)) return snapshot;
    }
    return snapshot;
  }

  /** The snapshot once nothing has changed or loaded for `quietMs`, or after `limitMs`. */
  async #waitForQuiet(limitMs: number, quietMs: number): Promise<PageSnapshot | null> {
    const end = Math.min(performance.now() + limitMs, this.#readingStarts());
    const started = performance.now();
    for (;;) {
      await new Promise((resume) => setTimeout(resume, Math.min(quietMs, POLL_MS)));
      const seen = await this.#snapshot();
      const now = performance.now();
      if (seen === null || now >= end || this.#hasEveryLink(seen)) return seen;
      if (now - started >= quietMs && seen.quietMs >= quietMs && !this.#network.isBusy()) {
        return (await this.#snapshot(true)) ?? seen;
      }
    }
  }

  /**
   * The state of the page; null while it is between two documents or too busy to respond. A fresh snapshot also has
   * what no event announces: new styles, and changes in shadow roots.
   */
  async #snapshot(isFresh = false): Promise<PageSnapshot | null> {
    const forget = isFresh ? 'reader.forget(), ' : '';
    const value = await this.#evaluate(
      `${forget}reader.snapshot(${JSON.stringify(this.#hosts)}, ${JSON.stringify(LIMITS)})`,
    );
    return isPageSnapshot(value) ? value : null;
  }

  async #show(found: ReadonlyMap<string, LinkMatches>): Promise<void> {
    await this.#request.onShown?.({
      found,
      evaluate: (expression) => this.#evaluate(expression),
      screenshot: async (quality, format) => {
        const shot = this.#cdp.send('Page.captureScreenshot', {
          format,
          ...(format === 'webp' ? { quality } : {}),
          optimizeForSpeed: false,
        });
        return (await this.#unlessHung(shot)).data;
      },
    });
  }

  async #readSource(): Promise<void> {
    const source = await this.#evaluate(`reader.source(${MAX_HTML})`);
    if (!isPageSource(source)) return;
    const scanner = new PageScanner(this.#facts.finalUrl, []);
    scanner.write(source.html);
    const page: PageFacts = scanner.end();
    recordPage(this.#facts, source.isWhole ? page : { ...page, challenge: false, look: null });
    this.#facts.bytes = this.#network.bytes;
  }

  /** Evaluates an expression in an isolated world of the document, with `reader` defined; null if that fails. */
  async #evaluate(expression: string): Promise<unknown> {
    const { loader, frame } = this.#network;
    // Before the first document there is only an empty document.
    if (loader === null) return null;
    try {
      if (this.#world === null || this.#world.loader !== loader) {
        const { executionContextId } = await this.#unlessHung(
          this.#cdp.send('Page.createIsolatedWorld', { frameId: frame, worldName: 'linkledger' }),
        );
        this.#world = { loader, id: executionContextId };
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
    return this.#cdp.send('Runtime.evaluate', {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
      silent: true,
    });
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

  /** The result of a command, or a timeout at the visit's deadline. */
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
    return new Map(
      this.#request.clientLinks.map((link) => {
        const found = matchLinks(link, snapshot?.links ?? []);
        if (!this.#isScrolled) return [link, found];
        const marked = (links: readonly FoundLink[]) => links.map((each) => this.#marked(each));
        return [link, { ...found, matches: marked(found.matches), similar: marked(found.similar) }];
      }),
    );
  }

  /** Marks matches that appeared only after scrolling. */
  #marked(match: FoundLink): FoundLink {
    return this.#atFirst.has(match.href) ? match : { ...match, afterScrolling: true };
  }

  /** Reads what the page shows if a link is missing; records what resembles that link. */
  async #readContent(
    snapshot: PageSnapshot | null,
    found: ReadonlyMap<string, LinkMatches>,
  ): Promise<ShownContent | null> {
    if (snapshot === null || [...found.values()].every(({ matches }) => matches.length > 0)) return null;
    const content = await this.#evaluate(`reader.content(${JSON.stringify(this.#hosts)})`);
    if (!isShownContent(content)) return null;
    const redirectors = possibleRedirectors(content.links, this.#facts.finalUrl).slice(0, MAX_REDIRECTORS);
    for (const [clientLink, { matches }] of found) {
      if (matches.length > 0) continue;
      const near = nearMisses(clientLink, content.links, content.text);
      const redirector = near.length === 0 ? await this.#redirectorTo(clientLink, redirectors) : null;
      this.nearMisses.set(clientLink, redirector === null ? near : [{ cause: 'redirector', href: redirector }]);
    }
    return content;
  }

  /** The first of a few links that redirects to the client's page. */
  async #redirectorTo(clientLink: string, candidates: readonly string[]): Promise<string | null> {
    const { leadsTo, signal } = this.#request;
    if (leadsTo === undefined) return null;
    const leads = await Promise.all(
      candidates.map((address) => leadsTo(address, clientLink, signal).catch(() => false)),
    );
    return candidates.find((_, at) => leads[at] === true) ?? null;
  }

  /**
   * Records what the page needed and did not get, and whether it was ever filled. A failure counts only on a page
   * without an article: a site's counter may fail for months.
   */
  #recordFaults(
    snapshot: PageSnapshot | null,
    content: ShownContent | null,
    found: ReadonlyMap<string, LinkMatches>,
  ): void {
    if (snapshot === null || content === null || content.prose >= ARTICLE_PROSE) return;
    if ([...found.values()].every(({ matches }) => matches.length > 0)) return;
    const { ink, prose, hasText, isWaiting, isSorry } = content;
    const { faults, foreignFaults } = this.#network;
    const missed = ink < LITTLE_INK ? [...faults, ...foreignFaults] : [...faults];
    if (missed.length > 0) this.#facts.faults = missed;
    const hasScripts = snapshot.scripts > 0;
    const isShell = hasScripts && ink < FILLED_INK && isWaiting && prose === 0;
    const isUnfilled = isShell || (isSorry && ink < FILLED_INK) || (ink < LEAST_INK && !hasText);
    if (isUnfilled) this.#facts.look ??= ink === 0 && !hasScripts ? 'empty' : 'not-filled';
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
    this.#facts.canonical = canonicalOfHeaders(lines('link'), response.url);
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
              ? this.#unfinished()
              : null;
    if (failure === null) this.#facts.complete = true;
    else recordFailure(this.#facts, failure);
  }

  /** Why the document or one of its scripts did not finish loading. */
  #unfinished(): VisitFailure {
    const { failure } = this.#network;
    if (failure !== null) return failureOfNetError(failure);
    return new VisitFailure('timeout', 'the page was still loading at the time limit');
  }
}

/** Checks the shape: the value comes from a process that runs untrusted code. */
function isPageSnapshot(value: unknown): value is PageSnapshot {
  return typeof value === 'object' && value !== null && 'links' in value && Array.isArray(value.links);
}

function isScrollResult(value: unknown): value is ScrollResult {
  return typeof value === 'object' && value !== null && 'steps' in value && typeof value.steps === 'number';
}

function isPageSource(value: unknown): value is PageSource {
  return typeof value === 'object' && value !== null && 'html' in value && typeof value.html === 'string';
}

function isShownContent(value: unknown): value is ShownContent {
  return (
    typeof value === 'object' && value !== null && 'prose' in value && 'links' in value && Array.isArray(value.links)
  );
}
