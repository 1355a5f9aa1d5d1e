/** Verifies a log: each event against the hash chain and the seals, and each evidence file against its hash. */
import type { BlobStore } from '../ports/storage/blob-store.ts';
import { UnreadableEvent } from '../ports/storage/event-store.ts';
import { CHAIN_START, chainHash, type StoredEvent, textOf, toHex } from './chain.ts';
import { type ChainReader, markOf, marksOf, placeOf, type SavedHead } from './chain-pages.ts';
import type { LogProblem } from './problem.ts';
import { checkEvidence, EvidenceIndex } from './verify-evidence.ts';

/** The log to verify. Everything is read; nothing is written. */
export interface LedgerSource {
  readonly chain: ChainReader;
  /**
   * All events in order, up to the present end. Throws an UnreadableEvent if an event is missing at its known position,
   * or cannot be read.
   */
  events(): AsyncIterable<readonly StoredEvent[]>;
  /** The seals in the log, oldest first. */
  seals(): Promise<readonly Seal[]>;
  readonly files: Pick<BlobStore, 'list' | 'get'>;
}

/** The hash of the log's event `count`, which somebody may have stored elsewhere, such as in a mail. */
export interface KnownSeal {
  readonly count: number;
  /** In hexadecimal. */
  readonly hash: string;
}

/** A seal as in its event. */
export interface Seal extends KnownSeal {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  /** An RFC 3161 timestamp token, base64; null without one. */
  readonly timestamp: string | null;
}

export interface VerifyOptions {
  /** Seals from elsewhere that must also fit. */
  readonly knownSeals?: readonly KnownSeal[];
  /** Checks the timestamp of a seal; null: it is valid. Without this, timestamps are only counted. */
  readonly checkTimestamp?: (seal: Seal & { readonly timestamp: string }) => Promise<string | null>;
  readonly onProgress?: (done: {
    readonly label: 'events' | 'files';
    readonly count: number;
    readonly of: number;
  }) => void;
}

export interface VerifyReport {
  /** Events in the log, and how many of them the chain covers. The others were recorded just now. */
  readonly events: number;
  readonly chained: number;
  /** The hash of the last event, if all were read. */
  readonly hash: string | null;
  readonly seals: number;
  /** The last seal that fits. */
  readonly lastSeal: Seal | null;
  readonly timestamps: number;
  readonly files: number;
  /** Files that the product removed: with their link, or to make room. */
  readonly filesRemoved: number;
  readonly problems: readonly LogProblem[];
}

/**
 * Reads the log once. After the first event that does not fit, the rest of the log proves nothing and is not compared;
 * evidence files are still checked.
 * @throws Error if the log or the chain cannot be read at all.
 */
export async function verifyLog(source: LedgerSource, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { knownSeals = [], onProgress } = options;
  // Reads the head before the log: later events are in the log, but not yet expected.
  const head = await source.chain.head();
  const seals = await source.seals();
  const walk = new Walk(source.chain, head, [...seals, ...knownSeals]);
  const evidence = new EvidenceIndex();
  const problems: LogProblem[] = [];
  try {
    for await (const batch of source.events()) {
      for (const event of batch) {
        const problem = await walk.next(event);
        if (problem !== null) problems.push(problem);
        evidence.take(event);
      }
      onProgress?.({ label: 'events', count: walk.count, of: Math.max(walk.count, head?.count ?? 0) });
    }
    problems.push(...walk.lost());
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    if (walk.isWhole) {
      const kind = error.isMissing ? 'event-missing' : 'event-unreadable';
      problems.push({ kind, event: walk.count + 1, message: error.message });
    }
    walk.stop();
  }
  const fitting = seals.filter(({ count }) => walk.fits.has(count));
  problems.push(...walk.differingSeals());
  const stamped = fitting.filter((seal) => seal.timestamp !== null);
  problems.push(...(await wrongTimestamps(stamped, options)));
  const files = await checkEvidence(source.files, evidence, (count, of) => onProgress?.({ label: 'files', count, of }));
  problems.push(...files.problems);
  return {
    events: walk.count,
    chained: Math.min(walk.count, head?.count ?? 0),
    hash: walk.isWhole ? toHex(walk.hash) : null,
    seals: seals.length,
    lastSeal: fitting.at(-1) ?? null,
    timestamps: stamped.length,
    files: files.checked,
    filesRemoved: files.removed,
    problems,
  };
}

