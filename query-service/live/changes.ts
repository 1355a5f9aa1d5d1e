/** Commit notices for streams to the console. */

import type { Scope } from '../../command-service/scope.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import type { CommitSummary, ScopeChange } from './change-summary.ts';

export interface Changes {
  /** Calls `listener` after each commit that changed a list. Returns the function that unsubscribes. */
  subscribe(listener: (changes: readonly ScopeChange[]) => void): () => void;
}

/** Changes within one process. The projections report each commit to its `notifyCommit`. */
export function openChanges(reads: ReadsForChanges, log: Pick<Logger, 'warn'>): InProcessChanges {
  return new InProcessChanges(reads, log);
}

type ReadsForChanges = Pick<ReadStore, 'find'>;

class InProcessChanges implements Changes {
  readonly #reads: ReadsForChanges;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listeners = new Set<(changes: readonly ScopeChange[]) => void>();

  constructor(reads: ReadsForChanges, log: Pick<Logger, 'warn'>) {
    this.#reads = reads;
    this.#log = log;
  }

  /** Reports a commit, in the order of commits. */
  readonly notifyCommit = ({ position, changes, people }: CommitSummary): void => {
    if (this.#listeners.size === 0) return;
    this.#notify(changes);
    if (people.length > 0) void this.#notifyTeammates(people, position);
  };

  #notify(changes: readonly ScopeChange[]): void {
    if (changes.length === 0) return;
    for (const listener of this.#listeners) listener(changes);
  }

  async #notifyTeammates(people: readonly string[], position: number): Promise<void> {
    try {
      const { rows } = await this.#reads.find(memberships, { where: { userId: people } });
      const scopes = new Set(rows.map(({ teamId }): Scope => `team:${teamId}`));
      this.#notify([...scopes].map((scope) => ({ scope, lists: ['teams'], linkIds: [], position })));
    } catch (error) {
      this.#log.warn({ err: error }, 'could not notify teammates of a change; they see it when they reload');
    }
  }

  subscribe(listener: (changes: readonly ScopeChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The number of listeners. */
  get audience(): number {
    return this.#listeners.size;
  }
}
