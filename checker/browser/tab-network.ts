/** Follows the requests of one tab: the redirects and the response of the main document, and what is still loading. */
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Hop } from '../../command-service/events/observation.ts';

/** Resource types that are not loaded: they do not change links and are most of a page's bytes. */
const BLOCKED_TYPES = ['Font', 'Media', 'Ping', 'Image'] as const;

/** Trackers that are on most pages; they run scripts and add no links. */
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

/** Resource types that can change the links of a page. */
const RELEVANT_TYPES = new Set<Protocol.Network.ResourceType>(['Document', 'Script', 'XHR', 'Fetch', 'Stylesheet']);

/** A request that runs longer is a long poll or lost, and the visit does not wait for it. */
const MAX_REQUEST_MS = 5_000;

/** Observes one tab. Call `start` before the first navigation. */
export class TabNetwork {
  readonly #cdp: CDPSession;
  readonly #blocked: readonly Protocol.Network.ResourceType[];
  readonly #requests = new Map<string, { readonly type: Protocol.Network.ResourceType; readonly since: number }>();
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

  /** The response of the last document. */
  get response(): Protocol.Network.Response | null {
    return this.#response;
  }
  /** The redirects and navigations so far, oldest first. */
  get hops(): readonly { readonly hop: Hop; readonly next: string }[] {
    return this.#hops;
  }
  /** The id of the main frame. */
  get frame(): string | null {
    return this.#frame;
  }
  /** The id of the load that brought its document. */
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
  /** Chromium's error for a failed navigation that the page itself started; null if none failed. */
  get failure(): string | null {
    return this.#failure;
  }
  /** Navigations so far, without redirects. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Starts observing and blocking requests. */
  async start(): Promise<void> {
    const cdp = this.#cdp;
    cdp.on('Network.requestWillBeSent', (event) => this.#sent(event));
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (requestId === this.#mainRequest) this.#response = response;
    });
    cdp.on('Network.loadingFinished', ({ requestId }) => this.#requests.delete(requestId));
    cdp.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      this.#requests.delete(requestId);
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

  /** Whether a request is running that can still change the links of the page. */
  isBusy(): boolean {
    const now = performance.now();
    return [...this.#requests.values()].some(({ since }) => now - since < MAX_REQUEST_MS);
  }

  /** Whether a script is still loading. */
  isLoadingScripts(): boolean {
    return [...this.#requests.values()].some(({ type }) => type === 'Script');
  }

  #sent({ requestId, request, redirectResponse, type, frameId, loaderId }: Protocol.Network.RequestWillBeSentEvent) {
    if (type !== undefined && RELEVANT_TYPES.has(type))
      this.#requests.set(requestId, { type, since: performance.now() });
    // The request of a main document has the id of the load that it starts.
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
    this.#requests.clear();
    this.#requests.set(requestId, { type, since: performance.now() });
  }
}
