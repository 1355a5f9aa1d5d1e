/** One connection's server-sent events (WHATWG HTML, 9.2): which lists to read again. */
import { Readable } from 'node:stream';
import type { Scope } from '../../command-service/scope.ts';
import { CHANGED_LISTS, type ChangedMessage } from '../contract/answers/changes.ts';
import type { StreamTimes } from '../deps.ts';
import { type Changes, MAX_LINK_IDS, type ScopeChange } from './changes.ts';

/** Milliseconds after which a browser whose stream broke comes again. */
const RETRY_MS = 3_000;

export interface ChangeStreamOptions extends StreamTimes {
  readonly changes: Changes;
  /** Whose stream it is. */
  readonly userId: string;
  /** Whether they still are signed in; asked every now and then. */
  readonly signedIn: () => Promise<boolean>;
  /** Reads the scopes whose changes this person sees now. What happens to that later is heard of. */
  readonly scopes: () => Promise<readonly Scope[]>;
  /** Where the views stand as the stream begins. */
  readonly position: number;
  /** What the browser saw last, when it comes again; null when it is new. */
  readonly lastSeen: number | null;
  /** Ends the stream. */
  readonly stopping: AbortSignal;
}

/**
 * Tells of changes in the scopes that the person sees, and of nothing else: who joins a team hears of it from then on,
 * who was removed hears nothing more. Changes that come quickly, or faster than the client reads, are
 * told in one message, so that a slow client costs no memory. A browser that comes again and may have missed something
 * is told to read everything. Ends with `stopping`, with the session or after its life time; destroying it lets go of
 * everything.
 */
export class ChangeStream extends Readable {
  readonly #options: ChangeStreamOptions;
  readonly #unsubscribe: () => void;
  readonly #timers: NodeJS.Timeout[];
  #quiet: NodeJS.Timeout | null = null;
  #wanted = false;
  #pending: ChangedMessage | null = null;
  /** null until they were read; what comes before that is kept in `#early`. */
  #scopes: Set<Scope> | null = null;
  #early: ScopeChange[] = [];

  constructor(options: ChangeStreamOptions) {
    super({ highWaterMark: 16_384 });
    this.#options = options;
    this.#unsubscribe = options.changes.subscribe((changes) => this.#take(changes));
    this.#timers = [
      setInterval(this.#beat, options.heartbeatMs ?? 25_000),
      setTimeout(this.#end, options.lifeMs ?? 900_000),
    ];
    options.stopping.addEventListener('abort', this.#end, { once: true });
    this.push(`retry: ${RETRY_MS}\nid: ${options.position}\n\n`);
    if (options.lastSeen !== null && options.lastSeen < options.position) {
      this.#pending = { lists: CHANGED_LISTS, linkIds: null, position: options.position };
    }
    if (options.stopping.aborted) this.#end();
    else void this.#begin();
  }

  override _read(): void {
    this.#wanted = true;
    this.#flush();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#letGo();
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
    this.#letGo();
    this.push(null);
  };

  #letGo(): void {
    this.#unsubscribe();
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#wanted = false;
    this.#pending = null;
    this.#early = [];
    this.#options.stopping.removeEventListener('abort', this.#end);
  }

  /** Listens first and reads then, so that nothing falls between; what was read already is true a second time. */
  async #begin(): Promise<void> {
    try {
      this.#scopes = new Set(await this.#options.scopes());
      this.#take(this.#early.splice(0));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(changes: readonly ScopeChange[]): void {
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
