/** The server-sent events (WHATWG HTML, 9.2) of one connection: which lists to reload. */
import { Readable } from 'node:stream';
import type { Scope } from '../../command-service/scope.ts';
import { CHANGED_LISTS, type ChangedMessage } from '../contract/answers/changes.ts';
import { MAX_LINK_IDS, type ScopeChange } from './change-summary.ts';
import type { Changes } from './changes.ts';

/** The pause before a browser reconnects, in milliseconds. */
const RETRY_MS = 3_000;

interface ChangeStreamOptions extends StreamTimes {
  readonly changes: Changes;
  /** The person connected. */
  readonly userId: string;
  /** True while their session is valid; read with each heartbeat. */
  readonly signedIn: () => Promise<boolean>;
  /** Reads the scopes this person sees now. The stream follows later changes itself. */
  readonly scopes: () => Promise<readonly Scope[]>;
  /** The position of the views at the start. */
  readonly position: number;
  /** The last position a reconnecting browser saw; null for a new connection. */
  readonly lastSeen: number | null;
  /** Ends the stream. */
  readonly stopping: AbortSignal;
}

/**
 * Reports changes in the scopes the person sees. A person who joins a team gets its changes from then on, and none after
 * leaving. Changes that come quickly, or faster than the client reads, share one message, so a slow client costs no
 * memory. A reconnecting browser that may have missed changes gets a message to reload every list. The stream ends with
 * `stopping`, with the session or after its lifetime; destroying it releases everything.
 */
export class ChangeStream extends Readable {
  readonly #options: ChangeStreamOptions;
  readonly #unsubscribe: () => void;
  readonly #timers: NodeJS.Timeout[];
  #quiet: NodeJS.Timeout | null = null;
  #wanted = false;
  #pending: ChangedMessage | null = null;
  /** The highest position reported. */
  #position: number;
  /** null until they are read; earlier changes wait in `#early`. */
  #scopes: Set<Scope> | null = null;
  #early: ScopeChange[] = [];

  constructor(options: ChangeStreamOptions) {
    super({ highWaterMark: 16_384 });
    this.#options = options;
    this.#position = options.position;
    this.#unsubscribe = options.changes.subscribe((changes) => {
      if (changes === 'lost') this.#reload();
      else this.#add(changes);
    });
    this.#timers = [
      setInterval(this.#beat, options.heartbeatMs ?? 25_000),
      setTimeout(this.#end, options.lifeMs ?? 900_000),
    ];
    options.stopping.addEventListener('abort', this.#end, { once: true });
    this.push(`retry: ${RETRY_MS}\nid: ${options.position}\n\n`);
    if (options.stopping.aborted) this.#end();
    else if (options.lastSeen !== null && options.lastSeen < options.position) this.#reload();
    else void this.#begin();
  }

  override _read(): void {
    this.#wanted = true;
    this.#flush();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#release();
    callback(error);
  }

  readonly #beat = async (): Promise<void> => {
    try {
      if (!(await this.#options.signedIn())) this.#end();
      else if (this.#wanted) this.push(':\n\n');
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };

  readonly #end = (): void => {
    this.#release();
    this.push(null);
  };

  #release(): void {
    this.#unsubscribe();
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#wanted = false;
    this.#pending = null;
    this.#early = [];
    this.#options.stopping.removeEventListener('abort', this.#end);
  }

  /** Subscribes before it reads the scopes, so no change is lost; applying one twice does no harm. */
  async #begin(): Promise<void> {
    try {
      this.#scopes = new Set(await this.#options.scopes());
      this.#add(this.#early.splice(0));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Changes may be missing, among them some of the scopes. */
  #reload(): void {
    this.#pending = { lists: CHANGED_LISTS, linkIds: null, position: this.#position };
    this.#scopes = null;
    void this.#begin();
  }

  #add(changes: readonly ScopeChange[]): void {
    const scopes = this.#scopes;
    if (scopes === null) {
      this.#early.push(...changes);
      return;
    }
    for (const change of changes) {
      if (change.scope === `user:${this.#options.userId}`) {
        for (const scope of change.moved?.outOf ?? []) scopes.delete(scope);
        for (const scope of change.moved?.into ?? []) scopes.add(scope);
      }
      if (scopes.has(change.scope)) this.#pending = merged(this.#pending, change);
      this.#position = Math.max(this.#position, change.position);
    }
    this.#flush();
  }

  #flush(): void {
    if (this.#pending === null || !this.#wanted || this.#quiet !== null) return;
    const { position } = this.#pending;
    const frame = `id: ${position}\nevent: changed\ndata: ${JSON.stringify(this.#pending)}\n\n`;
    this.#pending = null;
    this.#wanted = this.push(frame);
    this.#quiet = setTimeout(() => {
      this.#quiet = null;
      this.#flush();
    }, this.#options.quietMs ?? 250);
  }
}

function merged(earlier: ChangedMessage | null, { lists, linkIds, position }: ChangedMessage): ChangedMessage {
  if (earlier === null) return { lists, linkIds, position };
  const ids = earlier.linkIds === null || linkIds === null ? null : [...new Set([...earlier.linkIds, ...linkIds])];
  return {
    lists: [...new Set([...earlier.lists, ...lists])],
    linkIds: ids !== null && ids.length > MAX_LINK_IDS ? null : ids,
    position: Math.max(earlier.position, position),
  };
}

/** Times of the change stream, in milliseconds. */
export interface StreamTimes {
  /** Between two comments that keep the connection open, and two checks of the session; 25,000 by default. */
  readonly heartbeatMs?: number;
  /** The shortest time between two messages; 250 by default. */
  readonly quietMs?: number;
  /** After this, the stream ends and the browser reconnects with its session; 900,000 by default. */
  readonly lifeMs?: number;
}
