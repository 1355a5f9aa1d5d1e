/**
 * Who is told that views moved: reads that wait for their own writes, and streams to the console. `Changes` is the seam:
 * in one process the projections tell it directly; between processes the same two questions can be answered by asking
 * the read store for positions.
 */
import type { Scope } from '../command-service/events.ts';
import type { ReadStore } from '../infra/ports.ts';
import type { Committed } from '../projections/view.ts';
import { type LinkDoc, links } from '../projections/views/links.ts';
import { users } from '../projections/views/users.ts';
import type { ChangedMessage } from './queries.ts';

/** What changed for those who see `scope`. */
export interface ScopeChange extends ChangedMessage {
  readonly scope: Scope;
}

export interface Changes {
  /** True once the view has seen the log up to `position`; false when `signal` aborts first. */
  reached(view: string, position: number, signal: AbortSignal): Promise<boolean>;
  /** Calls `listener` for each commit that changed a list, until the answered function is called. */
  subscribe(listener: (changes: readonly ScopeChange[]) => void): () => void;
}

/** More ids than this in one message say less than "read the list again". */
export const MAX_LINK_IDS = 100;

/** What a commit means for the lists people look at; one entry a scope. Pure. */
export function scopeChanges({ view, position, changes }: Committed): ScopeChange[] {
  const byScope = new Map<Scope, { lists: Set<ChangedMessage['lists'][number]>; linkIds: string[] }>();
  const entry = (scope: Scope) => {
    const known = byScope.get(scope);
    if (known !== undefined) return known;
    const fresh = { lists: new Set<ChangedMessage['lists'][number]>(), linkIds: [] };
    byScope.set(scope, fresh);
    return fresh;
  };
  for (const { id, before, after } of changes) {
    if (view === users.name) entry(`user:${id}`).lists.add('profile');
    if (view !== links.name) continue;
    const docs = [before, after].filter((doc) => doc !== null) as LinkDoc[];
    const trash = docs.some((doc) => doc.place === 'trash');
    for (const scope of new Set(docs.map((doc) => doc.scope))) {
      const { lists, linkIds } = entry(scope);
      lists.add('links').add('stats');
      if (trash) lists.add('trash');
      linkIds.push(id);
    }
  }
  return [...byScope].map(([scope, { lists, linkIds }]) => ({
    scope,
    lists: [...lists],
    linkIds: linkIds.length > MAX_LINK_IDS ? null : linkIds,
    position,
  }));
}

/** Changes within one process: give its `committed` to the projections as `onCommit`. */
export function openChanges(reads: Pick<ReadStore, 'position'>): InProcessChanges {
  return new InProcessChanges(reads);
}

class InProcessChanges implements Changes {
  readonly #reads: Pick<ReadStore, 'position'>;
  readonly #listeners = new Set<(changes: readonly ScopeChange[]) => void>();
  readonly #waiters = new Map<string, Set<{ readonly position: number; readonly done: () => void }>>();

  constructor(reads: Pick<ReadStore, 'position'>) {
    this.#reads = reads;
  }

  /** To be called after each commit of a projection. */
  readonly committed = (committed: Committed): void => {
    for (const waiter of this.#waiters.get(committed.view) ?? []) {
      if (waiter.position <= committed.position) waiter.done();
    }
    if (this.#listeners.size === 0 || committed.changes.length === 0) return;
    const changes = scopeChanges(committed);
    if (changes.length === 0) return;
    for (const listener of this.#listeners) listener(changes);
  };

  async reached(view: string, position: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return (await this.#reads.position(view)) >= position;
    const waiters = this.#waiters.get(view) ?? new Set();
    this.#waiters.set(view, waiters);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { position, done: () => resolve(true) };
    const giveUp = () => resolve(false);
    // Waiting begins before the store is asked, so that no commit falls between the two.
    waiters.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      if ((await this.#reads.position(view)) >= position) return true;
      return await promise;
    } finally {
      waiters.delete(waiter);
      signal.removeEventListener('abort', giveUp);
    }
  }

  subscribe(listener: (changes: readonly ScopeChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How many are being told or are waiting: 0 when nobody is connected. */
  get audience(): number {
    return [...this.#waiters.values()].reduce((sum, waiters) => sum + waiters.size, this.#listeners.size);
  }
}
