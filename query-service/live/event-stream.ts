/** Events as they happen: server-sent events of one connection. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { entryId } from '../../projections/view.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import type { Access } from '../access/access.ts';
import { cursorOf, type LedgerFilter, readLedger } from '../lists/ledger.ts';
import { presentEvents } from '../presenters/event.ts';
import type { Changes } from './changes.ts';
import { LiveStream, type LiveStreamOptions } from './live-stream.ts';

/** Events read at once. */
const BATCH = 100;

interface EventStreamOptions extends LiveStreamOptions {
  readonly changes: Pick<Changes, 'subscribeToLedger'>;
  readonly reads: Pick<ReadStore, 'find' | 'getMany'>;
  /** The wanted entries that the caller may see now; read before every batch. */
  readonly select: () => Promise<{ readonly access: Access; readonly filter: LedgerFilter }>;
  /** The id of the entry after which the stream begins. */
  readonly after: string;
}

/** An id before the ids of all later entries. */
export async function endOfLedger(reads: Pick<ReadStore, 'position'>): Promise<string> {
  return `${entryId(await reads.position(ledger))}~`;
}

/**
 * Sends every event that the person may see after an entry of the ledger, in order and once. A client that reads slowly
 * costs no memory: the next batch is read once the client can take more. Each event carries its cursor as its id, so
 * that a browser resumes without help.
 */
export class EventStream extends LiveStream {
  readonly #options: EventStreamOptions;
  readonly #unsubscribe: () => void;
  #after: string;
  #isReading = false;
  /** Whether there may be events that are not read yet. */
  #isBehind = true;
  #quiet: NodeJS.Timeout | null = null;

  constructor(options: EventStreamOptions) {
    super(options);
    this.begin(null);
    this.#options = options;
    this.#after = options.after;
    this.#unsubscribe = options.changes.subscribeToLedger(() => {
      this.#isBehind = true;
      this.flush();
    });
    if (options.stopping.aborted) this.finish();
  }

  protected override flush(): void {
    if (!this.#isBehind || !this.isWanted || this.#isReading || this.#quiet !== null) return;
    this.#isReading = true;
    void this.attempt(() => this.#sendBatch());
  }

  protected override close(): void {
    this.#unsubscribe();
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#isBehind = false;
  }

  async #sendBatch(): Promise<void> {
    const { reads, select, quietMs = 250 } = this.#options;
    this.#isBehind = false;
    const { access, filter } = await select();
    const entries = await readLedger(reads, access, filter, { after: this.#after }, BATCH);
    const events = await presentEvents(reads, entries, cursorOf);
    this.#isReading = false;
    if (this.isOver) return;
    if (events.length > 0) {
      this.#after = entries.at(-1)?.id ?? this.#after;
      const frames = events.map((event) => `id: ${event.cursor}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`);
      this.send(frames.join(''));
    }
    if (entries.length === BATCH) this.#isBehind = true;
    this.#quiet = setTimeout(() => {
      this.#quiet = null;
      this.flush();
    }, quietMs);
  }
}
