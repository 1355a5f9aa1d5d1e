/** All storage behind one port: a process opens one engine, and each role uses the parts that it needs. */

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

/** The messages in the queues between the server and its checkers. */
export interface QueueTypes {
  readonly checkOrder: { readonly checkId: string };
  readonly checkReport: { readonly checkId: string };
  readonly screenshotOrder: { readonly checkId: string };
  readonly screenshotReport: { readonly checkId: string };
  readonly printOrder: { readonly checkId: string };
  readonly printReport: { readonly checkId: string };
}

/** How to reach Kafka. */
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

/** The servers of a distributed engine; null if no role of the process needs one. The URLs may contain credentials. */
export interface Servers {
  readonly eventStoreUrl: string | null;
  readonly readStoreUrl: string | null;
  /** null also if checks go through the memory of the process. */
  readonly kafka: KafkaServers | null;
  /** The prefix of streams and topics, if installations share servers. */
  readonly namespace: string;
}

/** The settings with which an engine is opened. */
export interface EngineOptions {
  /** null: the embedded engine. */
  readonly servers?: Servers | null;
  /** Secrets of the environment. An embedded engine has its own secret for each null. */
  readonly secrets?: Readonly<Record<SecretName, string | null>>;
  /** The folder of an embedded engine. */
  readonly dataDir: string;
  readonly logLevel: string;
  /** The views; the engine creates missing ones. */
  readonly schemas: readonly ViewSchema[];
  readonly logger: Logger;
  /** The clock that ends values. */
  readonly now: () => Date;
  /** Whether the clock is trusted enough to remove expired values. */
  readonly mayRemove: () => boolean;
}

export interface Engine<E extends EventShape, Q extends QueueTypes> {
  /** The event log. It contains personal data as ciphertext: roles decrypt it with the keys. */
  readonly log: EventStore<E> & Feed<E>;
  readonly keys: KeyStore;
  readonly views: ReadStore;
  /** Names of the views that are empty although the log may be long: new views, and views with a changed definition. */
  readonly newViews: readonly string[];
  readonly values: ExpiringStore;
  readonly state: DurableStore;
  readonly checkpoints: Checkpoints;
  readonly leases: Leases;
  readonly blobs: BlobStore;
  readonly checks: CheckQueue<Q['checkOrder'], Q['checkReport']>;
  readonly screenshots: CheckQueue<Q['screenshotOrder'], Q['screenshotReport']>;
  readonly prints: CheckQueue<Q['printOrder'], Q['printReport']>;
  readonly secrets: Secrets;
  /** null: this engine publishes no statuses. */
  readonly linkStatus: LinkStatusTopic | null;
  /** Whether other processes may work on the same stores. */
  readonly isShared: boolean;
  /** Figures for `/metrics` that only this engine has. */
  readonly metrics: readonly Metric[];
  /**
   * Makes everything deleted from the views and values so far unreadable in the bytes of their files, if the engine
   * can.
   * @throws Error if that is not possible now; try again later.
   */
  eraseDeleted(): Promise<void>;
  /** Runs the role that a module exports as `run`, separate from the requests of this process: see `RoleModule`. */
  runRole(role: RoleToRun): RunningRole;
  /**
   * Fills views beside the caller, in a thread with its own stores, and then replaces the old ones with them. null if
   * the engine has no thread for this.
   * @throws the error of the thread; the views then stay as they were.
   */
  readonly fillBeside: ((task: ViewsToFill) => Promise<void>) | null;
  /** Runs the reader that a module exports as `read`, separate from the requests of this process if the engine can. */
  runReader(reader: ReaderToRun): RunningReader;
  /** Closes everything. The engine must not be used afterwards. */
  close(): Promise<void>;
}

/** A role that an engine may run in a worker thread, or else in the caller's. */
export interface RoleToRun {
  /** The module, which exports `run: RunRole`. */
  readonly module: URL;
  /** JSON for `run`. */
  readonly data: unknown;
  /** Receives the role's messages. A commit before a message is then visible to `views`. */
  readonly onMessage: (message: unknown) => void;
  /** Called when the role exited and will be restarted; null: it was restarted. */
  readonly onTrouble: (reason: string | null) => void;
}

/** The export `run` of a role's module. Messages are JSON. */
export type RunRole<E extends EventShape> = (
  parts: ThreadParts<E>,
  data: unknown,
  post: (message: unknown) => void,
) => RunningRole;

/** Views that an engine fills in a thread. */
export interface ViewsToFill {
  /** The module, which exports `fill: FillViews`. */
  readonly module: URL;
  /** Names of the views. */
  readonly views: readonly string[];
  /** Receives the module's messages. */
  readonly onMessage: (message: unknown) => void;
}

/** The export `fill` of the module of `ViewsToFill`: fills the named views, which are empty. Messages are JSON. */
export type FillViews<E extends EventShape> = (
  parts: ThreadParts<E>,
  views: readonly string[],
  post: (message: unknown) => void,
) => Promise<void>;

/** The parts of an engine for work in its own thread. */
interface ThreadParts<E extends EventShape> {
  readonly log: EventStore<E> & Feed<E>;
  readonly keys: KeyStore;
  readonly views: ReadStore;
  readonly logger: Logger;
}

export interface RunningRole {
  /** Ends the role and resolves when it has ended; what it committed stays. */
  stop(): Promise<void>;
}

/** A reader of the views that an engine may run in a worker thread, or else in the caller's. */
export interface ReaderToRun {
  /** The module, which exports `read: RunReader`. */
  readonly module: URL;
  /** Receives the reader's messages. */
  readonly onMessage: (message: unknown) => void;
  /** Called when the reader exited and will be restarted: earlier messages to it get no answer. */
  readonly onExit: () => void;
}

/** The export `read` of a reader's module: it receives messages and posts others. Messages can be cloned. */
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
