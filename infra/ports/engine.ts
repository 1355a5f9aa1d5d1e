/** All storage behind one port: a process opens one engine, and each role uses the parts it needs. */

import type { CheckQueue } from './process/check-queue.ts';
import type { LinkStatusTopic } from './process/link-status.ts';
import type { Logger } from './process/logger.ts';
import type { Metric } from './process/metric.ts';
import type { SecretName, Secrets } from './process/secrets.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { Checkpoints } from './storage/checkpoints.ts';
import type { DurableStore } from './storage/durable-store.ts';
import type { EventShape, EventStore, Feed } from './storage/event-store.ts';
import type { ExpiringStore } from './storage/expiring-store.ts';
import type { KeyStore } from './storage/key-store.ts';
import type { Leases } from './storage/leases.ts';
import type { ReadStore, ViewSchema } from './storage/read-store.ts';

/** What goes through the two queues between the server and its checkers. */
export interface QueueTypes {
  readonly checkOrder: { readonly checkId: string };
  readonly checkReport: { readonly checkId: string };
  readonly screenshotOrder: { readonly checkId: string };
  readonly screenshotReport: { readonly checkId: string };
}

/** How Kafka is reached. */
export interface KafkaServers {
  /** host:port pairs. */
  readonly brokers: readonly string[];
  readonly ssl: boolean;
  /** A PEM file with the certificate authorities of the brokers; null: those of the system. */
  readonly caFile: string | null;
  readonly sasl: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  } | null;
}

/** The servers of a distributed engine; null where no role of the process needs one. The URLs may hold credentials. */
export interface Servers {
  readonly eventStoreUrl: string | null;
  readonly readStoreUrl: string | null;
  /** null also where checks go through the memory of the process. */
  readonly kafka: KafkaServers | null;
  /** Comes before the names of streams and topics, where installations share servers. */
  readonly namespace: string;
}

/** What an engine is opened with. */
export interface EngineOptions {
  /** null: the embedded engine. */
  readonly servers?: Servers | null;
  /** Secrets of the environment. An embedded engine has its own where one is null. */
  readonly secrets?: Readonly<Record<SecretName, string | null>>;
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
  /** null: this engine publishes no statuses. */
  readonly linkStatus: LinkStatusTopic | null;
  /** Whether other processes may work on the same stores. */
  readonly isShared: boolean;
  /** Figures for `/metrics` that only this engine has. */
  readonly metrics: readonly Metric[];
  /**
   * Makes what was deleted from the views and values so far unreadable in the bytes of their files, where an engine can.
   * @throws Error when it cannot do so now; try again later.
   */
  eraseDeleted(): Promise<void>;
  /** Runs the role that a module exports as `run`, apart from the requests of this process: see `RoleModule`. */
  runRole(role: RoleToRun): RunningRole;
  /**
   * Fills views beside the caller, in a thread with stores of its own, and then puts them in the place of the old ones.
   * null: the engine has no thread for it.
   * @throws the error of the thread; the views are then as they were before.
   */
  readonly fillBeside: ((task: ViewsToFill) => Promise<void>) | null;
  /** Runs the reader that a module exports as `read`, apart from the requests of this process where the engine can. */
  runReader(reader: ReaderToRun): RunningReader;
  /** Closes everything. The engine must not be used afterwards. */
  close(): Promise<void>;
}

/** A role that an engine may run in a worker thread, or else where it is called. */
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

/** Views that an engine fills in a thread. */
export interface ViewsToFill {
  /** The module, which exports `fill: FillViews`. */
  readonly module: URL;
  /** Names of the views. */
  readonly views: readonly string[];
  /** Receives what the module posts. */
  readonly onMessage: (message: unknown) => void;
}

/** What the module of `ViewsToFill` exports as `fill`: fills the named views, which are empty. Messages are JSON. */
export type FillViews<E extends EventShape> = (
  parts: RoleParts<E>,
  views: readonly string[],
  post: (message: unknown) => void,
) => Promise<void>;

/** The parts of an engine that work in a thread of its own gets. */
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

/** A reader of the views that an engine may run in a worker thread, or else where it is called. */
export interface ReaderToRun {
  /** The module, which exports `read: RunReader`. */
  readonly module: URL;
  /** Receives what the reader posts. */
  readonly onMessage: (message: unknown) => void;
  /** The reader exited and will be restarted: what was posted to it before gets no answer. */
  readonly onExit: () => void;
}

/** What a reader's module exports as `read`: it receives messages and posts others. Messages can be cloned. */
export type RunReader = (
  parts: { readonly views: ReadStore; readonly logger: Logger },
  post: (message: unknown) => void,
) => (message: unknown) => void;

export interface RunningReader {
  /** Posts a message to the reader. */
  post(message: unknown): void;
  /** Ends the reader and resolves when it has ended. */
  stop(): Promise<void>;
}
