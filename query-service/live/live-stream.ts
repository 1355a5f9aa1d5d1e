/** Server-sent events (WHATWG HTML, 9.2) of one connection: its start, heartbeat and end. */
import { Readable } from 'node:stream';

/** The pause before a browser reconnects, in milliseconds. */
const RETRY_MS = 3_000;

/** Times of a live stream, in milliseconds. */
export interface StreamTimes {
  /** The time between two comments that keep the connection open, each with a check of the session: 25,000. */
  readonly heartbeatMs?: number;
  /** The shortest time between two messages; 250 by default. */
  readonly quietMs?: number;
  /** The age at which the stream ends and the browser reconnects with its session; 900,000 by default. */
  readonly lifeMs?: number;
}

export interface LiveStreamOptions extends StreamTimes {
  /** True while the person's session is valid; read with each heartbeat. */
  readonly signedIn: () => Promise<boolean>;
  /** Ends the stream. */
  readonly stopping: AbortSignal;
}

/**
 * Ends with `stopping`, with the session or after its lifetime; destroying it releases everything. A subclass calls
 * `begin`, and `finish` if `stopping` has aborted before.
 */
export abstract class LiveStream extends Readable {
  readonly #signedIn: LiveStreamOptions['signedIn'];
  readonly #stopping: AbortSignal;
  readonly #timers: NodeJS.Timeout[];
  #isWanted = false;
  #isOver = false;

  constructor({ signedIn, stopping, heartbeatMs, lifeMs }: LiveStreamOptions) {
    super({ highWaterMark: 16_384 });
    this.#signedIn = signedIn;
    this.#stopping = stopping;
    this.#timers = [setInterval(this.#beat, heartbeatMs ?? 25_000), setTimeout(this.finish, lifeMs ?? 900_000)];
    stopping.addEventListener('abort', this.finish, { once: true });
  }

  /** Sends the first frame. @param id the id that the browser sends when it reconnects; null: unchanged. */
  protected begin(id: number | null): void {
    this.send(`retry: ${RETRY_MS}\n${id === null ? '' : `id: ${id}\n`}\n`);
  }

  /** Sends the waiting messages. Called whenever the client can take more. */
  protected abstract flush(): void;

  /** Releases the stream's resources. */
  protected abstract close(): void;

  /** Whether the client can take more. */
  protected get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Whether the stream has ended, even if the client has not read everything. */
  protected get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends a frame, unless the stream has ended. */
  protected send(frame: string): void {
    if (!this.isOver) this.#isWanted = this.push(frame);
  }

  /** Runs `work`; its failure ends the stream with an error. */
  protected async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _read(): void {
    this.#isWanted = true;
    this.flush();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#release();
    callback(error);
  }

  readonly #beat = (): Promise<void> =>
    this.attempt(async () => {
      if (!(await this.#signedIn())) this.finish();
      else if (this.#isWanted) this.push(':\n\n');
    });

  protected readonly finish = (): void => {
    this.#release();
    this.push(null);
  };

  #release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#isWanted = false;
    this.#isOver = true;
    this.#stopping.removeEventListener('abort', this.finish);
    this.close();
  }
}
