/** The change stream on the checkpoints: a process has one, for the commits of all processes. */
import type { ChangeStream, ChangeStreamDocument, ResumeToken } from 'mongodb';
import type { Logger } from '../../../ports/process/logger.ts';
import { pauseFor } from '../../../ports/process/rounds.ts';
import type { CommitWatch } from '../../commit-watch.ts';
import { type Checkpoint, tagOf, type ViewVersions } from './view-versions.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

type CheckpointChange = ChangeStreamDocument<Checkpoint>;

/** Notifies a watch of each commit, until it is closed. After a break it reports 'lost' and goes on. */
export class CommitStream {
  readonly #versions: ViewVersions;
  readonly #watch: CommitWatch;
  readonly #logger: Logger;
  readonly #names: ReadonlyMap<string, string>;
  readonly #closing = new AbortController();
  #stream: ChangeStream<Checkpoint, CheckpointChange> | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(versions: ViewVersions, watch: CommitWatch, logger: Logger) {
    this.#versions = versions;
    this.#watch = watch;
    this.#logger = logger;
    this.#names = new Map(versions.owners.map((owner) => [tagOf(owner), owner.name]));
  }

  /**
   * Resolves when the stream is open: from then on it reports every commit.
   * @throws Error if MongoDB refuses the stream at the first attempt.
   */
  async open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#running = this.#run(resolve, reject);
    await promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#stream?.close().catch(() => undefined);
    await this.#running;
  }

  /** Notices are missing, or a view may have gone back: states and positions are read again. */
  lost(): void {
    this.#versions.forgetStates();
    this.#watch.lost();
  }

  async #run(opened: () => void, failed: (error: unknown) => void): Promise<void> {
    const { signal } = this.#closing;
    let pauseMs = FIRST_PAUSE_MS;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        await this.#follow(() => {
          if (!isFirst) this.lost();
          pauseMs = FIRST_PAUSE_MS;
          opened();
        });
      } catch (error) {
        if (signal.aborted) return;
        if (isFirst) failed(error);
        if (pauseMs === FIRST_PAUSE_MS) {
          this.#logger.warn({ err: error }, 'commit notices from MongoDB were interrupted; opening them again');
        }
      }
      await pauseFor(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  }

  /** Ends with an error when the stream breaks beyond what the driver repairs. */
  async #follow(opened: () => void): Promise<void> {
    const pipeline = [{ $match: { 'documentKey._id': { $in: [...this.#names.keys()] } } }];
    const stream = this.#versions.checkpoints.watch<Checkpoint, CheckpointChange>(pipeline);
    this.#stream = stream;
    try {
      // Nothing is sent before the first `next`, and its answer brings the first token.
      stream.once('resumeTokenChanged', (_token: ResumeToken) => opened());
      for (;;) this.#take(await stream.next());
    } finally {
      await stream.close().catch(() => undefined);
    }
  }

  #take(change: CheckpointChange): void {
    if (change.operationType !== 'update') return;
    const { position, writtenAt, note, run } = change.updateDescription.updatedFields ?? {};
    const view = this.#names.get(String(change.documentKey._id));
    if (run !== undefined) this.lost();
    else if (view !== undefined && position !== undefined) {
      const hasWrites = writtenAt === position;
      this.#watch.notify({ view, position, hasWrites, note: typeof note === 'string' ? JSON.parse(note) : null });
    }
  }
}
