/**
 * Scrolls a page that lacks a link to its end, because some content loads only when it comes into view. The waits count
 * the page's own timers and requests: on a busy machine the page does less in a second.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PageSnapshot } from '../in-page/page-search.ts';
import { revealHidden } from './hidden-links.ts';
import type { RenderVisit } from './render-request.ts';

/** The most windows to scroll, and how long the page may load after each. */
const MAX_SCREENS = 40;
const SCREEN_MS = 1_000;

/** How long the page may change after it was scrolled, and how long it must be quiet, in milliseconds of its timers. */
interface Wait {
  readonly limitMs: number;
  readonly quietMs: number;
}

const ON_THE_WAY: Wait = { limitMs: SCREEN_MS, quietMs: 50 };
const AT_THE_END: Wait = { limitMs: 2_500, quietMs: 1_100 };
/** The time between two snapshots. */
const POLL_MS = 400;
/** How often answers may cause further requests at the end of the page. */
const MAX_ANSWERS = 5;

export class PageScroller {
  readonly #visit: RenderVisit;
  #screens = 0;
  #isCutShort = false;

  constructor(visit: RenderVisit) {
    this.#visit = visit;
  }

  /** Whether the time limit ended the scrolling while the page could still grow. */
  get isCutShort(): boolean {
    return this.#isCutShort;
  }

  /** Returns the snapshot after scrolling, in which a link that a person can make visible is not hidden. */
  async scrollThrough(settled: PageSnapshot): Promise<PageSnapshot> {
    this.#isCutShort = false;
    if (this.#visit.world.isStopped || settled.readyState === 'loading') return settled;
    return revealHidden(this.#visit, await this.#scrolled(settled));
  }

  /** Returns the snapshot after scrolling; `settled` if scrolling changes nothing. */
  async #scrolled(settled: PageSnapshot): Promise<PageSnapshot> {
    const { search } = this.#visit;
    if (search.hasEvery(settled)) return settled;
    // Without scripts and lazy frames, scrolling loads nothing.
    const isFixed = settled.scripts === 0 ? settled.lazyFrames === 0 : settled.ignoresScrolling;
    if (isFixed) return settled;
    if (!search.isScrolled) this.#screens = 0;
    search.noteAtFirst(settled);
    return this.#scrollToEnd(settled);
  }

  async #scrollToEnd(settled: PageSnapshot): Promise<PageSnapshot> {
    const { world, search, network } = this.#visit;
    const earlier = new Set(network.ownRequests());
    let snapshot = settled;
    let hasWaitedAtEnd = false;
    while (this.#screens < MAX_SCREENS) {
      const { steps, isAtEnd } = await world.scroll(MAX_SCREENS - this.#screens, this.#isLate ? 0 : SCREEN_MS);
      if (steps > 0) search.noteScrolled();
      // At the end, and nothing more to scroll to was loaded there.
      else if (isAtEnd && (hasWaitedAtEnd || !search.isScrolled || this.#isLate)) return snapshot;
      this.#screens += steps;
      const seen = isAtEnd ? await this.#waitAtEnd(earlier) : await this.#waitForQuiet(ON_THE_WAY);
      snapshot = seen ?? snapshot;
      hasWaitedAtEnd = isAtEnd;
      if (search.hasEvery(snapshot)) return snapshot;
      this.#isCutShort = seen === null || this.#isLate;
      if (this.#isCutShort) return snapshot;
    }
    return snapshot;
  }

  get #isLate(): boolean {
    return performance.now() >= this.#visit.readingStarts;
  }

  /** Waits until the page is quiet and its own requests that began since the first window have ended. */
  async #waitAtEnd(earlier: ReadonlySet<string>): Promise<PageSnapshot | null> {
    const { network, search } = this.#visit;
    for (let answers = 0; ; answers++) {
      const seen = await this.#waitForQuiet(AT_THE_END);
      const running = network.ownRequests().filter((request) => !earlier.has(request));
      if (seen === null || search.hasEvery(seen) || running.length === 0 || answers === MAX_ANSWERS) return seen;
      while (running.some((request) => network.isRunning(request))) {
        if (this.#isLate) return seen;
        await pause(POLL_MS);
      }
    }
  }

  /** The snapshot once nothing has changed or loaded for a while, or after the limit. */
  async #waitForQuiet({ limitMs, quietMs }: Wait): Promise<PageSnapshot | null> {
    const { world, search, network } = this.#visit;
    const step = Math.min(quietMs, POLL_MS);
    let changedAt: number | null = null;
    for (let waited = step, quiet = 0; ; waited += step) {
      await world.rest(step);
      const seen = await world.snapshot();
      if (seen === null || waited >= limitMs || this.#isLate || search.hasEvery(seen)) return seen;
      const isUnchanged = changedAt === null ? seen.quietMs >= step : seen.changedAt === changedAt;
      quiet = isUnchanged ? quiet + step : 0;
      changedAt = seen.changedAt;
      if (quiet >= quietMs && !network.isBusy()) return (await world.snapshot(true)) ?? seen;
    }
  }
}
