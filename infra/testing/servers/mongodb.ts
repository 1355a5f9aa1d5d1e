/** The MongoDB of a test file: TEST_MONGODB_URL, else `mongod` on the PATH. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { MongoClient } from 'mongodb';
import { type Mongo, openMongo } from '../../engines/mongodb/database.ts';
import { recordingLogger } from '../recording-logger.ts';
import { findProgram, type ServerProcess, startServer } from './find-server.ts';

export const NO_MONGODB = 'MongoDB: nothing is tested. Set TEST_MONGODB_URL, or put mongod on the PATH';

/** A server that runs; `url` has no database name. */
type MongoDbProcess = ServerProcess & { readonly url: string };

const REPLICA_SET = ['--replSet', 'rs0', '--oplogSize', '256'];
/** A test server holds little. */
const CACHE_GB = 0.25;
/** `connectTimeoutMS` is also the limit of a heartbeat. */
const PATIENCE_MS = { serverSelectionTimeoutMS: 30_000, connectTimeoutMS: 10_000 };
const KEY_FILE = 'members.key';

/** Starts a replica set of one; null if there is no program. */
export async function startMongoDb({ cacheGb = CACHE_GB } = {}): Promise<MongoDbProcess | null> {
  const server = await start(() => [...REPLICA_SET, '--wiredTigerCacheSizeGB', `${cacheGb}`], initiate);
  return server === null ? null : { ...server, url: `mongodb://127.0.0.1:${server.ports[0]}/?replicaSet=rs0` };
}

/** Starts a server that is no replica set, or one that was not initiated; null if there is no program. */
export async function startUnusableMongoDb(kind: 'single' | 'uninitiated'): Promise<MongoDbProcess | null> {
  const server = await start(
    () => (kind === 'single' ? [] : REPLICA_SET),
    async () => true,
  );
  return server === null ? null : { ...server, url: `mongodb://127.0.0.1:${server.ports[0]}/` };
}

/** Starts a replica set of one that wants a password; `url` has the credentials. Null if there is no program. */
export async function startMongoDbWithPassword(user: string, password: string): Promise<MongoDbProcess | null> {
  const keyFile = (folder: string) => {
    const file = path.join(folder, KEY_FILE);
    writeFileSync(file, 'aKeyForTheMembersOfATest', { mode: 0o400 });
    return [...REPLICA_SET, '--auth', '--keyFile', file];
  };
  const server = await start(keyFile, async (client, port) => {
    if (!(await initiate(client, port))) return false;
    await client.db('admin').command({ createUser: user, pwd: password, roles: ['root'] });
    return true;
  });
  const place = `127.0.0.1:${server?.ports[0]}/?authSource=admin`;
  return server && { ...server, url: `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${place}` };
}

/** The server for a suite that only needs one, and how to stop it; null if there is none. */
export async function findMongoDb({ cacheGb = CACHE_GB } = {}): Promise<{
  readonly url: string;
  stop(): Promise<void>;
} | null> {
  const url = process.env.TEST_MONGODB_URL;
  return url === undefined || url === '' ? startMongoDb({ cacheGb }) : { url, stop: async () => {} };
}

/** The URL with a database of its own. */
export function freshDatabase(url: string): string {
  const [, hosts = url, options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${hosts}/ll_${randomBytes(8).toString('hex')}${options}`;
}

/**
 * The URL with a database of its own. Where it says nothing else, its users wait longer for the server than the product
 * does: many tests of a busy machine use it at once.
 */
export function patientDatabase(url: string): string {
  const place = new URL(freshDatabase(url));
  for (const [name, ms] of Object.entries(PATIENCE_MS))
    if (!place.searchParams.has(name)) place.searchParams.set(name, `${ms}`);
  return place.href;
}

/** Connects to a database of its own, which is dropped after the test. */
export async function openFreshMongo(t: ExecutionContext, url: string): Promise<Mongo> {
  const mongo = await openMongo({ url: patientDatabase(url), logger: recordingLogger().logger });
  t.teardown(async () => {
    await mongo.db.dropDatabase();
    await mongo.close();
  });
  return mongo;
}

/** A killed client's locks end after 5 seconds. */
async function start(
  more: (folder: string) => readonly string[],
  prepare: (client: MongoClient, port: number) => Promise<boolean>,
): Promise<ServerProcess | null> {
  const file = findProgram('mongod');
  if (file === null) return null;
  return startServer({
    file,
    ports: 1,
    args: ([port], folder) => [
      ...['--port', `${port}`, '--bind_ip', '127.0.0.1', '--dbpath', folder, '--nounixsocket'],
      ...['--setParameter', 'transactionLifetimeLimitSeconds=5'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ...['--setParameter', 'ttlMonitorSleepSecs=1'],
      ...more(folder),
    ],
    isHealthy: ([port = 0]) =>
      withClient(port, async (client) => {
        await client.db('admin').command({ ping: 1 });
        return prepare(client, port);
      }),
  });
}

/** Makes it a replica set of one, once, and answers whether it takes writes. */
async function initiate(client: MongoClient, port: number): Promise<boolean> {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello.isWritablePrimary === true) return true;
  if (hello.isreplicaset !== true) return false;
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  return false;
}

async function withClient<T>(port: number, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true&serverSelectionTimeoutMS=1000`);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
