/** Commit notices for streams to the console. */

import type { Scope } from '../../command-service/contract/scope.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import type { CommitSummary, ScopeChange } from './change-summary.ts';

/** Receives the changes of a commit; 'lost': some are missing, so anything may have changed. */
type ChangeListener = (changes: readonly ScopeChange[] | 'lost') => void;

export interface Changes {
  /** Calls `listener` after each commit that changed a list. Returns the function that unsubscribes. */
  subscribe(listener: ChangeListener): () => void;
  /** Calls `listener` after each commit that added entries to the ledger. Returns the function that unsubscribes. */
  subscribeToLedger(listener: () => void): () => void;
}

/** Opens the changes; they arrive while `follow` runs. */
export function openChanges(reads: ReadsForChanges, log: Pick<Logger, 'warn'>): WatchedChanges {
  return new WatchedChanges(reads, log);
}

type ReadsForChanges = Pick<ReadStore, 'find' | 'watch'>;

class WatchedChanges implements Changes {
  readonly #reads: ReadsForChanges;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listeners = new Set<ChangeListener>();
  readonly #ledgerListeners = new Set<() => void>();

  constructor(reads: ReadsForChanges, log: Pick<Logger, 'warn'>) {
    this.#reads = reads;
    this.#log = log;
  }

  /** Watches the commits of this process and others until aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    for await (const notice of this.#reads.watch(signal)) {
      if (notice === 'lost' || notice.view === ledger.name) for (const listener of this.#ledgerListeners) listener();
      if (this.#listeners.size === 0) continue;
      // Another version may have written the note.
      const note: Partial<CommitSummary> = notice === 'lost' ? {} : (notice.note ?? {});
      if (note.changes === undefined || note.people === undefined) this.#notify('lost');
      else this.#notifyCommit(note.changes, note.people, note.position ?? 0);
    }
  }

  #notifyCommit(changes: readonly ScopeChange[], people: readonly string[], position: number): void {
    if (changes.length > 0) this.#notify(changes);
    if (people.length > 0) void this.#notifyTeammates(people, position);
  }

  #notify(changes: readonly ScopeChange[] | 'lost'): void {
    for (const listener of this.#listeners) listener(changes);
  }

  async #notifyTeammates(people: readonly string[], position: number): Promise<void> {
    try {
      const { rows } = await this.#reads.find(memberships, { where: { userId: people } });
      const scopes = new Set(rows.map(({ teamId }): Scope => `team:${teamId}`));
      if (scopes.size > 0)
        this.#notify([...scopes].map((scope) => ({ scope, lists: ['teams'], linkIds: [], position })));
    } catch (error) {
      this.#log.warn({ err: error }, 'could not notify teammates of a change; they see it when they reload');
    }
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  subscribeToLedger(listener: () => void): () => void {
    this.#ledgerListeners.add(listener);
    return () => this.#ledgerListeners.delete(listener);
  }

  /** The number of listeners. */
  get audience(): number {
    return this.#listeners.size + this.#ledgerListeners.size;
  }
}
