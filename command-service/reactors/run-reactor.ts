/**
 * Runs reactors: each follows the log with its own checkpoint, and acts on events. The checkpoint moves once all work
 * of an event is done, so a stop loses nothing; as an event may come again, a repeated reaction must change nothing.
 * Unlike a view's checkpoint, this checkpoint survives a rebuild of the views.
 */

import type { Logger } from '../../infra/ports/process/logger.ts';
import { pauseFor } from '../../infra/ports/process/rounds.ts';
import type { Checkpoints } from '../../infra/ports/storage/checkpoints.ts';
import type { EventMetadata, Feed, RecordedEvent } from '../../infra/ports/storage/event-store.ts';
import type { Leases } from '../../infra/ports/storage/leases.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { ReactorName } from './reactor-names.ts';

export interface ReactorDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly checkpoints: Checkpoints;
  /** Only one process runs a reactor at a time. */
  readonly leases: Leases;
  readonly logger: Logger;
  readonly now: () => Date;
}

export type Recorded = RecordedEvent<LinkledgerEvent>;

/** An event of one type as the log returns it. */
export type RecordedOf<Type extends LinkledgerEvent['type']> = RecordedEvent<Extract<LinkledgerEvent, { type: Type }>>;

/** One reaction to one event. */
export interface Reaction {
  /** Aborts when the reactor stops; the event then comes again. */
  readonly signal: AbortSignal;
  /** The metadata of the events that this event causes. The actor is `system` by default. */
  readonly metadata: (actor?: string) => EventMetadata;
}

/** A method, so that a handler of one event type can be called with any event: the key guarantees the type. */
interface AnyHandler {
  handle(event: Recorded, reaction: Reaction): Promise<boolean>;
}

/** The reaction to each event type. Resolves with false if there was nothing to do. */
type Handlers = {
  readonly [Type in LinkledgerEvent['type']]?: (event: RecordedOf<Type>, reaction: Reaction) => Promise<boolean>;
};

export interface Reactor {
  /** The name of the checkpoint and the lease. */
  readonly name: ReactorName;
  /** The log line for an event that fails, logged once. */
  readonly failing: string;
  /** Where a reactor without a checkpoint starts: with the whole log (default), or with new events. */
  readonly from?: 'start' | 'now';
  /** Runs for each batch before its events are handled. */
  readonly beforeBatch?: (batch: readonly Recorded[], signal: AbortSignal) => Promise<void>;
  readonly handlers?: Handlers;
  /** When to skip an event that keeps failing, and the log line for it. Default: never. */
  readonly giveUp?: { readonly attempts: number; readonly message: string };
  /** Milliseconds before the n-th retry (from 1) of an event. Default 1,000. */
  readonly pauseMs?: (attempt: number) => number;
}

/** The pause before the n-th retry: doubles from `firstMs`, up to a minute. */
export const doublingPause =
  (firstMs: number) =>
  (attempt: number): number =>
    Math.min(firstMs * 2 ** (attempt - 1), 60_000);

/** Runs the reactor until aborted, while this process holds its lease. */
export function runReactor(deps: ReactorDeps, reactor: Reactor, signal: AbortSignal): Promise<void> {
  const name = `reactor ${reactor.name}`;
  return deps.leases.hold(name, (held, token) => runUnderLease(deps, reactor, token, held), signal);
}

async function runUnderLease(deps: ReactorDeps, reactor: Reactor, token: number, signal: AbortSignal): Promise<void> {
  const { pauseMs = () => 1_000 } = reactor;
  const run = new ReactorRun(deps, reactor, token, signal);
  while (!signal.aborted) {
    try {
      await run.follow();
    } catch (error) {
      if (signal.aborted) return;
      const attempt = run.failed();
      if (attempt === 1) deps.logger.error({ err: error, position: run.at }, reactor.failing);
      await pauseFor(pauseMs(attempt), signal);
    }
  }
}

class ReactorRun {
  readonly #deps: ReactorDeps;
  readonly #reactor: Reactor;
  readonly #token: number;
  readonly #signal: AbortSignal;
  #failures = { at: -1, times: 0 };
  /** The position of the current event. */
  at = 0;

  constructor(deps: ReactorDeps, reactor: Reactor, token: number, signal: AbortSignal) {
    this.#deps = deps;
    this.#reactor = reactor;
    this.#token = token;
    this.#signal = signal;
  }

  /** Counts a failure; returns the number of failures at this position. */
  failed(): number {
    this.#failures = { at: this.at, times: this.#times() + 1 };
    return this.#failures.times;
  }

  async follow(): Promise<void> {
    const { checkpoints, feed, logger } = this.#deps;
    const { name, beforeBatch, from } = this.#reactor;
    const checkpoint = await checkpoints.get(name);
    const head = await feed.head();
    const isAhead = checkpoint !== null && checkpoint > head;
    // An older log was restored. Steps may be repeated, so following it from the start is safe.
    if (isAhead) {
      logger.warn(
        { reactor: name, checkpoint, head },
        'the checkpoint of a reactor is ahead of the log, as after restoring an older log: it starts again',
      );
    }
    this.at = checkpoint === null || isAhead ? (from === 'now' ? head : 0) : checkpoint;
    // The next start must not skip events that come before the first event is handled.
    if (isAhead || from === 'now') await this.#save(this.at);
    for await (const batch of feed.follow(this.at, this.#signal)) {
      await beforeBatch?.(batch, this.#signal);
      for (const event of batch) {
        const worked = await this.#handle(event);
        // A stop may have interrupted the event's work: the event must come again.
        if (this.#signal.aborted) return;
        if (worked) await this.#save(event.position);
      }
      await this.#save(batch.at(-1)?.position ?? this.at);
    }
  }

  async #handle(event: Recorded): Promise<boolean> {
    const { handlers = {}, giveUp } = this.#reactor;
    this.at = event.position;
    const handler: AnyHandler['handle'] | undefined = handlers[event.type];
    if (handler === undefined) return false;
    try {
      return await handler(event, { signal: this.#signal, metadata: (actor) => this.#metadata(event, actor) });
    } catch (error) {
      if (giveUp === undefined || this.#times() + 1 < giveUp.attempts || this.#signal.aborted) throw error;
      this.#deps.logger.error({ err: error, position: event.position, type: event.type }, giveUp.message);
      return true;
    }
  }

  #metadata({ id, metadata }: Recorded, actor = 'system'): EventMetadata {
    const at = this.#deps.now().toISOString();
    return { actor, correlationId: metadata.correlationId, causationId: id, at };
  }

  #times(): number {
    return this.#failures.at === this.at ? this.#failures.times : 0;
  }

  #save(position: number): Promise<void> {
    return this.#deps.checkpoints.put(this.#reactor.name, position, this.#token);
  }
}
