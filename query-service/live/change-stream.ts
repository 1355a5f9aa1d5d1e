/** The server-sent events of one connection: which lists to reload. */
import type { Scope } from '../../command-service/contract/scope.ts';
import { CHANGED_LISTS, type ChangedMessage } from '../contract/answers/changes.ts';
import { MAX_LINK_IDS, type ScopeChange } from './change-summary.ts';
import type { Changes } from './changes.ts';
import { LiveStream, type LiveStreamOptions } from './live-stream.ts';

interface ChangeStreamOptions extends LiveStreamOptions {
  readonly changes: Changes;
  /** The connected person. */
  readonly userId: string;
  /** Reads the scopes that this person sees now. The stream itself follows later changes. */
  readonly scopes: () => Promise<readonly Scope[]>;
  /** Reads the highest position of the views. */
  readonly position: () => Promise<number>;
  /** The last position that a reconnecting browser saw; null for a new connection. */
  readonly lastSeen: number | null;
}

/**
 * Reports changes in the scopes that the person sees. A person who joins a team gets its changes from then on, and none
 * after leaving. Quick changes, or those that come faster than the client reads, share one message, so a slow client
 * costs no memory. A reconnecting browser that may have missed changes gets a message to reload every list.
 */
export class ChangeStream extends LiveStream {
  readonly #options: ChangeStreamOptions;
  readonly #unsubscribe: () => void;
  #quiet: NodeJS.Timeout | null = null;
  #pending: ChangedMessage | null = null;
  /** The highest position so far. */
  #position = 0;
  /** null until the scopes are read; earlier changes wait in `#early`. */
  #scopes: Set<Scope> | null = null;
  #early: ScopeChange[] = [];

  /**
   * Subscribes before it reads the position and the scopes, so no change is lost; applying one twice does no harm.
   * @throws what `position` throws.
   */
  static async open(options: ChangeStreamOptions): Promise<ChangeStream> {
    const stream = new ChangeStream(options);
    try {
      stream.#beginAt(await options.position());
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  private constructor(options: ChangeStreamOptions) {
    super(options);
    this.#options = options;
    this.#unsubscribe = options.changes.subscribe((changes) => {
      if (changes === 'lost') this.#reload();
      else this.#add(changes);
    });
  }

  protected override close(): void {
    this.#unsubscribe();
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#pending = null;
    this.#early = [];
  }

  #beginAt(position: number): void {
    const { lastSeen, stopping } = this.#options;
    this.#position = position;
    this.begin(position);
    if (stopping.aborted) this.finish();
    else if (lastSeen !== null && lastSeen < position) this.#reload();
    else void this.#readScopes();
  }

  #readScopes(): Promise<void> {
    return this.attempt(async () => {
      this.#scopes = new Set(await this.#options.scopes());
      this.#add(this.#early.splice(0));
    });
  }

  /** Changes may be missing, including changes of the scopes. */
  #reload(): void {
    this.#pending = { lists: CHANGED_LISTS, linkIds: null, position: this.#position };
    this.#scopes = null;
    void this.#readScopes();
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
    this.flush();
  }

  protected override flush(): void {
    if (this.#pending === null || !this.isWanted || this.#quiet !== null) return;
    const { position } = this.#pending;
    const frame = `id: ${position}\nevent: changed\ndata: ${JSON.stringify(this.#pending)}\n\n`;
    this.#pending = null;
    this.send(frame);
    this.#quiet = setTimeout(() => {
      this.#quiet = null;
      this.flush();
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
