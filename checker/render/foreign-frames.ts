/**
 * Reads the frames that a page may not look into: those of other sites, and sandboxed ones. Only a page without an
 * article of its own is read this way.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer';
import type { FoundLink } from '../../command-service/contract/observation.ts';
import type { PageSnapshot } from '../in-page/page-search.ts';
import type { ShownContent } from '../in-page/shown-content.ts';
import type { UnreadFrame, UnreadFrames } from '../in-page/unread-frames.ts';
import { PageScanner } from '../page/page-scanner.ts';
import { isSuccess } from '../verdict/article.ts';
import { PageWorld } from './page-world.ts';
import type { RenderVisit } from './render-request.ts';
import { hasArticle, isUnfilled } from './rendered-facts.ts';
import { isTracker } from './trackers.ts';

const MAX_FRAMES = 5;
const MAX_DEPTH = 3;
const POLL_MS = 200;
/** In pixels. Smaller frames are buttons, counters and the like. */
const LEAST_SIZE = { width: 200, height: 100 };
/** Widths and heights of advertisements (IAB). */
const AD_SIZES =
  /^(?:120x600|160x600|180x150|234x60|240x400|250x250|300x(?:50|100|250|600|1050)|320x(?:50|100|480)|336x280|468x60|728x90|970x(?:66|90|250)|980x120)$/;
/** Players, maps, posts, forms and captchas of well-known sites, which are part of an article at most. */
const EMBEDS =
  /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|tiktok\.com|spotify\.com|soundcloud\.com|bandcamp\.com|facebook\.com|instagram\.com|twitter\.com|x\.com|pinterest\.com|linkedin\.com|disqus\.com|hcaptcha\.com|recaptcha\.net|challenges\.cloudflare\.com|openstreetmap\.org|mapbox\.com|paypal\.com|stripe\.com)$/;
const GOOGLE_EMBEDS = /^https:\/\/(?:www|maps|accounts)\.google\.[a-z.]+\/(?:maps|recaptcha|gsi|o\/oauth2)/;

export interface FrameReading {
  readonly links: readonly FoundLink[];
  /** What the frames that were read show. */
  readonly contents: readonly ShownContent[];
  /** Addresses of frames that were not read. */
  readonly unread: readonly string[];
  /** The first of these if no article was found anywhere, so that it should have it; else null. */
  readonly missing: string | null;
}

export const NO_FRAMES: FrameReading = { links: [], contents: [], unread: [], missing: null };

interface NotableFrame extends UnreadFrame {
  readonly index: number;
  /** False for players, maps and the like. */
  readonly mayHaveArticle: boolean;
}

/** The frames that a visitor sees, without advertisements, the largest first. */
export function notableFrames(frames: readonly UnreadFrame[]): readonly NotableFrame[] {
  return frames
    .map((frame, index) => ({ ...frame, index, mayHaveArticle: !isEmbed(frame.address) }))
    .filter(({ address, width, height }) => {
      const isSmall = width < LEAST_SIZE.width || height < LEAST_SIZE.height;
      return !isSmall && !AD_SIZES.test(`${width}x${height}`) && !isTracker(address);
    })
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MAX_FRAMES);
}

function isEmbed(address: string): boolean {
  return EMBEDS.test(URL.parse(address)?.hostname ?? '') || GOOGLE_EMBEDS.test(address);
}

export class ForeignFrames {
  readonly #visit: RenderVisit;
  /** The sessions of frames in processes of their own, by the id of the frame. */
  readonly #sessions = new Map<string, CDPSession>();
  readonly #links: FoundLink[] = [];
  readonly #contents: ShownContent[] = [];
  readonly #unread: string[] = [];

  constructor(visit: RenderVisit) {
    this.#visit = visit;
  }

