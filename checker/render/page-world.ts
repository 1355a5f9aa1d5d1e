/**
 * Runs the reader in an isolated world of the page. If the page blocks its thread, its scripts are stopped, and the page
 * is read in its present state.
 */
import type { CDPSession, Protocol } from 'puppeteer';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import { READER_SOURCE } from '../in-page/in-page-reader.ts';
import type { ScrollResult } from '../in-page/page-scrolling.ts';
import type { PageSnapshot, SnapshotLimits, WantedLinks } from '../in-page/page-search.ts';
import type { PageSource } from '../in-page/page-source.ts';
import type { ShownContent } from '../in-page/shown-content.ts';
import type { UnreadFrames } from '../in-page/unread-frames.ts';

/** A frame with the load that brought its document; null before the first. */
interface LoadedFrame {
  readonly frame: string;
  readonly loader: string | null;
}

/** Less time than the shortest usual `hungMs`: a search must not count as a script of the page that hangs. */
const LIMITS: SnapshotLimits = { elements: 300_000, links: 2_000, milliseconds: 2_500 };
const MAX_HTML = 5_000_000;

interface PageWorldOptions {
  readonly wanted: WantedLinks;
  /** Time limit of the visit on the clock of performance.now(). */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** A page that does not respond for this long, in milliseconds, gets its scripts stopped. */
  readonly hungMs: number;
}

export class PageWorld {
  readonly #cdp: CDPSession;
  readonly #at: LoadedFrame;
  readonly #options: PageWorldOptions;
  readonly #wanted: string;
  readonly #hosts: string;
  #world: { readonly loader: string; readonly id: number } | null = null;
  #isStopped = false;

  constructor(cdp: CDPSession, at: LoadedFrame, options: PageWorldOptions) {
    this.#cdp = cdp;
    this.#at = at;
    this.#options = options;
    this.#wanted = JSON.stringify(options.wanted);
    this.#hosts = JSON.stringify(options.wanted.hosts);
  }

  get options(): PageWorldOptions {
    return this.#options;
  }

  /** Whether the scripts of the page were stopped. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * The state of the page; null while it is between two documents or too busy to respond. A fresh snapshot also has
   * what no event announces: new styles, and changes in shadow roots.
   */
  async snapshot(isFresh = false): Promise<PageSnapshot | null> {
    const forget = isFresh ? 'reader.forget(), ' : '';
    const value = await this.evaluate(`${forget}reader.snapshot(${this.#wanted}, ${JSON.stringify(LIMITS)})`);
    return isPageSnapshot(value) ? value : null;
  }

  /** Scrolls at most this many windows and milliseconds. At the end if the page does not respond. */
  async scroll(windows: number, milliseconds: number): Promise<ScrollResult> {
    const value = await this.evaluate(`reader.scroll(${windows}, ${milliseconds})`);
    return isScrollResult(value) ? value : { steps: 0, isAtEnd: true };
  }

  /** Gives the page time for its own timers: however busy the machine is, those that are due sooner run first. */
  async rest(milliseconds: number): Promise<void> {
    await this.evaluate(`reader.rest(${milliseconds})`);
  }

  /** Notes which of the links with these addresses are covered by other boxes; false if none is. */
  async noteCovered(addresses: readonly string[]): Promise<boolean> {
    return (await this.evaluate(`reader.noteCovered(${JSON.stringify(addresses)})`)) === true;
  }

  /** Scrolls hidden links into view. */
  async reveal(): Promise<void> {
    await this.evaluate('reader.reveal()');
  }

  async content(): Promise<ShownContent | null> {
    const value = await this.evaluate(`reader.content(${this.#hosts})`);
    return isShownContent(value) ? value : null;
  }

  /** Whether the page has an empty place, or says that it is loading. */
  async awaitsContent(): Promise<boolean> {
    return (await this.evaluate('reader.awaitsContent()')) !== false;
  }

