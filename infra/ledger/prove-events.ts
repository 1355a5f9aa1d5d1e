/** Makes the proofs of `infra/ports/storage/event-proof.ts` from the log, its seals and the head of its chain. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventProof, ProofLimits, ProofRun, ProofSeal, ProvenEvent } from '../ports/storage/event-proof.ts';
import { type Feed, UnreadableEvent } from '../ports/storage/event-store.ts';
import { CHAIN_START, eventDigest, hashAfter, type StoredEvent, textOf, toHex, toStoredEvent } from './chain.ts';
import type { ChainHead } from './chain-pages.ts';
import { eventsUpToNow } from './read-log.ts';

/** A seal as in its event. */
interface LogSeal extends ProofSeal {
  /** The position in the log that was sealed, which may since have been copied. */
  readonly position: number;
}

export interface ProofSource {
  /** The log as the engine has it: personal data is encrypted. */
  readonly log: Feed;
  readonly seals: readonly LogSeal[];
  /** The head of the chain; null without a chain. */
  readonly head: ChainHead | null;
}

/** The digests of one step. */
const STEP_DIGESTS = 1_000;
const DIGEST_BYTES = 32;

/**
 * Proves the events at these positions. Reads the log from the seal before each event. If the log was copied, a seal
 * names positions of the other log; then the log is read from its start.
 */
export async function proveEvents(
  source: ProofSource,
  positions: readonly number[],
  limits: ProofLimits,
): Promise<EventProof> {
  // Without the head of the chain, nothing would show that the last seal's position belongs to another log.
  const fast = await attempt(source, positions, limits, source.head !== null);
  return fast.kind === 'does-not-fit' ? attempt(source, positions, limits, false) : fast;
}

async function attempt(
  source: ProofSource,
  positions: readonly number[],
  limits: ProofLimits,
  fromSeals: boolean,
): Promise<EventProof> {
  const prover = new Prover(source, positions, limits, fromSeals);
  try {
    return await prover.run();
  } catch (error) {
    if (error instanceof Misfit || error instanceof UnreadableEvent) {
      return { kind: 'does-not-fit', message: error.message };
    }
    if (error instanceof LimitReached) return { kind: 'too-large' };
    throw error;
  }
}

class Misfit extends Error {}
class LimitReached extends Error {}

interface ChainPoint {
  readonly count: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

/** A run that is still incomplete. */
interface OpenRun {
  readonly after: number;
  readonly before: string;
  readonly steps: (string | number)[];
  /** Digests that are not yet in a step. */
  digests: Uint8Array[];
}

class Prover {
  readonly #log: Feed;
  readonly #seals: readonly LogSeal[];
  readonly #sealAt: ReadonlyMap<number, LogSeal>;
  readonly #head: ChainHead | null;
  readonly #limits: ProofLimits;
  readonly #fromSeals: boolean;
  /** The wanted positions, ascending. */
  readonly #wanted: readonly number[];
  readonly #events: ProvenEvent[] = [];
  readonly #runs: ProofRun[] = [];
  #open: OpenRun | null = null;
  #digests = 0;
  #bytes = 0;
  #at: ChainPoint = { count: 0, position: 0, hash: CHAIN_START };

  constructor(
    { log, seals, head }: ProofSource,
    positions: readonly number[],
    limits: ProofLimits,
    fromSeals: boolean,
  ) {
    this.#log = log;
    this.#seals = seals.toSorted((one, other) => one.count - other.count);
    this.#sealAt = new Map(seals.map((seal) => [seal.count, seal]));
    this.#head = head;
    this.#limits = limits;
    this.#fromSeals = fromSeals;
    this.#wanted = [...new Set(positions)].toSorted((one, other) => one - other);
  }

