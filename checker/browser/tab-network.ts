/** Follows what one tab loads: the main document's hops and answer, and whether anything that matters is under way. */
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Hop } from '../../command-service/events/observation.ts';

/** What is not loaded: it decides nothing about links, and costs most of a page's bytes. */
const BLOCKED_TYPES = ['Font', 'Media', 'Ping', 'Image'] as const;

/** Trackers found on most pages; they run scripts and add no links. */
const TRACKERS = [
  'google-analytics.com',
  'doubleclick.net',
  'googlesyndication.com',
  'googleadservices.com',
  'connect.facebook.net',
  'bat.bing.com',
  'clarity.ms',
  'hotjar.com',
  'scorecardresearch.com',
  'quantserve.com',
  'criteo.com',
  'criteo.net',
  'taboola.com',
  'outbrain.com',
  'amazon-adsystem.com',
  'mc.yandex.ru',
];

/** Loading these can still change which links the page has. */
const RELEVANT_TYPES = new Set<Protocol.Network.ResourceType>(['Document', 'Script', 'XHR', 'Fetch', 'Stylesheet']);

/** A request older than this is a long poll or a dead end, and is not waited for. */
const PATIENCE_MS = 5_000;

export class TabNetwork {
  readonly #cdp: CDPSession;
  readonly #blocked: readonly Protocol.Network.ResourceType[];
  readonly #under = new Map<string, { readonly type: Protocol.Network.ResourceType; readonly since: number }>();
  readonly #hops: { hop: Hop; next: string }[] = [];
  #pendingReason: Protocol.Page.ClientNavigationReason | null = null;
  #mainRequest: string | null = null;
  #response: Protocol.Network.Response | null = null;
  #frame: string | null = null;
  #loader: string | null = null;
  #lastUrl: string | null = null;
  #shownUrl: string | null = null;
  #failure: string | null = null;
  #navigations = 0;

  constructor(cdp: CDPSession, { images }: { readonly images: boolean }) {
    this.#cdp = cdp;
    this.#blocked = BLOCKED_TYPES.filter((type) => type !== 'Image' || !images);
  }

  /** The last document's answer. */
  get response(): Protocol.Network.Response | null {
    return this.#response;
  }
  /** What led from one document to the next, oldest first. */
  get hops(): readonly { readonly hop: Hop; readonly next: string }[] {
    return this.#hops;
  }
  /** The main frame, and the load its document came with. */
  get frame(): string | null {
    return this.#frame;
  }
  get loader(): string | null {
    return this.#loader;
  }
  /** The address asked for last, answered or not. */
  get lastUrl(): string | null {
    return this.#lastUrl;
  }
  /** The address of the document that is shown. */
  get shownUrl(): string | null {
    return this.#shownUrl;
  }
  /** Chromium's name for why a navigation that the page itself began did not work; null while none failed. */
  get failure(): string | null {
    return this.#failure;
  }
  get navigations(): number {
    return this.#navigations;
  }

  /** Starts listening and blocking; before the first navigation. */
  async start(): Promise<void> {
    const cdp = this.#cdp;
    cdp.on('Network.requestWillBeSent', (event) => this.#sent(event));
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (requestId === this.#mainRequest) this.#response = response;
    });
    cdp.on('Network.loadingFinished', ({ requestId }) => this.#under.delete(requestId));
    cdp.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      this.#under.delete(requestId);
      if (requestId === this.#mainRequest && this.#navigations > 1 && !canceled) this.#failure = errorText;
    });
    cdp.on('Page.frameRequestedNavigation', ({ frameId, reason }) => {
      if (frameId === this.#frame) this.#pendingReason = reason;
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#frame = frame.id;
      this.#loader = frame.loaderId;
      this.#shownUrl = frame.unreachableUrl === undefined ? frame.url : null;
    });
    cdp.on('Fetch.requestPaused', ({ requestId }) => {
      void cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => {});
    });
    await Promise.all([
      cdp.send('Network.enable', { maxTotalBufferSize: 1_000_000, maxResourceBufferSize: 1_000_000 }),
      cdp.send('Network.setBypassServiceWorker', { bypass: true }),
      cdp.send('Network.setBlockedURLs', { urls: TRACKERS.flatMap((host) => [`*://${host}/*`, `*://*.${host}/*`]) }),
      cdp.send('Fetch.enable', { patterns: this.#blocked.map((resourceType) => ({ resourceType })) }),
    ]);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.#frame = frameTree.frame.id;
  }

  /** Something that can still change the links of the page is under way. */
  isBusy(): boolean {
    const now = performance.now();
    return [...this.#under.values()].some(({ since }) => now - since < PATIENCE_MS);
  }

  /** A script was asked for and has not come. */
  isLoadingScripts(): boolean {
    return [...this.#under.values()].some(({ type }) => type === 'Script');
  }

  #sent({ requestId, request, redirectResponse, type, frameId, loaderId }: Protocol.Network.RequestWillBeSentEvent) {
    if (type !== undefined && RELEVANT_TYPES.has(type)) this.#under.set(requestId, { type, since: performance.now() });
    // A main document's request carries the id of the load it starts.
    if (type !== 'Document' || frameId !== this.#frame || requestId !== loaderId) return;
    const next = request.url + (request.urlFragment ?? '');
    if (redirectResponse !== undefined) {
      this.#hops.push({ hop: { url: redirectResponse.url, via: redirectResponse.status }, next });
    } else {
      this.#navigations++;
      const from = this.#response;
      if (from !== null) {
        const via = this.#pendingReason === 'metaTagRefresh' ? 'meta-refresh' : from.status;
        this.#hops.push({ hop: { url: from.url, via }, next });
      }
    }
    this.#pendingReason = null;
    this.#failure = null;
    this.#response = null;
    this.#mainRequest = requestId;
    this.#lastUrl = next;
    this.#under.clear();
    this.#under.set(requestId, { type, since: performance.now() });
  }
}
