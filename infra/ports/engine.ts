/** All storage behind one port: a process opens one engine, and each role uses the parts it needs. */
import type { BlobStore } from './blob-store.ts';
import type { CheckQueue } from './check-queue.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { DurableStore } from './durable-store.ts';
import type { EventShape, EventStore, Feed } from './event-store.ts';
import type { ExpiringStore } from './expiring-store.ts';
import type { KeyStore } from './key-store.ts';
import type { Leases } from './leases.ts';
import type { Logger } from './logger.ts';
import type { ReadStore, ViewSchema } from './read-store.ts';
import type { Secrets } from './secrets.ts';

/** What goes through the two queues between the server and its checkers. */
export interface QueueTypes {
  readonly checkOrder: { readonly checkId: string };
  readonly checkReport: { readonly checkId: string };
  readonly screenshotOrder: { readonly checkId: string };
  readonly screenshotReport: { readonly checkId: string };
}

/** What an engine is opened with. */
export interface EngineOptions {
  /** The folder of an embedded engine. */
  readonly dataDir: string;
  readonly logLevel: string;
  /** The views, which the engine creates where they are missing. */
  readonly schemas: readonly ViewSchema[];
  readonly logger: Logger;
  /** The clock that ends values. */
  readonly now: () => Date;
  /** Whether the clock is trusted enough to remove what has expired. */
  readonly mayRemove: () => boolean;
}

export interface Engine<E extends EventShape, Q extends QueueTypes> {
  /** The event log. It holds personal data as ciphertext: roles open it with the keys. */
  readonly log: EventStore<E> & Feed<E>;
  readonly keys: KeyStore;
  readonly views: ReadStore;
  /** Names of the views that are empty although the log may be long: new ones, and those whose definition changed. */
  readonly newViews: readonly string[];
  readonly values: ExpiringStore;
  readonly state: DurableStore;
  readonly checkpoints: Checkpoints;
  readonly leases: Leases;
  readonly blobs: BlobStore;
  readonly checks: CheckQueue<Q['checkOrder'], Q['checkReport']>;
  readonly screenshots: CheckQueue<Q['screenshotOrder'], Q['screenshotReport']>;
  readonly secrets: Secrets;
  /**
   * Makes what was deleted from the views and values so far unreadable in the bytes of their files, where an engine can.
   * @throws Error when it cannot do so now; try again later.
   */
  eraseDeleted(): Promise<void>;
  /** Runs the role that a module exports as `run`, apart from the requests of this process: see `RoleModule`. */
  runRole(role: RoleToRun): RunningRole;
  /** Closes everything. The engine must not be used afterwards. */
  close(): Promise<void>;
}

/** A role that an engine may run in a worker thread. */
export interface RoleToRun {
  /** The module, which exports `run: RunRole`. */
  readonly module: URL;
  /** JSON for `run`. */
  readonly data: unknown;
  /** Receives what the role posts. A commit that the role posts after is visible to `views` by then. */
  readonly onMessage: (message: unknown) => void;
  /** The role exited and will be restarted; null: it was restarted. */
  readonly onTrouble: (reason: string | null) => void;
}

/** What a role's module exports as `run`. Messages are JSON. */
export type RunRole<E extends EventShape> = (
  parts: RoleParts<E>,
  data: unknown,
  post: (message: unknown) => void,
) => RunningRole;

/** The parts of an engine that a role started by `runRole` gets. */
interface RoleParts<E extends EventShape> {
  readonly log: EventStore<E> & Feed<E>;
  readonly keys: KeyStore;
  readonly views: ReadStore;
  readonly logger: Logger;
}

export interface RunningRole {
  /** Ends the role and resolves when it has ended; what it committed stays. */
  stop(): Promise<void>;
}
