/** The connection to MongoDB that all stores of this engine share. */
import {
  type Db,
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  type MongoClientOptions,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  type TopologyDescription,
} from 'mongodb';
import type { Logger } from '../../ports/process/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { BusyError } from '../../ports/storage/errors.ts';

export interface Mongo {
  readonly client: MongoClient;
  readonly db: Db;
  /** Closes all connections. Waits two seconds at most for a server that does not answer. */
  close(): Promise<void>;
}

const DATABASE = 'linkledger';
const CLOSE_MS = 2_000;
/** A primary that has lost its majority must not make a write wait forever. */
const ACKNOWLEDGE_MS = 10_000;

/**
 * Defaults for options that the URL lacks. The heartbeat cuts a hung connection after 3 seconds. A single answer has no
 * time limit: building the indexes of a large view takes minutes.
 */
const DEFAULTS: MongoClientOptions = {
  appName: 'linkledger',
  connectTimeoutMS: 2_000,
  serverSelectionTimeoutMS: 2_000,
  heartbeatFrequencyMS: 1_000,
};

/** The guarantees of the stores: an acknowledged write is never lost, and a read sees only such writes. */
const PROMISED: MongoClientOptions = {
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: ACKNOWLEDGE_MS },
  retryReads: true,
  retryWrites: true,
  // The driver writes only well-formed text: checking each character again takes a tenth of a long read.
  enableUtf8Validation: false,
};

/**
 * Connects to MongoDB. The database is the one in the URL, else `linkledger`.
 * @throws StartError when the URL is wrong, the server does not answer, or it is not a replica set.
 */
export async function openMongo({ url, logger }: { readonly url: string; readonly logger: Logger }): Promise<Mongo> {
  const redactedUrl = redactMongoUrl(url);
  const client = newClient(url, redactedUrl);
  try {
    await client.connect();
    assertReplicaSet(await client.db('admin').command({ hello: 1 }), redactedUrl);
  } catch (error) {
    await closeClient(client);
    throw startError(error, redactedUrl);
  }
  onPrimary(client, {
    lost: () => logger.warn({ mongodb: redactedUrl }, 'MongoDB does not answer; trying again'),
    found: () => logger.info({ mongodb: redactedUrl }, 'MongoDB answers again'),
  });
  return { client, db: client.db(databaseName(url)), close: () => closeClient(client) };
}

/** Calls `lost` when the replica set loses its primary, and `found` when it has a primary again. */
export function onPrimary(client: MongoClient, { lost, found }: { lost?(): void; found(): void }): void {
  client.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
    const [before, now] = [hasPrimary(previousDescription), hasPrimary(newDescription)];
    if (before && !now) lost?.();
    if (!before && now) found();
  });
}

/** The URL without credentials and options, for logs and errors. */
export function redactMongoUrl(url: string): string {
  const [, scheme = 'mongodb://', rest = ''] = /^([a-z+]+:\/\/)?(.*)$/s.exec(url) ?? [];
  // A password may contain any character, so everything up to the last @ goes.
  return scheme + rest.slice(rest.lastIndexOf('@') + 1).replace(/\?.*$/s, '');
}

/** Codes of a server that is starting or stopping, is not the primary, or could not do or replicate a write in time. */
const UNANSWERED_CODES: ReadonlySet<unknown> = new Set([
  ...[6, 7, 50, 64, 89, 91, 134, 189, 202, 262, 290],
  ...[9_001, 10_107, 11_600, 11_602, 13_435, 13_436],
]);

/** Codes of a socket that broke. */
const BROKEN_CODES: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED']);

/**
 * Whether the connection broke. If it breaks while a command waits to be sent, the driver (7.9.0) rejects with the
 * error of the socket, or, at the end of a transaction, fails with a TypeError about it.
 */
export function isBrokenConnection(error: unknown): boolean {
  if (error instanceof MongoNetworkError) return true;
  if (error instanceof TypeError) return error.message.includes('hasErrorLabel');
  return error instanceof Error && 'code' in error && BROKEN_CODES.has(error.code);
}

/** Whether MongoDB did not answer. The write may have been done anyway, or may still be done: read before deciding. */
export function isUnanswered(error: unknown): boolean {
  // A bulk write wraps the error of the connection.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error) {
    return isUnanswered(error.errorResponse);
  }
  return (
    isBrokenConnection(error) ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoClientClosedError ||
    (error instanceof MongoServerError && UNANSWERED_CODES.has(error.code))
  );
}

/** @throws BusyError if MongoDB did not answer; any other error unchanged. */
export async function busyIfUnanswered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw new BusyError('the database does not answer: try again in a moment', { cause: error });
  }
}

/** The driver's own message about a wrong URL may repeat parts of the URL, so it is not passed on. */
function newClient(url: string, redactedUrl: string): MongoClient {
  const urlOptions = new Set(
    [...new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).keys()].map((key) => key.toLowerCase()),
  );
  const defaults = Object.entries(DEFAULTS).filter(([key]) => !urlOptions.has(key.toLowerCase()));
  try {
    return new MongoClient(url, { ...Object.fromEntries(defaults), ...PROMISED });
  } catch {
    const message = `${redactedUrl} is not a usable MongoDB URL. Write it as mongodb://host:27017/${DATABASE}.`;
    throw new StartError(message);
  }
}

function databaseName(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? DATABASE : decodeURIComponent(name);
}

/** Transactions and change streams need a replica set. */
function assertReplicaSet(hello: Readonly<Record<string, unknown>>, redactedUrl: string): void {
  if (hello.setName !== undefined || hello.msg === 'isdbgrid') return;
  if (hello.isreplicaset === true) throw new StartError(uninitiated(redactedUrl));
  const how = 'MongoDB must be a replica set (one node is enough): start it with --replSet rs0';
  throw new StartError(`${how}, then run rs.initiate() once. ${redactedUrl} is a single server.`);
}

/** Why the first connection failed. */
function startError(error: unknown, redactedUrl: string): StartError {
  if (error instanceof StartError) return error;
  if (error instanceof MongoServerSelectionError && isUninitiated(error.reason)) {
    return new StartError(uninitiated(redactedUrl));
  }
  if (error instanceof MongoServerError && error.code === 18) {
    return new StartError(`MongoDB at ${redactedUrl} refuses the user name or the password in the URL.`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`MongoDB does not answer at ${redactedUrl}: ${reason}. Start it, or correct the URL.`);
}

function uninitiated(redactedUrl: string): string {
  return `The replica set of MongoDB at ${redactedUrl} is not initiated: run rs.initiate() once.`;
}

function isUninitiated(reason: TopologyDescription | undefined): boolean {
  return [...(reason?.servers.values() ?? [])].some(({ type }) => type === 'RSGhost');
}

function hasPrimary({ servers }: TopologyDescription): boolean {
  return [...servers.values()].some(({ isWritable }) => isWritable);
}

async function closeClient(client: MongoClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_MS);
  await Promise.race([client.close(), promise]);
  clearTimeout(timer);
}
