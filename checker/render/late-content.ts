/**
 * Content that comes after a page has settled: data of its own site that answers late, a refresh that it announced, and
 * what it shows to a browser that does not block trackers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PageSnapshot } from '../in-page/page-search.ts';
import type { ShownContent } from '../in-page/shown-content.ts';
import type { RenderVisit } from './render-request.ts';
import { isShort, LITTLE_INK, lacksContent } from './rendered-facts.ts';

/** How often late requests are waited for: an answer may cause another request, and some pages never stop. */
const MAX_ROUNDS = 4;
const POLL_MS = 200;
/** The part of the time limit that is left to settle and scroll once more. */
const REST_OF_VISIT_MS = 1_000;
/** Time for the page to use an answer. */
const REST_MS = 50;

export class LateContent {
  readonly #visit: RenderVisit;
  /** When waiting must end, on the clock of performance.now(). */
  readonly #ends: number;
  #rounds = 0;
  #content: ShownContent | null = null;

  constructor(visit: RenderVisit) {
    this.#visit = visit;
    this.#ends = visit.readingStarts - REST_OF_VISIT_MS;
  }

  /** What the page shows, if nothing came since; null if that is unknown. */
  get content(): ShownContent | null {
    return this.#content;
  }

  /** Waits for content that is still to come. True if the page has changed or was loaded again. */
  async comes(snapshot: PageSnapshot): Promise<boolean> {
    const { search, network, world } = this.#visit;
    this.#content = null;
    if (search.hasEvery(snapshot) || world.isStopped || performance.now() >= this.#ends) return false;
    const own = network.late();
    if (own.length > 0) return this.#answered(own);
    const content = await world.content();
    if (content !== null && (content.isAdWall || isShort(content)) && (await this.#replaces(content))) {
      return true;
    }
    this.#content = content;
    return false;
  }

  /** Whether data that belongs to the page is still loading, and the page lacks content or a part of it. */
  async isMissing(content: ShownContent | null): Promise<boolean> {
    const { network, world } = this.#visit;
    const isForeignToo = content !== null && content.ink < LITTLE_INK;
    if (network.late(isForeignToo).length === 0) return false;
    return content === null || lacksContent(content) || world.awaitsContent();
  }

  /** Waits for what takes the place of a short page. */
  async #replaces(content: ShownContent): Promise<boolean> {
    const { network } = this.#visit;
    const foreign = content.ink < LITTLE_INK ? network.late(true) : [];
    if (foreign.length > 0) return this.#answered(foreign);
    if (network.refresh !== null && network.refresh.dueAt < this.#ends) return this.#navigated();
    const isOurDoing = network.blocksTrackers && (content.isAdWall || (network.hasBlocked && lacksContent(content)));
    return isOurDoing && this.#navigated(() => network.reloadUnblocked());
  }

  /** Waits until the requests have ended, at most until the time limit. */
  async #answered(requests: readonly string[]): Promise<boolean> {
    if (this.#rounds++ >= MAX_ROUNDS) return false;
    const { network, world } = this.#visit;
    await this.#until(() => !requests.some((request) => network.isRunning(request)));
    await world.rest(REST_MS);
    return true;
  }

  /** Waits for the next document; false if it does not come in time. */
  async #navigated(start = async (): Promise<void> => {}): Promise<boolean> {
    const { network, search } = this.#visit;
    const { loader } = network;
    await start();
    await this.#until(() => network.loader !== loader);
    search.restart();
    return network.loader !== loader;
  }

  async #until(isSo: () => boolean): Promise<void> {
    const { request } = this.#visit;
    while (!isSo() && !request.signal.aborted && performance.now() < this.#ends) await pause(POLL_MS);
  }
}