class Walk {
  readonly #chain: ChainReader;
  readonly #head: SavedHead | null;
  readonly #expected: ReadonlyMap<number, readonly KnownSeal[]>;
  readonly #differing: KnownSeal[] = [];
  #page: { readonly number: number; readonly marks: readonly Uint8Array[]; readonly hash: string } | null = null;
  /** The `count` of each seal that fits. */
  readonly fits = new Set<number>();
  count = 0;
  hash = CHAIN_START;
  isWhole = true;

  constructor(chain: ChainReader, head: SavedHead | null, expected: readonly KnownSeal[]) {
    this.#chain = chain;
    this.#head = head;
    this.#expected = Map.groupBy(expected, ({ count }) => count);
  }

  /** The problem with the event, if it is the first that does not fit. */
  async next(event: StoredEvent): Promise<LogProblem | null> {
    this.count += 1;
    if (!this.isWhole) return null;
    this.hash = chainHash(this.hash, event);
    const problem = await this.#compare(event);
    if (problem !== null) {
      this.stop();
      return problem;
    }
    for (const seal of this.#expected.get(this.count) ?? []) {
      if (seal.hash.toLowerCase() === toHex(this.hash)) this.fits.add(seal.count);
      else this.#differing.push(seal);
    }
    return null;
  }

  /** Nothing after this place is compared. */
  stop(): void {
    this.isWhole = false;
  }

  /** What the chain and the seals have beyond the end of the log. */
  lost(): readonly LogProblem[] {
    if (!this.isWhole) return [];
    const { count } = this;
    if (this.#head === null && count > 0) {
      const message =
        'This log has no hash chain: it was removed, or no server of this version has run on the log yet.';
      return [{ kind: 'chain-missing', message }];
    }
    const most = Math.max(this.#head?.count ?? 0, ...this.#expected.keys());
    if (most <= count) return [];
    this.stop();
    const message = `The log ends with event ${count}, but ${most} events were recorded: the last ${most - count} are lost.`;
    return [{ kind: 'events-lost', event: count + 1, message }];
  }

  differingSeals(): readonly LogProblem[] {
    return this.#differing.map(({ count, hash }) => ({
      kind: 'seal-differs',
      event: count,
      message: `The seal of the first ${count} events has the hash ${hash}, but the log does not: the log or the seal was changed.`,
    }));
  }

  async #compare(event: StoredEvent): Promise<LogProblem | null> {
    if (this.#head === null || this.count > this.#head.count) return null;
    const { page: number, index } = placeOf(this.count);
    if (this.#page?.number !== number) {
      const page = await this.#chain.page(number);
      this.#page = page === null ? null : { number, marks: marksOf(page), hash: page.hash };
    }
    const mark = this.#page?.marks[index];
    if (this.#page === null || mark === undefined) {
      const message = `The hash chain has no entry for event ${this.count}: a part of it was removed.`;
      return { kind: 'chain-missing', event: this.count, message };
    }
    const isLast = index + 1 === this.#page.marks.length;
    const wanted = isLast ? this.#page.hash : this.count === this.#head.count ? this.#head.hash : null;
    if (Buffer.compare(mark, markOf(this.hash)) === 0 && (wanted === null || wanted === toHex(this.hash))) return null;
    const message = `Event ${this.count} (${describe(event)}) does not fit the hash chain: it was changed, removed or moved, or the chain was changed.`;
    return { kind: 'event-changed', event: this.count, message };
  }
}

async function wrongTimestamps(
  seals: readonly Seal[],
  { checkTimestamp }: VerifyOptions,
): Promise<readonly LogProblem[]> {
  const problems: LogProblem[] = [];
  for (const seal of seals) {
    const { timestamp, count, day } = seal;
    const wrong = timestamp === null ? null : ((await checkTimestamp?.({ ...seal, timestamp })) ?? null);
    if (wrong === null) continue;
    const message = `The timestamp of the seal of ${day} is not valid: ${wrong}`;
    problems.push({ kind: 'timestamp-invalid', event: count, message });
  }
  return problems;
}

/** A description for people: what the log now says about the event. */
function describe({ type, stream, revision, id, position }: StoredEvent): string {
  return `${textOf(type)} ${textOf(id)}, revision ${textOf(revision)} of ${textOf(stream)}, position ${position}`;
}
