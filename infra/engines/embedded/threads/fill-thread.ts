/** Fills views in a thread, into a separate file, and replaces the old views with them. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ViewsToFill } from '../../../ports/engine.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import type { SqliteViews } from '../views/sqlite-views.ts';
import type { RoleWorkerData } from './role-messages.ts';
import { withoutFunctions } from './supervised-worker.ts';

/** The thread's start data. */
export interface FillWorkerData extends Omit<RoleWorkerData, 'files' | 'data'> {
  readonly files: { readonly events: string; readonly keys: string; readonly draft: string };
  /** The schemas of the views to fill. */
  readonly schemas: readonly ViewSchema[];
}

interface FillThreadDeps {
  readonly task: ViewsToFill;
  readonly files: FillWorkerData['files'];
  readonly schemas: readonly ViewSchema[];
  /** Takes over the filled views. */
  readonly views: Pick<SqliteViews, 'takeOver'>;
  readonly logLevel: string;
}

const SCRIPT = new URL('../fill-worker.ts', import.meta.url);
/** MiB of the nursery: a batch of events survives many collections, and a small nursery would copy it several times. */
const YOUNG_MB = 96;

/** Resolves when the views are filled. If the thread fails, the views stay as they were. */
export async function fillInThread({ task, files, schemas, views, logLevel }: FillThreadDeps): Promise<void> {
  const chosen = schemas.filter(({ name }) => task.views.includes(name));
  const removeDraft = () => rmSync(files.draft, { force: true });
  removeDraft();
  try {
    const workerData: FillWorkerData = {
      ...{ files, logLevel, schemas: withoutFunctions(chosen), module: task.module.href },
    };
    const worker = new Worker(SCRIPT, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.on('message', task.onMessage);
    // Rejects with the error of a thread that fails.
    const [code] = await once(worker, 'exit');
    if (code !== 0) throw new Error('the thread that fills views exited before they were filled');
    views.takeOver(files.draft, chosen);
  } finally {
    removeDraft();
  }
}
