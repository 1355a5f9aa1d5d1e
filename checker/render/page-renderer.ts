/**
 * Tier 2: reads a page in a browser through the DevTools protocol. Images, fonts, media and the best-known trackers are
 * not loaded. The visit waits until the page has settled, then scrolls to the end if a link is missing.
 */
import type { NearMiss, Visit } from '../../command-service/contract/observation.ts';
import { plainHost } from '../../infra/network/host.ts';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import { BrowserCrashedError, type Tab } from '../browser/browser-pool.ts';
import type { PageSnapshot } from '../in-page/page-search.ts';
import type { ShownContent } from '../in-page/shown-content.ts';
import { domainOf } from '../page/matching.ts';
import { nearMisses, possibleRedirectors } from '../page/near-misses.ts';
import { emptyFacts, type LinkMatches, recordFailure, toVisits, type VisitFacts } from '../visit/visit-record.ts';
import { ForeignFrames, NO_FRAMES } from './foreign-frames.ts';
import { LateContent } from './late-content.ts';
import { hasEvery, LinkSearch } from './link-search.ts';
import { PageLoading } from './page-loading.ts';
import { PageScroller } from './page-scroller.ts';
import { PageWorld } from './page-world.ts';
import type { RenderPatience, RenderRequest, RenderVisit } from './render-request.ts';
import { joined, recordCompleteness, recordFaults, recordResponse, recordSource } from './rendered-facts.ts';
import { TabNetwork } from './tab-network.ts';

const PATIENCE: RenderPatience = { settleMs: 10_000, quietMs: 1_000, dwellMs: 2_000, hungMs: 5_000 };

const TALL = { width: 1280, height: 2_400 };
const MAX_DIALOGS = 20;

/** Longest address of a frame that is recorded. */
const MAX_ADDRESS = 300;

/** The most links of a page that are followed to see whether they lead to the client. */
const MAX_REDIRECTORS = 5;

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

/** The steps of one visit. */
class PageVisit {
  readonly #visit: RenderVisit;
  readonly #loading: PageLoading;
  readonly #scroller: PageScroller;
  readonly #late: LateContent;
  #dialogs = 0;
  /** By client link that is missing on the page. */
  readonly nearMisses = new Map<string, readonly NearMiss[]>();

  constructor(tab: Tab, request: RenderRequest, facts: VisitFacts) {
    const { timeoutMs, signal, clientLinks, styles = false, images = false, guessesCharset = false } = request;
    const patience = { ...PATIENCE, ...request.patience };
    const deadline = performance.now() + timeoutMs;
    const network = new TabNetwork(tab, { images, guessesCharset }, () => this.#loading.documentChanged());
    const hosts = clientLinks.flatMap((link) => {
      const host = plainHost(URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
      return host === '' ? [] : [domainOf(host)];
    });
    this.#visit = {
      tab,
      request,
      patience,
      facts,
      network,
      world: new PageWorld(tab.cdp, network, {
        wanted: { hosts, clientLinks },
        deadline,
        signal,
        hungMs: patience.hungMs,
      }),
      search: new LinkSearch(clientLinks, styles),
      readingStarts: deadline - Math.min(1_500, timeoutMs / 5),
    };
    this.#loading = new PageLoading(this.#visit);
    this.#scroller = new PageScroller(this.#visit);
    this.#late = new LateContent(this.#visit);
  }

  async run(): Promise<ReadonlyMap<string, LinkMatches>> {
    const visit = this.#visit;
    const { facts, network, search, world } = visit;
    await this.#start();
    let snapshot = await this.#settledToItsEnd();
    while (snapshot !== null && (await this.#late.comes(snapshot))) snapshot = await this.#settledToItsEnd();
    recordResponse(visit);
    const seen = search.matchesIn(snapshot);
    if (snapshot !== null && /^https?:/.test(network.shownUrl ?? '')) await this.#show(seen);
    facts.charset = snapshot?.charset || null;
    const source = await world.source();
    const onPage = source === null ? seen : recordSource(visit, source, seen);
    facts.linkCount = snapshot?.linkCount ?? 0;
    if (snapshot === null || hasEvery(onPage)) {
      recordCompleteness(visit, snapshot, onPage);
      return onPage;
    }
    return this.#absence(snapshot, onPage);
  }

  /** Prepares the tab and lets it load its address. */
  async #start(): Promise<void> {
    const { tab, network, world, request } = this.#visit;
    const { cdp } = tab;
    const { userAgent = `${tab.userAgent} ${request.product}`, viewport = TALL, images } = request;
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      if (++this.#dialogs > MAX_DIALOGS) void world.stopScripts();
      void cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {});
    });
    const commands = [
      cdp.send('Page.enable'),
      network.start(),
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
    await world.untilDeadline(Promise.all(commands));
    if (!tab.isAtAddress) await this.#loading.navigate();
  }

  /** The snapshot of the settled page, scrolled to its end if a link is missing. */
  async #settledToItsEnd(): Promise<PageSnapshot | null> {
    const settled = await this.#loading.settled();
    return settled === null ? null : this.#scroller.scrollThrough(settled);
  }

