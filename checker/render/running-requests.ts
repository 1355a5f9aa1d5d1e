/** The requests of a page that have not ended, and which of them may still bring a part of the page. */
import type { Protocol } from 'puppeteer';
import { siteOf } from '../../infra/network/host.ts';

export interface RunningRequest {
  readonly type: Protocol.Network.ResourceType;
  readonly url: string;
  /** On the clock of performance.now(). */
  readonly since: number;
  readonly frame: string;
  /** Whether it belongs to the page itself, not to a frame in it. */
  readonly inMainFrame: boolean;
}

/** Resource types that can change the links of a page. */
const RELEVANT_TYPES = new Set<Protocol.Network.ResourceType>(['Document', 'Script', 'XHR', 'Fetch', 'Stylesheet']);

/** The page does not count as busy with a request that runs longer: it may be a long poll. */
const MAX_REQUEST_MS = 5_000;

/** A request that has just begun may be one of many that repeat. */
const LATE_MS = 1_000;

/** Endpoints that answer when something happens, or that only count visitors. */
const NO_CONTENT =
  /\/(?:[^/?]*[._-])?(?:long-?poll(?:ing)?|poll(?:ing)?|comet[dx]?|faye|sockjs|socket\.io|engine\.io|signalr|message-bus|xhr(?:_streaming|_send)?|event-?(?:source|stream)|sse|heartbeat|keep-?alive|ping|beacons?|collect|telemetry|analytics|metrics|rum)(?:[/?._-]|$)|[?&]transport=(?:long-?)?polling/i;

/** Types of answers that do not end. */
const STREAM = /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/(?:x-ndjson|stream\+json|grpc-web))/i;

/** The requests of one document. `now` is on the clock of performance.now(). */
export class RunningRequests {
  readonly #running = new Map<string, RunningRequest>();
  /** The headers of answers that have begun, by request. */
  readonly #answers = new Map<string, { readonly status: number; readonly mimeType: string }>();
  /** Addresses that have answered: a request for the same data repeats. */
  readonly #answered = new Set<string>();

  clear(): void {
    this.#running.clear();
    this.#answers.clear();
    this.#answered.clear();
  }

  /** Adds a request, unless it cannot change the links of the page. */
  add(id: string, request: RunningRequest): void {
    if (RELEVANT_TYPES.has(request.type) && /^https?:/.test(request.url)) this.#running.set(id, request);
  }

  get(id: string): RunningRequest | undefined {
    return this.#running.get(id);
  }

  values(): readonly RunningRequest[] {
    return [...this.#running.values()];
  }

  /** The headers of the answer have arrived. */
  answer(id: string, { status, mimeType }: { readonly status: number; readonly mimeType: string }): void {
    if (this.#running.has(id)) this.#answers.set(id, { status, mimeType });
  }

  /** Removes a request that answered or failed. */
  end(id: string): void {
    const request = this.#running.get(id);
    const answer = this.#answers.get(id);
    if (request !== undefined && answer !== undefined && answer.status < 400) this.#answered.add(keyOf(request.url));
    this.#running.delete(id);
    this.#answers.delete(id);
  }

  /** Removes the requests of a frame that is no more. */
  endFrame(frame: string): void {
    for (const [id, request] of this.#running) if (request.frame === frame) this.end(id);
  }

  /** Whether a request can still change the links of the page. A request that runs for long does not count. */
  isBusy(now: number): boolean {
    return this.values().some(({ since }) => now - since < MAX_REQUEST_MS);
  }

  /**
   * The ids of the requests that have run for a while and may bring content: those to the page's own site and, with
   * `foreign`, data from other sites. Not those that wait for an event, repeat, or count visitors.
   */
  late(pageUrl: string, now: number, foreign = false): readonly string[] {
    return this.content(pageUrl, foreign).filter((id) => now - (this.#running.get(id)?.since ?? now) >= LATE_MS);
  }

  /** The same, however short they have run. */
  content(pageUrl: string, foreign = false): readonly string[] {
    const own = siteOf(pageUrl);
    return [...this.#running].flatMap(([id, { type, url, inMainFrame }]) => {
      const isData = type === 'XHR' || type === 'Fetch';
      const isContent = isData || type === 'Document' || (type === 'Script' && inMainFrame);
      const isOfPage = siteOf(url) === own || (foreign && isData && inMainFrame);
      if (!isContent || !isOfPage) return [];
      const isEndless = NO_CONTENT.test(url) || STREAM.test(this.#answers.get(id)?.mimeType ?? '');
      return isEndless || (isData && this.#answered.has(keyOf(url))) ? [] : [id];
    });
  }
}

/** An address without the times in its query, which only keep caches away. */
function keyOf(url: string): string {
  return url.replaceAll(/=\d{10,}(?=&|$)/g, '=');
}
