/**
 * Loads a page and waits until it has settled: for the document, then for all links or for quiet, up to a limit. A page
 * without scripts is quiet at once. A script of another site that hangs is left out.
 */
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import type { PageSnapshot } from '../in-page/page-search.ts';
import { failureOfNetError } from './net-errors.ts';
import type { RenderVisit } from './render-request.ts';
import { recordResponse } from './rendered-facts.ts';

const MAX_NAVIGATIONS = 10;
/** The time between two snapshots of the page: short at first, because many links are there at once. */
const FIRST_POLL_MS = 20;
const POLL_MS = 400;
/** The time between two snapshots of a document that is not parsed completely. */
const LOADING_POLL_MS = 1_000;

/** Longest wait for the styles of a page that has its links. */
const STYLES_MS = 5_000;

export class PageLoading {
  readonly #visit: RenderVisit;
  /** The last snapshot of the current document. */
  #snapshot: PageSnapshot | null = null;
  /** When the current document had loaded; null before. */
  #loadedAt: number | null = null;
  #loader: string | null = null;
  #nextLook = Number.POSITIVE_INFINITY;
  /** Ends the current pause. */
  #wake = (): void => {};

  constructor(visit: RenderVisit) {
    this.#visit = visit;
  }

  /** Ends a pause early: the document changed. */
  documentChanged(): void {
    this.#wake();
  }

  /** Loads the address. */
  async navigate(): Promise<void> {
    const { tab, world, request } = this.#visit;
    const result = await world.untilDeadline(tab.cdp.send('Page.navigate', { url: request.articleLink }));
    if (result.errorText !== undefined) this.#fail(result.errorText, result.isDownload === true);
  }

  /** Returns the last snapshot once the page has settled, or when waiting must end. */
  async settled(): Promise<PageSnapshot | null> {
    const { network, readingStarts } = this.#visit;
    if (this.#loader !== network.loader) this.#snapshot = this.#loadedAt = null;
    this.#loader = network.loader;
    this.#nextLook = performance.now() + LOADING_POLL_MS;
    let pause = FIRST_POLL_MS;
    for (;;) {
      const failure = await this.#requireDocument();
      const seen = await this.#lookIfDue();
      const now = performance.now();
      if (seen !== null) {
        this.#snapshot = seen;
        const settled =
          seen.readyState === 'loading' ? await this.#whileParsed(seen, failure) : await this.#whenParsed(seen, now);
        if (settled !== null) return settled;
      }
      if (now + pause >= readingStarts) return this.#snapshot;
      await this.#pause(pause);
      pause = network.isParsed ? Math.min(pause * 2, POLL_MS) : FIRST_POLL_MS;
    }
  }

  /**
   * Returns Chromium's error if the document broke off, but a part of it arrived.
   * @throws VisitFailure if no document will come.
   */
  async #requireDocument(): Promise<string | null> {
    const { request, network } = this.#visit;
    if (request.signal.aborted) throw new VisitFailure('timeout', 'the check was canceled');
    if (network.navigations > MAX_NAVIGATIONS) {
      recordResponse(this.#visit);
      throw new VisitFailure('redirect-loop', `the page navigates by itself more than ${MAX_NAVIGATIONS} times`);
    }
    // Only a command reveals the reason.
    if (network.isAborted) await this.navigate();
    const { failure, navigations, response } = network;
    // If the first page breaks off, the part that arrived counts.
    if (failure !== null && (navigations > 1 || response === null)) this.#fail(failure, false);
    return failure;
  }

  #fail(errorText: string, isDownload: boolean): never {
    const { tab, network, request } = this.#visit;
    recordResponse(this.#visit);
    if (isDownload) throw new VisitFailure('not-html', 'the address answers with a file to download');
    const url = URL.parse(network.lastUrl ?? request.articleLink);
    throw (url && tab.proxy.failureFor(url)) ?? failureOfNetError(errorText);
  }

  /** A snapshot, unless the document is still being parsed and was looked at lately. */
  async #lookIfDue(): Promise<PageSnapshot | null> {
    const { network, world } = this.#visit;
    if (this.#loader !== network.loader) {
      this.#loader = network.loader;
      this.#loadedAt = null;
    }
    if (!network.isParsed && performance.now() < this.#nextLook) return null;
    const seen = await world.snapshot();
    this.#nextLook = performance.now() + LOADING_POLL_MS;
    return seen;
  }

  /** The snapshot of a document that is still being parsed if the visit waits no longer, else null. */
  async #whileParsed(seen: PageSnapshot, failure: string | null): Promise<PageSnapshot | null> {
    const { world, patience } = this.#visit;
    if (world.isStopped || (failure !== null && seen.quietMs >= patience.quietMs)) return seen;
    await this.#reloadWithoutHangingFiles();
    return null;
  }

  /** The snapshot of a parsed document if it has settled, else null. */
  async #whenParsed(seen: PageSnapshot, now: number): Promise<PageSnapshot | null> {
    const { network, world, search, patience } = this.#visit;
    this.#loadedAt ??= now;
    const since = now - this.#loadedAt;
    if (search.hasEvery(seen) && !this.#needsStyles(seen, since) && !search.mayChange(seen)) return seen;
    // Without scripts nothing can change once the document is there.
    const isStatic = seen.scripts === 0 && !network.hasRefresh && !this.#needsRest(seen, since);
    const isQuiet = seen.quietMs >= patience.quietMs && since >= patience.dwellMs && !network.isBusy();
    const isSettled = (isStatic || isQuiet) && seen.truncated !== 'milliseconds';
    if (since < patience.settleMs && !isSettled && !world.isStopped) return null;
    if (!world.isStopped && (await this.#reloadWithoutHangingFiles())) {
      this.#loadedAt = null;
      return null;
    }
    return isStatic || world.isStopped ? seen : ((await world.snapshot(true)) ?? seen);
  }

  /** Whether the page is loaded again without the files that hang; its present state does not count then. */
  async #reloadWithoutHangingFiles(): Promise<boolean> {
    const { network, world } = this.#visit;
    const isReloaded = await world.untilDeadline(network.reloadWithoutHangingFiles());
    if (isReloaded) this.#snapshot = null;
    return isReloaded;
  }

  /** Whether a page without scripts still loads visible parts: its frames, or styles that decide about its links. */
  #needsRest(snapshot: PageSnapshot, sinceMs: number): boolean {
    const hasFrames = snapshot.frames > 0 && (snapshot.readyState !== 'complete' || this.#visit.network.isBusy());
    return hasFrames || this.#needsStyles(snapshot, sinceMs);
  }

  /** Whether styles that decide about the links' visibility may be missing: the page has not loaded completely. */
  #needsStyles({ readyState }: PageSnapshot, sinceMs: number): boolean {
    return this.#visit.request.styles === true && readyState !== 'complete' && sinceMs < STYLES_MS;
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
}
