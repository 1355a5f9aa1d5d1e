/** Follows the requests of one tab: the redirects and the response of the main document, and running requests. */
import type { CDPSession, Protocol } from 'puppeteer';
import type { Hop, PageFault } from '../../command-service/contract/observation.ts';
import { siteOf } from '../../infra/network/host.ts';
import type { Tab } from '../browser/browser-pool.ts';
import { contentTypeIn, withContentType, withGuessedCharset } from './charset-declaration.ts';
import { type RunningRequest, RunningRequests } from './running-requests.ts';
import { isTracker, TRACKER_URLS } from './trackers.ts';

/** Resource types that are not loaded: they do not change links and are most of a page's bytes. */
const BLOCKED_TYPES = ['Font', 'Media', 'Ping', 'Image'] as const;

/** The visit does not wait for a script of another site that takes longer. */
const HANGING_MS = 4_000;

const MAX_FAULTS = 5;
const MAX_WHAT = 300;

/** A refresh of the page by a `<meta>` element or a header. */
interface Refresh {
  readonly url: string;
  readonly seconds: number;
  /** On the clock of performance.now(). */
  readonly dueAt: number;
}

interface TabNetworkOptions {
  readonly images: boolean;
  /** The browser gets our guess of the encoding of a page that declares none. */
  readonly guessesCharset: boolean;
}

/** Observes one tab. Call `start` before the first navigation. */
export class TabNetwork {
  readonly #cdp: CDPSession;
  readonly #changed: () => void;
  readonly #blocked: readonly Protocol.Network.ResourceType[];
  readonly #guessesCharset: boolean;
  /** By request: the Content-Type that the server sent, where the browser got another. */
  readonly #sentTypes = new Map<string, string | null>();
  readonly #requests = new RunningRequests();
  readonly #faults: PageFault[] = [];
  readonly #foreignFaults: PageFault[] = [];
  /** Files of other sites that hang. */
  readonly #hangingUrls: string[] = [];
  #blocksTrackers = true;
  /** A script or data of a tracker was blocked, in the present document. */
  #hasBlocked = false;
  #refresh: Refresh | null = null;
  /** The next navigation loads the same page again. */
  #reloading = false;
  readonly #hops: { hop: Hop; next: string }[] = [];
  #pendingReason: Protocol.Page.ClientNavigationReason | null = null;
  #mainRequest: string | null = null;
  #response: Protocol.Network.Response | null = null;
  #frame: string;
  #loader: string | null = null;
  #isParsed = false;
  #isAborted = false;
  #bytes = 0;
  #lastUrl: string | null = null;
  #shownUrl: string | null = null;
  #failure: string | null = null;
  #navigations = 0;

  /** `changed` is called when a document arrived, was parsed, has loaded or failed. */
  constructor({ cdp, frame }: Tab, { images, guessesCharset }: TabNetworkOptions, changed: () => void) {
    this.#cdp = cdp;
    this.#guessesCharset = guessesCharset;
    this.#frame = frame;
    this.#changed = changed;
    this.#blocked = BLOCKED_TYPES.filter((type) => type !== 'Image' || !images);
  }