  /** Reads the frames of the page that its last snapshot could not enter, if it has no article; else only names them. */
  async read(content: ShownContent | null): Promise<FrameReading> {
    const { world, tab } = this.#visit;
    const { frames, hasArticle: isInFrame } = await world.unreadFrames();
    const notable = notableFrames(frames);
    if (isInFrame || (content !== null && hasArticle(content))) {
      const unread = notable.filter(({ isObject }) => !isObject).map(({ address }) => address);
      return { ...NO_FRAMES, unread };
    }
    const candidates = notable.filter(({ mayHaveArticle }) => mayHaveArticle);
    if (candidates.length > 0) await this.#attach(tab.cdp);
    for (const frame of candidates) await this.#readFrame({ world, cdp: tab.cdp }, frame, 1);
    const missing = this.#contents.some(hasArticle) ? null : (this.#unread[0] ?? null);
    const embeds = notable.filter(({ mayHaveArticle }) => !mayHaveArticle).map(({ address }) => address);
    return { links: this.#links, contents: this.#contents, unread: [...this.#unread, ...embeds], missing };
  }

  /** Attaches to the frames that have processes of their own. */
  async #attach(cdp: CDPSession): Promise<void> {
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const session = cdp.connection()?.session(sessionId);
      if (session == null) return;
      this.#sessions.set(targetInfo.targetId, session);
      void this.#attach(session).catch(() => {});
    });
    await cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter: [{ type: 'iframe' }],
    });
  }

  /** Reads a frame and the frames in it, or notes that it was not read. */
  async #readFrame(
    parent: { readonly world: PageWorld; readonly cdp: CDPSession },
    { address, index, isObject }: NotableFrame,
    depth: number,
  ): Promise<void> {
    const id = await parent.world.frameId(index).catch(() => null);
    if (id === null && isObject) return;
    const read = id === null ? null : await this.#settled(id, parent.cdp, address).catch(() => null);
    if (read === null) {
      this.#unread.push(address);
      return;
    }
    const { world, cdp, snapshot, content, inner } = read;
    this.#links.push(...snapshot.links.map((link): FoundLink => ({ ...link, where: 'frame' })));
    this.#contents.push(content);
    if (hasArticle(content) || inner.hasArticle) return;
    for (const frame of notableFrames(inner.frames).filter(({ mayHaveArticle }) => mayHaveArticle)) {
      if (depth < MAX_DEPTH) await this.#readFrame({ world, cdp }, frame, depth + 1);
      else this.#unread.push(frame.address);
    }
  }

  /** Waits until a frame has settled; null if it shows no page, or does not settle in time. */
  async #settled(id: string, parent: CDPSession, address: string) {
    const { world: main, request, readingStarts } = this.#visit;
    const options = { ...main.options, deadline: readingStarts };
    let cdp = parent;
    let world = new PageWorld(cdp, { frame: id, loader: id }, options);
    const started = performance.now();
    while (performance.now() < readingStarts && !request.signal.aborted) {
      const own = this.#sessions.get(id) ?? cdp;
      if (own !== cdp) world = new PageWorld(own, { frame: id, loader: id }, options);
      cdp = own;
      const document = await world.document();
      if (document !== null && (document.url.startsWith('chrome-error:') || !isAnswer(document.status))) return null;
      const isLoaded = document !== null && (document.url !== 'about:blank' || !/^https?:/.test(address));
      const snapshot = isLoaded ? await world.snapshot() : null;
      if (snapshot !== null && this.#hasSettled(snapshot, performance.now() - started)) {
        const inner = await world.unreadFrames();
        const content = await this.#contentOf(world, snapshot, inner);
        return content === null ? null : { world, cdp, snapshot, content, inner };
      }
      await pause(POLL_MS);
    }
    return null;
  }

  #hasSettled(snapshot: PageSnapshot, sinceMs: number): boolean {
    const { search, patience } = this.#visit;
    if (snapshot.readyState === 'loading') return false;
    if (search.hasEvery(snapshot) || (snapshot.scripts === 0 && snapshot.readyState === 'complete')) return true;
    return snapshot.quietMs >= patience.quietMs && sinceMs >= patience.dwellMs;
  }

  /** What a frame shows; null for a wall, and for a page that was not filled. */
  async #contentOf(world: PageWorld, snapshot: PageSnapshot, inner: UnreadFrames): Promise<ShownContent | null> {
    const content = await world.content();
    const source = await world.source();
    if (content === null || source === null) return null;
    if (this.#visit.search.hasEvery(snapshot)) return content;
    // Its content may be in a frame too.
    const hasFrame = inner.hasArticle || notableFrames(inner.frames).length > 0;
    if (isUnfilled(content, snapshot) && !hasFrame) return null;
    if (!source.isWhole) return content;
    const scanner = new PageScanner('about:blank', [], () => snapshot.charset);
    scanner.write(source.html);
    const { challenge, look } = scanner.end();
    return challenge || look !== null ? null : content;
  }
}

/** Whether an answer with this status has a page; 0 for a document without an answer. */
function isAnswer(status: number): boolean {
  return status === 0 || isSuccess(status);
}