  async #show(found: ReadonlyMap<string, LinkMatches>): Promise<void> {
    const { tab, world, request } = this.#visit;
    await request.onShown?.({
      found,
      evaluate: (expression) => world.evaluate(expression),
      screenshot: async (quality, format) => {
        const shot = tab.cdp.send('Page.captureScreenshot', {
          format,
          ...(format === 'webp' ? { quality } : {}),
          optimizeForSpeed: false,
        });
        return (await world.unlessHung(shot)).data;
      },
    });
  }

  /** Reads the frames of other sites if a link is missing, and records whether its absence proves something. */
  async #absence(
    snapshot: PageSnapshot,
    onPage: ReadonlyMap<string, LinkMatches>,
  ): Promise<ReadonlyMap<string, LinkMatches>> {
    const visit = this.#visit;
    const content = this.#late.content ?? (await visit.world.content());
    // A screenshot does not need them.
    const hasFrames = snapshot.frames > 0 && visit.request.onShown === undefined;
    const frames = hasFrames ? await new ForeignFrames(visit).read(content) : NO_FRAMES;
    const inFrames = visit.search.matchesIn({ ...snapshot, links: frames.links });
    const found = new Map(
      [...onPage].map(([link, page]) => {
        const inFrame = inFrames.get(link);
        return [
          link,
          page.matches.length === 0 && inFrame !== undefined && inFrame.matches.length > 0 ? inFrame : page,
        ];
      }),
    );
    if (content !== null) await this.#findNearMisses(content, found);
    const data = this.#scroller.isCutShort || (await this.#late.isMissing(content));
    recordCompleteness(visit, snapshot, found, { data, frame: frames.missing });
    recordFaults(visit, snapshot, content === null ? null : joined(content, frames.contents), found);
    if (frames.unread.length > 0 && !hasEvery(found)) {
      visit.facts.unreadFrames = frames.unread.map((address) => address.slice(0, MAX_ADDRESS));
    }
    return found;
  }

  /** Records what resembles a link that is missing. */
  async #findNearMisses(content: ShownContent, found: ReadonlyMap<string, LinkMatches>): Promise<void> {
    const redirectors = possibleRedirectors(content.links, this.#visit.facts.finalUrl).slice(0, MAX_REDIRECTORS);
    for (const [clientLink, { matches }] of found) {
      if (matches.length > 0) continue;
      const near = nearMisses(clientLink, content.links, content.text);
      const redirector = near.length === 0 ? await this.#redirectorTo(clientLink, redirectors) : null;
      this.nearMisses.set(clientLink, redirector === null ? near : [{ cause: 'redirector', href: redirector }]);
    }
  }

  /** The first of a few links that redirects to the client's page. */
  async #redirectorTo(clientLink: string, candidates: readonly string[]): Promise<string | null> {
    const { leadsTo, signal } = this.#visit.request;
    if (leadsTo === undefined) return null;
    const leads = await Promise.all(
      candidates.map((address) => leadsTo(address, clientLink, signal).catch(() => false)),
    );
    return candidates.find((_, at) => leads[at] === true) ?? null;
  }
}
