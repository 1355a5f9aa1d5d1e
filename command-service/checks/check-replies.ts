/** Waits for checks: an add or a recheck answers with the result of its check, if it arrives in time. */
import { pauseFor } from '../../infra/ports/process/rounds.ts';
import { BusyError } from '../../infra/ports/storage/errors.ts';
import type { EventStore, Feed } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { streamOf } from '../model/check/decider.ts';
import type { LinkChecked } from '../model/check/events.ts';

/** The result of a check. */
export type CheckReply = LinkChecked['data'];

/**
 * The position from which a view shows everything that a recorded check changed. The event of the check is not enough:
 * a log may deliver the status change that was appended with it a moment later.
 */
export async function positionAfterCheck(store: EventStore<LinkledgerEvent>, linkId: string): Promise<number> {
  const { events } = await store.read(streamOf(linkId), { last: 1 });
  return events.at(-1)?.position ?? 0;
}

interface Watch {
  readonly seen: Map<string, CheckReply | null>;
  wake: () => void;
}

/** Waits for the checks of one link. Create it before the check is requested, so that no result is missed. */
interface CheckWatch extends Disposable {
  /** The outcome of `checkId`; null when it was superseded, did not come within `ms`, or the server is stopping. */
  outcome(checkId: string, ms: number): Promise<CheckReply | null>;
}

/** Milliseconds before a log that did not answer is asked again. */
const RETRY_MS = 1_000;

/** Follows the log for all who wait. */
export class CheckReplies {
  readonly #watches = new Map<string, Set<Watch>>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      for (const watches of this.#watches.values()) for (const watch of watches) watch.wake();
    });
  }

  /** Runs until the signal given to the constructor aborts, also while the log does not answer. */
  async follow(feed: Feed<LinkledgerEvent>): Promise<void> {
    for (let position: number | null = null; !this.#signal.aborted; ) {
      try {
        position ??= await feed.head();
        for await (const batch of feed.follow(position, this.#signal)) {
          for (const event of batch) this.#see(event);
          position = batch.at(-1)?.position ?? position;
        }
      } catch (error) {
        if (!(error instanceof BusyError)) throw error;
        await pauseFor(RETRY_MS, this.#signal);
      }
    }
  }

  watch(linkId: string): CheckWatch {
    const watch: Watch = { seen: new Map(), wake: () => {} };
    const watches = this.#watches.get(linkId) ?? new Set();
    this.#watches.set(linkId, watches.add(watch));
    return {
      outcome: (checkId, ms) => this.#wait(watch, checkId, ms),
      [Symbol.dispose]: () => {
        watches.delete(watch);
        if (watches.size === 0) this.#watches.delete(linkId);
      },
    };
  }

  #see(event: LinkledgerEvent): void {
    if (event.type !== 'LinkChecked' && event.type !== 'CheckRequested') return;
    for (const watch of this.#watches.get(event.data.linkId) ?? []) {
      watch.seen.set(event.data.checkId, event.type === 'LinkChecked' ? event.data : null);
      watch.wake();
    }
  }

  async #wait(watch: Watch, checkId: string, ms: number): Promise<CheckReply | null> {
    const end = performance.now() + ms;
    while (!this.#signal.aborted) {
      const outcome = watch.seen.get(checkId);
      if (outcome) return outcome;
      const newest = [...watch.seen.keys()].at(-1);
      const superseded = newest !== undefined && newest !== checkId && watch.seen.has(checkId);
      const left = end - performance.now();
      if (superseded || left <= 0) return null;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        watch.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return null;
  }
}
