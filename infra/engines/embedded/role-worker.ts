/** Keeps the views in a thread of its own, so that nobody who asks for something waits for who writes something. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PERSONAL_FIELDS } from '../../../command-service/events.ts';
import { startProjections } from '../../../projections/runner/start-projections.ts';
import { allViews as all } from '../../../projections/views/all-views.ts';
import { type CommitSummary, summaryOf } from '../../../query-service/live/change-summary.ts';
import { createLogger } from '../../observability/logger.ts';
import { openViewStores } from './engine.ts';
import type { FromViews, RoleWorkerData, ToViews } from './threads/role-messages.ts';

/** As `nice` counts it: beside one busy thread on its core this one has a sixth of it, some hundred events a second. */
const NICENESS = 7;

if (parentPort === null) throw new Error('this file is started by the server, as a thread of it');
const port = parentPort;
const { files, views: names, logLevel }: RoleWorkerData = workerData;
const views = all.filter(({ name }) => names.includes(name));

// Who waits for an answer goes first where cores are few, but not by all: checks keep a browser busy, and are to be seen
// soon. Linux alone has a priority for each thread: elsewhere this would be the whole process's.
if (process.platform === 'linux') os.setPriority(NICENESS);

const tell = (message: FromViews) => port.postMessage(message);
const logger = createLogger(logLevel);
const stores = openViewStores(files, PERSONAL_FIELDS, views, logger);
/** By view: what its commit means, until it is told. */
const summaries = new Map<string, CommitSummary>();

stores.onWritten((written) => tell({ kind: 'written', written }));
const projections = startProjections(views, {
  feed: stores.feed,
  reads: stores.reads,
  logger,
  onCommit: (committed) => void summaries.set(committed.view, summaryOf(committed)),
  onProgress(view, position, head) {
    tell({ kind: 'progress', view, position, head, summary: summaries.get(view) ?? null });
    summaries.delete(view);
  },
  onTrouble: (view, reason) => tell({ kind: 'trouble', view, reason }),
  onStopped: (view, reason) => tell({ kind: 'stopped', view, reason }),
});

port.on('message', (message: ToViews) => {
  if (message === 'appended') stores.appendedElsewhere();
  else void stop();
});

async function stop(): Promise<void> {
  await projections.stop();
  await stores.close();
  port.close();
}