  async run(): Promise<EventProof> {
    while (this.#events.length < this.#wanted.length) {
      this.#jump(this.#wanted[this.#events.length] ?? 0);
      await this.#walk();
    }
    const ends = new Set(this.#runs.map(({ sealed }) => sealed));
    const ending = this.#seals.filter(({ day }) => ends.has(day));
    const seals = ending.map(({ day, count, hash, timestamp }) => ({ day, count, hash, timestamp }));
    return { kind: 'proof', events: this.#events, runs: this.#runs, seals };
  }

  /** Goes to the last seal before a position. */
  #jump(next: number): void {
    const seal = this.#fromSeals ? this.#seals.findLast((each) => each.position < next) : undefined;
    if (seal === undefined || seal.count <= this.#at.count) return;
    const position = seal.count === this.#head?.count ? this.#head.position : seal.position;
    this.#at = { count: seal.count, position, hash: Buffer.from(seal.hash, 'hex') };
  }

  /** Reads on until a run is complete. */
  async #walk(): Promise<void> {
    for await (const batch of eventsUpToNow(this.#log, this.#at.position)) {
      for (const event of batch) if (this.#takes(toStoredEvent(event))) return;
      await nextTurn();
    }
    throw new Misfit(`The log ends with event ${this.#at.count}: later events were recorded and are missing.`);
  }

  /** Whether the event completes a run. */
  #takes(event: StoredEvent): boolean {
    const before = this.#at;
    const digest = eventDigest(event);
    this.#at = { count: before.count + 1, position: event.position, hash: hashAfter(before.hash, digest) };
    const wanted = this.#wanted[this.#events.length];
    if (wanted !== undefined && event.position > wanted) {
      throw new Misfit(`The event at position ${wanted} is missing in the log.`);
    }
    if (event.position === wanted) {
      this.#open ??= { after: before.count, before: toHex(before.hash), steps: [], digests: [] };
      flush(this.#open);
      this.#open.steps.push(this.#events.length);
      this.#events.push(this.#proven(event, digest));
    } else if (this.#open !== null) this.#skip(this.#open, digest);
    return this.#closes();
  }

  #proven(event: StoredEvent, digest: Uint8Array): ProvenEvent {
    const [stream, revision, id] = [textOf(event.stream), textOf(event.revision), textOf(event.id)];
    const [type, metadata, data] = [textOf(event.type), textOf(event.metadata), textOf(event.data)];
    this.#bytes += Buffer.byteLength(metadata) + Buffer.byteLength(data);
    if (this.#bytes > this.#limits.bytes) throw new LimitReached();
    return { n: this.#at.count, stream, revision, id, type, metadata, data, digest: toHex(digest) };
  }

  #skip(run: OpenRun, digest: Uint8Array): void {
    this.#digests += 1;
    if (this.#digests > this.#limits.digests) throw new LimitReached();
    run.digests.push(digest);
    if (run.digests.length === STEP_DIGESTS) flush(run);
  }

  /** Compares the place with its seal or the head, and ends the run if it can be checked. */
  #closes(): boolean {
    const { count, hash } = this.#at;
    const seal = this.#sealAt.get(count);
    const isHead = this.#head?.count === count;
    const expectedHash = seal?.hash ?? (isHead ? this.#head?.hash : undefined);
    if (expectedHash !== undefined && expectedHash !== toHex(hash)) {
      const source = seal === undefined ? 'the hash chain' : `the seal of ${seal.day}`;
      throw new Misfit(`The first ${count} events of the log do not fit ${source}.`);
    }
    const run = this.#open;
    if (run === null || (seal === undefined && !this.#isEnd(count))) return false;
    flush(run);
    const { after, before, steps } = run;
    this.#runs.push({ after, before, steps, count, hash: toHex(hash), sealed: seal?.day ?? null });
    this.#open = null;
    return true;
  }

  /** Whether nothing later confirms the last events: no seal, and no later hash in the chain. */
  #isEnd(count: number): boolean {
    if (this.#events.length < this.#wanted.length || (this.#seals.at(-1)?.count ?? 0) > count) return false;
    return this.#head === null || this.#head.count <= count;
  }
}

/** Writes the digests that are not yet in a step as one step. */
function flush(run: OpenRun): void {
  if (run.digests.length === 0) return;
  run.steps.push(Buffer.concat(run.digests, run.digests.length * DIGEST_BYTES).toString('base64'));
  run.digests = [];
}
