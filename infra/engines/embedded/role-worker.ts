/** The entry of a role's thread: opens the files again, runs the role, and reports its commits to the views. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '../../observability/logger.ts';
import type { RunRole } from '../../ports/engine.ts';
import type { EventShape } from '../../ports/storage/event-store.ts';
import { FOLLOWER_CACHE_MIB, openSqliteEvents } from './log/event-log.ts';
import { openSqliteKeys } from './stores/key-store.ts';
import type { FromRole, RoleWorkerData, ToRole } from './threads/role-messages.ts';
import { openSqliteViewsAgain } from './views/view-store.ts';

/** On the scale of `nice`: beside a busy thread on its core this thread gets a sixth, some hundred events a second. */
const NICENESS = 7;

if (parentPort === null) throw new Error('this file runs only as a thread of the server');
const port = parentPort;
const { files, schemas, logLevel, module, data }: RoleWorkerData = workerData;

// On few cores requests have priority, but must not take all: checks keep a browser busy, and their results must appear
// soon. Only Linux has a priority for each thread: elsewhere this would be the priority of the whole process.
if (process.platform === 'linux') os.setPriority(NICENESS);

const post = (message: FromRole) => port.postMessage(message);
const log = openSqliteEvents<EventShape>(files.events, { cacheMiB: FOLLOWER_CACHE_MIB });
const keys = openSqliteKeys(files.keys);
const views = openSqliteViewsAgain(files.views, schemas);
views.onCommit((written) => post({ kind: 'written', written }));

const { run }: { readonly run: RunRole<EventShape> } = await import(module);
const role = run({ log, keys, views, logger: createLogger(logLevel) }, data, (message) =>
  post({ kind: 'message', message }),
);

port.on('message', (message: ToRole) => {
  if (message === 'appended') log.notifyCommit();
  else void stop();
});

async function stop(): Promise<void> {
  await role.stop();
  await log.close();
  views.close();
  keys.close();
  port.close();
}
