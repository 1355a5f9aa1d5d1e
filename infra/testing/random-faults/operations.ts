/** What people asked a server for while it failed, and what they were answered: to be compared with the log afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../actors/visitor.ts';

/**
 * `done`: the server acknowledged it. `refused`: the server said that nothing was saved. `unknown`: there was no answer
 * that says so.
 */
type Outcome = 'done' | 'refused' | 'unknown';

/** Something a person asked for. Each token is in the log once if it was done. */
interface Operation {
  readonly what: string;
  readonly tokens: readonly string[];
  readonly outcome: Outcome;
}

/** Answers that promise that nothing was saved. */
const NOTHING_SAVED: ReadonlySet<string> = new Set(['disk-full', 'read-only', 'stopping', 'starting']);
/** Answers to try again after. */
const LATER: ReadonlySet<string> = new Set(['busy', 'in-progress', 'conflict', 'too-many-at-once']);
/** Tries of one request before a person gives up. */
const TRIES = 40;
/** Milliseconds between two tries. */
const PAUSE_MS = 150;
/** Milliseconds after which a person gives up on an answer. */
const PATIENCE_MS = 45_000;

export class Operations {
  readonly all: Operation[] = [];
  /** Sentences about what must never happen. */
  readonly wrong: string[] = [];
  /** How often each failure was answered, by status and code. */
  readonly failures = new Map<string, number>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /**
   * Asks until the request is acknowledged, which it answers, or the person gives up: then null. `ask` must be safe to
   * repeat. An answer below 500 that is not in `expected` is wrong.
   */
  async attempt<T>(
    what: string,
    tokens: readonly string[],
    over: AbortSignal,
    ask: () => Promise<Answer<T>>,
    expected: readonly number[] = [],
  ): Promise<Answer<T> | null> {
    let outcome: Outcome = 'refused';
    for (let tries = 0; tries < TRIES && !over.aborted; tries += 1) {
      const answer = await Promise.race([ask().catch(() => null), pause(PATIENCE_MS, null, { ref: false })]);
      if (answer !== null && answer.status < 300) {
        this.all.push({ what, tokens, outcome: 'done' });
        return answer;
      }
      if (answer === null) outcome = 'unknown';
      else {
        const code = codeOf(answer.body);
        this.#count(`${answer.status} ${code}`);
        if (NOTHING_SAVED.has(code)) {
          // Half of the people believe it.
          if (this.#random() < 0.5) break;
        } else {
          outcome = 'unknown';
          const isFailure = answer.status === 500 || (answer.status < 500 && !LATER.has(code));
          if (isFailure && !expected.includes(answer.status)) {
            this.wrong.push(`${what} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
            break;
          }
          if (expected.includes(answer.status)) break;
        }
      }
      await pause(PAUSE_MS * (0.5 + this.#random()));
    }
    this.all.push({ what, tokens, outcome });
    return null;
  }

  #count(failure: string): void {
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'no code';
}