  /** The response of the last document. */
  get response(): Protocol.Network.Response | null {
    return this.#response;
  }
  /** The document has a Refresh header, which loads another page later. */
  get hasRefresh(): boolean {
    return Object.keys(this.#response?.headers ?? {}).some((name) => name.toLowerCase() === 'refresh');
  }
  /** The refresh that the page has announced; null without one. */
  get refresh(): Refresh | null {
    return this.#refresh;
  }
  /** A script or data of a tracker was blocked, in the present document. */
  get hasBlocked(): boolean {
    return this.#hasBlocked;
  }
  get blocksTrackers(): boolean {
    return this.#blocksTrackers;
  }
  /** The redirects and navigations so far, oldest first. */
  get hops(): readonly { readonly hop: Hop; readonly next: string }[] {
    return this.#hops;
  }
  /** The id of the main frame. */
  get frame(): string {
    return this.#frame;
  }
  /** Whether the current document is parsed completely. */
  get isParsed(): boolean {
    return this.#isParsed;
  }
  /** The first navigation ended without a document, and Chromium does not say why: a download, or no content. */
  get isAborted(): boolean {
    return this.#isAborted;
  }
  /** Decoded bytes of the last document so far. */
  get bytes(): number {
    return this.#bytes;
  }
  /** The id of the load that brought the document. */
  get loader(): string | null {
    return this.#loader;
  }
  /** The last requested address, whether it answered or not. */
  get lastUrl(): string | null {
    return this.#lastUrl;
  }
  /** The address of the current document. */
  get shownUrl(): string | null {
    return this.#shownUrl;
  }
  /** Chromium's error for the last document, before or after its first bytes; null if it did not fail. */
  get failure(): string | null {
    return this.#failure;
  }
  /** Scripts and data of the page that failed, and exceptions that nothing handled. */
  get faults(): readonly PageFault[] {
    return this.#faults;
  }
  /** Failed data from other sites: mostly advertising, but some pages get their content that way. */
  get foreignFaults(): readonly PageFault[] {
    return this.#foreignFaults;
  }
  /** Navigations so far, without redirects. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Starts observing and blocking requests; sends every command before it returns. */
  start(): Promise<unknown> {
    const cdp = this.#cdp;
    cdp.on('Network.requestWillBeSent', (event) => this.#sent(event));
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (requestId === this.#mainRequest) this.#response = this.#asSent(requestId, response);
      const running = this.#requests.get(requestId);
      if (running !== undefined && response.status >= 400) this.#recordFault(running, response.status);
      this.#requests.answer(requestId, response);
    });
    cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (requestId === this.#mainRequest) this.#bytes += dataLength;
    });
    cdp.on('Network.loadingFinished', ({ requestId }) => this.#requests.end(requestId));
    cdp.on('Network.loadingFailed', ({ requestId, errorText, canceled, blockedReason }) => {
      const running = this.#requests.get(requestId);
      this.#requests.end(requestId);
      if (blockedReason === 'inspector' && running?.inMainFrame === true && running.type !== 'Stylesheet') {
        this.#hasBlocked = true;
      }
      if (running !== undefined && canceled !== true && blockedReason === undefined) this.#recordFault(running, null);
      if (requestId !== this.#mainRequest) return;
      if (!canceled) this.#failure = errorText;
      else if (this.#loader === null) this.#isAborted = true;
      this.#changed();
    });
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) => {
      const [message = text] = (exception?.description ?? text).split('\n');
      this.#addFault({ kind: 'exception', what: message.slice(0, MAX_WHAT), httpStatus: null });
    });
    cdp.on('Page.frameRequestedNavigation', ({ frameId, reason }) => {
      if (frameId === this.#frame) this.#pendingReason = reason;
    });
    cdp.on('Page.frameScheduledNavigation', ({ frameId, reason, delay, url }) => {
      const isRefresh = reason === 'metaTagRefresh' || reason === 'httpHeaderRefresh';
      if (frameId !== this.#frame || !isRefresh) return;
      this.#refresh = { url, seconds: delay, dueAt: performance.now() + delay * 1_000 };
    });
    cdp.on('Page.frameDetached', ({ frameId }) => this.#requests.endFrame(frameId));
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#frame = frame.id;
      this.#loader = frame.loaderId;
      this.#shownUrl = frame.unreachableUrl === undefined ? frame.url : null;
      this.#isParsed = false;
      this.#isAborted = false;
      this.#changed();
    });
    cdp.on('Page.domContentEventFired', () => {
      this.#isParsed = true;
      this.#changed();
    });
    cdp.on('Page.loadEventFired', () => this.#changed());
    cdp.on('Fetch.requestPaused', (paused) => void this.#resume(paused).catch(() => {}));
    const patterns: Protocol.Fetch.RequestPattern[] = this.#blocked.map((resourceType) => ({ resourceType }));
    if (this.#guessesCharset) patterns.push({ resourceType: 'Document', requestStage: 'Response' });
    return Promise.all([
      cdp.send('Network.enable', { maxTotalBufferSize: 1_000_000, maxResourceBufferSize: 1_000_000 }),
      cdp.send('Network.setBypassServiceWorker', { bypass: true }),
      this.#block(),
      cdp.send('Runtime.enable'),
      cdp.send('Fetch.enable', { patterns }),
    ]);
  }

  #block(): Promise<unknown> {
    const trackers = this.#blocksTrackers ? TRACKER_URLS : [];
    return this.#cdp.send('Network.setBlockedURLs', { urls: [...trackers, ...this.#hangingUrls] });
  }

  /** Blocks a request; lets the response of a document pass, with its encoding if that must be guessed. */
  async #resume(paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, networkId, frameId, responseStatusCode: status, responseErrorReason } = paused;
    if (status === undefined && responseErrorReason === undefined) {
      return this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    }
    const isPage = frameId === this.#frame && status !== undefined && status >= 200 && status < 300;
    const guessed = isPage ? await withGuessedCharset(this.#cdp, paused).catch(() => null) : null;
    if (guessed === null) return this.#cdp.send('Fetch.continueResponse', { requestId });
    if (networkId !== undefined) this.#sentTypes.set(networkId, contentTypeIn(paused.responseHeaders ?? []));
    await this.#cdp.send('Fetch.fulfillRequest', guessed);
  }

  #asSent(requestId: string, response: Protocol.Network.Response): Protocol.Network.Response {
    const type = this.#sentTypes.get(requestId);
    return type === undefined ? response : withContentType(response, type);
  }

  /** Whether a running request can still change the links of the page. */
  isBusy(): boolean {
    return this.#requests.isBusy(performance.now());
  }

  /** The running requests that may bring content of the page; with `foreign` also data from other sites. */
  late(foreign = false): readonly string[] {
    return this.#requests.late(this.#response?.url ?? '', performance.now(), foreign);
  }

  /** The running requests to the page's own site that may bring content, however short they have run. */
  ownRequests(): readonly string[] {
    return this.#requests.content(this.#response?.url ?? '');
  }

  isRunning(request: string): boolean {
    return this.#requests.get(request) !== undefined;
  }

  /** Whether a script of the page is still loading. */
  isLoadingScripts(): boolean {
    return this.#requests.values().some(({ type, inMainFrame }) => type === 'Script' && inMainFrame);
  }

  /**
   * Loads the page again without scripts of other sites that take too long; false if there are none. A single hanging
   * script stops the parser, and all scripts after it. So does a style sheet before a script, while the page is parsed.
   */
  async reloadWithoutHangingFiles(): Promise<boolean> {
    const now = performance.now();
    const own = siteOf(this.#response?.url ?? '');
    const hanging = this.#requests
      .values()
      .filter(
        ({ type, url, since, inMainFrame }) =>
          (type === 'Script' || (type === 'Stylesheet' && !this.#isParsed)) &&
          inMainFrame &&
          now - since >= HANGING_MS &&
          siteOf(url) !== own,
      );
    if (hanging.length === 0) return false;
    this.#hangingUrls.push(...hanging.map(({ url }) => url.replaceAll(/[*?\\]/g, '*')));
    await this.#reload();
    return true;
  }

  /** Loads the page again with its trackers, pictures and the like. */
  async reloadUnblocked(): Promise<void> {
    this.#blocksTrackers = false;
    await this.#cdp.send('Fetch.disable');
    await this.#reload();
  }

  async #reload(): Promise<void> {
    this.#reloading = true;
    await this.#block();
    await this.#cdp.send('Page.reload');
  }

  /** Records that a script or data failed. Data that a page may not see does not count. */
  #recordFault({ type, url, inMainFrame }: RunningRequest, httpStatus: number | null): void {
    if (!inMainFrame || isTracker(url)) return;
    if (type === 'Script') this.#addFault({ kind: 'script', what: url.slice(0, MAX_WHAT), httpStatus });
    else if (type === 'XHR' || type === 'Fetch') {
      const isOwn = siteOf(url) === siteOf(this.#response?.url ?? '');
      const fault = { kind: 'data', what: url.slice(0, MAX_WHAT), httpStatus } as const;
      this.#addFault(fault, isOwn ? this.#faults : this.#foreignFaults);
    }
  }

  #addFault(fault: PageFault, faults: PageFault[] = this.#faults): void {
    if (faults.length < MAX_FAULTS) faults.push(fault);
  }

  #sent({ requestId, request, redirectResponse, type, frameId, loaderId }: Protocol.Network.RequestWillBeSentEvent) {
    // A request without a load is a worker's script: its end is reported in the worker's own session.
    const inMainFrame = frameId === this.#frame;
    const running = { url: request.url, since: performance.now(), frame: frameId ?? '', inMainFrame };
    if (type !== undefined && loaderId !== '') this.#requests.add(requestId, { ...running, type });
    // The request of a main document has the id of the load that it starts.
    if (type !== 'Document' || frameId !== this.#frame || requestId !== loaderId) return;
    const next = request.url + (request.urlFragment ?? '');
    if (redirectResponse !== undefined) {
      this.#hops.push({ hop: { url: redirectResponse.url, via: redirectResponse.status }, next });
    } else {
      const isAgain = this.#reloading;
      this.#reloading = false;
      if (!isAgain) this.#navigations++;
      const from = this.#response;
      if (from !== null && !isAgain) {
        const via = this.#pendingReason === 'metaTagRefresh' ? 'meta-refresh' : from.status;
        this.#hops.push({ hop: { url: from.url, via }, next });
      }
    }
    this.#pendingReason = null;
    this.#failure = null;
    this.#response = null;
    this.#bytes = 0;
    this.#mainRequest = requestId;
    this.#lastUrl = next;
    this.#requests.clear();
    this.#faults.length = 0;
    this.#foreignFaults.length = 0;
    this.#hasBlocked = false;
    this.#refresh = null;
    this.#requests.add(requestId, { ...running, type });
  }
}
