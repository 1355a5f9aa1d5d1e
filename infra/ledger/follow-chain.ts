/** Hashes each event of the log shortly after it was recorded, and stores the chain in durable state. */
import type { Logger } from '../ports/process/logger.ts';
import { pauseFor } from '../ports/process/rounds.ts';
import type { Checkpoints } from '../ports/storage/checkpoints.ts';
import type { DurableStore } from '../ports/storage/durable-store.ts';
import type { Feed, RecordedEvent } from '../ports/storage/event-store.ts';
import type { Leases } from '../ports/storage/leases.ts';
import { CHAIN_START, chainHash, toHex, toStoredEvent } from './chain.ts';
import { type ChainHead, chainReader, markOf, marksOf, PAGE_EVENTS, placeOf, saveChain } from './chain-pages.ts';

export interface FollowChainDeps {
  /** The log as the engine has it: personal data is encrypted. */
  readonly feed: Feed;
  readonly state: DurableStore;
  readonly checkpoints: Checkpoints;
  readonly leases: Leases;
  readonly logger: Logger;
}

/** The name of its lease, and of the checkpoint that fences it. */
const NAME = 'log-chain';
/** The longest time that the chain on the disk is behind. */
const SAVE_EVERY_MS = 1_000;
const RETRY_MS = 5_000;

/** The state of the chain, for `/metrics` and the readiness of the process. */
export type ChainStatus = 'waiting' | 'following' | 'broken';

/** Follows the log while this process holds the lease. */
export class LogChain {
  readonly #deps: FollowChainDeps;
  #head: ChainHead | null = null;
  #status: ChainStatus = 'waiting';

  constructor(deps: FollowChainDeps) {
    this.#deps = deps;
  }

  /** 'waiting': another process follows, or none yet. 'broken': the log differs from the hashed log. */
  get status(): ChainStatus {
    return this.#status;
  }

  /** The last hashed event; null if this process has hashed none. */
  get head(): ChainHead | null {
    return this.#head;
  }

  /** Runs until aborted. `meanwhile` runs as well while this process holds the lease and the log fits the chain. */
  run(signal: AbortSignal, meanwhile: (signal: AbortSignal) => Promise<void> = async () => {}): Promise<void> {
    return this.#deps.leases.hold(
      NAME,
      async (held, token) => {
        try {
          await this.#follow(held, token, meanwhile);
        } finally {
          this.#status = 'waiting';
          this.#head = null;
        }
      },
      signal,
    );
  }

  async #follow(signal: AbortSignal, token: number, meanwhile: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { logger } = this.#deps;
    for (let [isFailing, count] = [false, 0]; !signal.aborted; ) {
      try {
        const run = await this.#resume(token, signal);
        if (signal.aborted) return;
        if (run === null) {
          this.#status = 'broken';
          await untilAborted(signal);
          return;
        }
        this.#status = 'following';
        const ended = new AbortController();
        const both = AbortSignal.any([signal, ended.signal]);
        const work = [run.follow(both), run.saveRegularly(both), meanwhile(both)];
        try {
          await Promise.all(work);
        } finally {
          ended.abort();
          await Promise.allSettled(work);
        }
      } catch (err) {
        if (signal.aborted) return;
        const reached = this.#head?.count ?? 0;
        if (!isFailing || reached > count) logger.error({ err }, 'the hash chain cannot go on; trying again');
        [isFailing, count] = [true, reached];
        await pauseFor(RETRY_MS, signal);
      }
    }
  }

  /** The run from the end of the chain; null if the log lacks the hashed events. */
  async #resume(token: number, signal: AbortSignal): Promise<ChainRun | null> {
    const { state, feed, logger } = this.#deps;
    const reader = chainReader(state);
    const head = await reader.head();
    const onHead = (next: ChainHead) => {
      this.#head = next;
    };
    if (head === null) return new ChainRun(this.#deps, token, { count: 0, position: 0, hash: CHAIN_START }, [], onHead);
    const end = await feed.head();
    const last = end < head.position ? null : await eventAfter(feed, head.before.position, signal);
    const hash = last === null ? null : chainHash(Buffer.from(head.before.hash, 'hex'), toStoredEvent(last));
    if (signal.aborted) return null;
    if (last === null || hash === null || last.position !== head.position || toHex(hash) !== head.hash) {
      logger.error(
        { events: head.count, position: head.position, head: end },
        `the log does not have event ${head.count}, which was recorded and hashed: events were lost or changed, ` +
          'or an older log was put back. Run npm run verify',
      );
      return null;
    }
    const { page, index } = placeOf(head.count);
    const saved = await reader.page(page);
    const marks = saved === null ? [] : marksOf(saved).slice(0, index + 1);
    if (marks.length !== index + 1) throw new Error(`page ${page} of the hash chain is missing or too short`);
    onHead({ count: head.count, position: head.position, hash: head.hash });
    return new ChainRun(this.#deps, token, { count: head.count, position: head.position, hash }, marks, onHead);
  }
}

interface ChainPoint {
  readonly count: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

class ChainRun {
  readonly #deps: FollowChainDeps;
  readonly #token: number;
  readonly #onHead: (head: ChainHead) => void;
  #at: ChainPoint;
  #before: ChainPoint;
  /** The marks of the page of the last event. */
  #marks: Uint8Array[];
  #saved: number;
  #saving: Promise<void> = Promise.resolve();

  constructor(
    deps: FollowChainDeps,
    token: number,
    at: ChainPoint,
    marks: readonly Uint8Array[],
    onHead: (head: ChainHead) => void,
  ) {
    this.#deps = deps;
    this.#token = token;
    this.#at = at;
    this.#before = at;
    this.#marks = [...marks];
    this.#saved = at.count;
    this.#onHead = onHead;
  }

  async follow(signal: AbortSignal): Promise<void> {
    for await (const batch of this.#deps.feed.follow(this.#at.position, signal)) {
      for (const event of batch) {
        this.#add(event);
        if (this.#marks.length === PAGE_EVENTS) await this.#save();
      }
      if (signal.aborted) return;
    }
  }

  /** Saves new hashes each second and at the end. */
  async saveRegularly(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pauseFor(SAVE_EVERY_MS, signal);
      await this.#save();
    }
  }

  #add(event: RecordedEvent): void {
    if (this.#marks.length === PAGE_EVENTS) this.#marks = [];
    const hash = chainHash(this.#at.hash, toStoredEvent(event));
    this.#before = this.#at;
    this.#at = { count: this.#at.count + 1, position: event.position, hash };
    this.#marks.push(markOf(hash));
  }

  /** One save at a time: the later save has more events. */
  #save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveNow());
    return this.#saving;
  }

  async #saveNow(): Promise<void> {
    const at = this.#at;
    if (at.count === this.#saved) return;
    const page = { number: placeOf(at.count).page, marks: [...this.#marks], hash: at.hash };
    const before = { position: this.#before.position, hash: toHex(this.#before.hash) };
    const head = { count: at.count, position: at.position, hash: toHex(at.hash) };
    // Throws if another process now holds the lease.
    await this.#deps.checkpoints.put(NAME, at.position, this.#token);
    await saveChain(this.#deps.state, page, { ...head, before });
    this.#saved = at.count;
    this.#onHead(head);
  }
}

/** The first event after a position; null if aborted before it comes. */
async function eventAfter(feed: Feed, position: number, signal: AbortSignal): Promise<RecordedEvent | null> {
  for await (const [event] of feed.follow(position, signal)) return event ?? null;
  return null;
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}
