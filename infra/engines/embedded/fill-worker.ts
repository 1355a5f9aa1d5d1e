/** The entry of a thread that fills views: opens the log, fills an empty file, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '../../observability/logger.ts';
import type { FillViews } from '../../ports/engine.ts';
import type { EventShape } from '../../ports/storage/event-store.ts';
import { FOLLOWER_CACHE_MIB, openSqliteEvents } from './log/event-log.ts';
import { openSqliteKeys } from './stores/key-store.ts';
import type { FillWorkerData } from './threads/fill-thread.ts';
import { openSqliteDraft } from './views/view-store.ts';

if (parentPort === null) throw new Error('this file runs only as a thread of the server');
const port = parentPort;
const { files, schemas, logLevel, module }: FillWorkerData = workerData;
const log = openSqliteEvents<EventShape>(files.events, { cacheMiB: FOLLOWER_CACHE_MIB });
const keys = openSqliteKeys(files.keys);
const views = openSqliteDraft(files.draft, schemas);
const names = schemas.map(({ name }) => name);

const { fill }: { readonly fill: FillViews<EventShape> } = await import(module);
await fill({ log, keys, views, logger: createLogger(logLevel) }, names, (message) => port.postMessage(message));
await log.close();
views.close();
keys.close();
