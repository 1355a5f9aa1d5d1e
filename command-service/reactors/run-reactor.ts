/**
 * Following the log with a checkpoint of one's own, for what is to follow from events. It moves when all steps of an
 * event are done, so stopping at any point loses nothing; and as an event may come again, doing a step twice must change
 * nothing. Unlike a view's, the checkpoint survives a rebuild of the views.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkpoints } from '../../infra/ports/checkpoints.ts';
import type { Feed, RecordedEvent } from '../../infra/ports/event-store.ts';
import type { Leases } from '../../infra/ports/leases.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { LinkledgerEvent } from '../events.ts';

export interface FollowerDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly checkpoints: Checkpoints;
  /** One process at a time follows under a name. */
  readonly leases: Leases;
  readonly logger: Logger;
}

export type Recorded = RecordedEvent<LinkledgerEvent>;

export interface Reactor {
  /** What the checkpoint is filed under. */
  readonly name: string;
  /** What the log says when an event cannot be dealt with, once for each place it does not get beyond. */
  readonly failing: string;
  /** Where it begins that never followed: with the whole log (default), or with what comes from now on. */
  readonly from?: 'start' | 'now';
  /** Done with a batch before its events are dealt with. */
  readonly before?: (batch: readonly Recorded[]) => Promise<void>;
  /**
   * Deals with one event; says whether there was anything to do. What is cut short by a stop comes again. Left out where
   * batches are dealt with whole.
   */
  readonly onEvent?: (event: Recorded) => Promise<boolean>;
  /** When an event is left out that fails again and again: it must not hold up all others for ever. Default: never. */
  readonly giveUp?: { readonly attempts: number; readonly words: string };
  /** Milliseconds before the n-th retry (from 1) at one place. Default 1,000. */
  readonly pauseMs?: (attempt: number) => number;
}

/** Follows the log until aborted, while this process holds the lease of the reactor's name. */
export function runReactor(deps: FollowerDeps, follower: Reactor, signal: AbortSignal): Promise<void> {
  const name = `reactor ${follower.name}`;
  return deps.leases.hold(name, (held, token) => followUnderLease(deps, follower, token, held), signal);
}

async function followUnderLease(
  deps: FollowerDeps,
  follower: Reactor,
  token: number,
  signal: AbortSignal,
): Promise<void> {
  const { pauseMs = () => 1_000 } = follower;
  const following = new Following(deps, follower, token, signal);
  while (!signal.aborted) {
    try {
      await following.follow();
    } catch (error) {
      if (signal.aborted) return;
      const attempt = following.failed();
      if (attempt === 1) deps.logger.error({ err: error, position: following.at }, follower.failing);
      await pause(pauseMs(attempt), undefined, { signal }).catch(() => undefined);
    }
  }
}

class Following {
  readonly #deps: FollowerDeps;
  readonly #follower: Reactor;
  readonly #token: number;
  readonly #signal: AbortSignal;
  #failing = { at: -1, times: 0 };
  /** The position of what is being dealt with. */
  at = 0;

  constructor(deps: FollowerDeps, follower: Reactor, token: number, signal: AbortSignal) {
    this.#deps = deps;
    this.#follower = follower;
    this.#token = token;
    this.#signal = signal;
  }

  /** Counts a failure; answers how many there were at this place. */
  failed(): number {
    this.#failing = { at: this.at, times: this.#times() + 1 };
    return this.#failing.times;
  }

  async follow(): Promise<void> {
    const { checkpoints, feed, logger } = this.#deps;
    const { name, before, from } = this.#follower;
    const checkpoint = await checkpoints.get(name);
    const head = await feed.head();
    const isAhead = checkpoint !== null && checkpoint > head;
    // An older log was put back. Steps may be repeated, so following it from the start is safe.
    if (isAhead) {
      logger.warn(
        { reactor: name, checkpoint, head },
        'the checkpoint of a reactor is ahead of the log, as after restoring an older log: it starts again',
      );
    }
    this.at = checkpoint === null || isAhead ? (from === 'now' ? head : 0) : checkpoint;
    // The next start must not skip what happens before the first event is handled.
    if (isAhead || from === 'now') await this.#reach(this.at);
    for await (const batch of feed.follow(this.at, this.#signal)) {
      await before?.(batch);
      for (const event of batch) {
        const worked = await this.#take(event);
        // Perhaps given up half-way: it is to be seen again.
        if (this.#signal.aborted) return;
        if (worked) await this.#reach(event.position);
      }
      await this.#reach(batch.at(-1)?.position ?? this.at);
    }
  }

  async #take(event: Recorded): Promise<boolean> {
    const { onEvent, giveUp } = this.#follower;
    this.at = event.position;
    if (onEvent === undefined) return false;
    try {
      return await onEvent(event);
    } catch (error) {
      if (giveUp === undefined || this.#times() + 1 < giveUp.attempts || this.#signal.aborted) throw error;
      this.#deps.logger.error({ err: error, position: event.position, type: event.type }, giveUp.words);
      return true;
    }
  }

  #times(): number {
    return this.#failing.at === this.at ? this.#failing.times : 0;
  }

  #reach(position: number): Promise<void> {
    return this.#deps.checkpoints.put(this.#follower.name, position, this.#token);
  }
}
