/** Starts processes that work on the state in MongoDB: see `worker.ts`. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Mongo } from '../../engines/mongodb/database.ts';
import { waitUntil } from '../wait-until.ts';
import type { Job, Report } from './worker.ts';

export interface Worker {
  /** All reports so far. */
  readonly reports: readonly Report[];
  give(job: Job): void;
  /** The first report of this kind, which may still be to come. */
  report<Kind extends Report['kind']>(kind: Kind): Promise<Extract<Report, { kind: Kind }>>;
  signal(signal: NodeJS.Signals): void;
}

/** Starts a process on the database of `mongo` and resolves when it is connected. It is killed after the test. */
export async function startWorker(t: ExecutionContext, url: string, { db }: Mongo): Promise<Worker> {
  const file = path.join(import.meta.dirname, 'worker.ts');
  const child: ChildProcess = fork(file, [url, db.databaseName], { execArgv: [] });
  const reports: Report[] = [];
  let code: number | null = null;
  child.on('message', (message: Report) => void reports.push(message));
  child.once('exit', (ended) => {
    code = ended;
  });
  t.teardown(() => child.kill('SIGKILL'));
  const worker: Worker = {
    reports,
    give: (job) => void child.send(job),
    async report(kind) {
      type Wanted = Extract<Report, { kind: typeof kind }>;
      const isWanted = (each: Report): each is Wanted => each.kind === kind;
      return waitUntil(() => {
        if (code !== null && code !== 0) throw new Error(`the process ended with ${code}`);
        return reports.find(isWanted);
      });
    },
    signal: (signal) => void child.kill(signal),
  };
  await worker.report('ready');
  return worker;
}