  /** The frames that the last snapshot could not enter. */
  async unreadFrames(): Promise<UnreadFrames> {
    const value = await this.evaluate('reader.unreadFrames()');
    return isUnreadFrames(value) ? value : { frames: [], hasArticle: false };
  }

  /** The id of such a frame; null for an element that shows no frame. */
  async frameId(index: number): Promise<string | null> {
    const objectId = await this.handleOf(`reader.unreadFrame(${index})`);
    if (objectId === null) return null;
    const { node } = await this.unlessHung(this.#cdp.send('DOM.describeNode', { objectId }));
    return node.frameId ?? null;
  }

  /** The address and the HTTP status of the document, 0 without an answer; null while there is none. */
  async document(): Promise<{ readonly url: string; readonly status: number } | null> {
    const value = await this.evaluate(
      `({ url: location.href, status: performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0 })`,
    );
    const isDocument = typeof value === 'object' && value !== null && 'url' in value && 'status' in value;
    if (!isDocument || typeof value.url !== 'string' || typeof value.status !== 'number') return null;
    return { url: value.url, status: value.status };
  }

  async source(): Promise<PageSource | null> {
    const value = await this.evaluate(`reader.source(${MAX_HTML})`);
    return isPageSource(value) ? value : null;
  }

  /** Evaluates an expression in an isolated world of the document, with `reader` defined; null if that fails. */
  async evaluate(expression: string): Promise<unknown> {
    const { loader, frame } = this.#at;
    // Before the first document there is only an empty document.
    if (loader === null) return null;
    try {
      if (this.#world === null || this.#world.loader !== loader) {
        const { executionContextId } = await this.unlessHung(
          this.#cdp.send('Page.createIsolatedWorld', { frameId: frame, worldName: 'linkledger' }),
        );
        this.#world = { loader, id: executionContextId };
        await this.unlessHung(this.#run(executionContextId, `var pointed, reader = ${READER_SOURCE}`));
      }
      const { result, exceptionDetails } = await this.unlessHung(this.#run(this.#world.id, expression));
      return exceptionDetails === undefined ? result.value : null;
    } catch (error) {
      if (error instanceof VisitFailure) throw error;
      this.#world = null;
      return null;
    }
  }

  /** The handle of an element in the isolated world of the present document; null without such an element. */
  async handleOf(expression: string): Promise<string | null> {
    if (this.#world === null || this.#world.loader !== this.#at.loader) return null;
    const evaluated = this.#cdp.send('Runtime.evaluate', { contextId: this.#world.id, expression, silent: true });
    const { result, exceptionDetails } = await this.unlessHung(evaluated);
    return exceptionDetails === undefined ? (result.objectId ?? null) : null;
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
  async unlessHung<T>(command: Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.stopScripts(), this.#options.hungMs);
    try {
      return await this.untilDeadline(command);
    } finally {
      clearTimeout(timer);
    }
  }

  async stopScripts(): Promise<void> {
    this.#isStopped = true;
    const off = this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
    const end = this.#cdp.send('Runtime.terminateExecution');
    await Promise.allSettled([off, end]);
  }

  /** The result of a command, or a timeout at the visit's deadline. */
  untilDeadline<T>(command: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new VisitFailure('timeout', 'the page did not load in time'));
      const timer = setTimeout(fail, Math.max(0, this.#options.deadline - performance.now()));
      this.#options.signal.addEventListener('abort', fail, { once: true });
      command.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#options.signal.removeEventListener('abort', fail);
      });
    });
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

function isUnreadFrames(value: unknown): value is UnreadFrames {
  return typeof value === 'object' && value !== null && 'frames' in value && Array.isArray(value.frames);
}

function isShownContent(value: unknown): value is ShownContent {
  return (
    typeof value === 'object' && value !== null && 'prose' in value && 'links' in value && Array.isArray(value.links)
  );
}
