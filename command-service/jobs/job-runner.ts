/**
 * Runs the jobs over many links (bulk operations, their undo, status checks), whether or not anybody watches. A job is
 * in the log from its start, so it survives a closed tab and a restart: it resumes after its recorded progress, and
 * skips later links that are already done.
 */
import { inRounds, untilDone } from '../../infra/ports/process/rounds.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import { bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type BulkJobDeps, openBulkJob } from './bulk-job.ts';
import { type LinkJob, type LinkJobTimes, runLinkJob } from './link-job.ts';
import { openStatusCheckJob, type StatusCheckJobDeps } from './status-check-job.ts';

const RETRY_MS = 1_000;

export interface JobRunnerDeps extends BulkJobDeps, StatusCheckJobDeps, LinkJobTimes {
  readonly feed: Feed<LinkledgerEvent>;
}

/** Runs all jobs in the log that have not ended, and each new one, until aborted. Stopping loses nothing. */
export async function runJobs(deps: JobRunnerDeps, signal: AbortSignal): Promise<void> {
  const { feed, logger } = deps;
  const running = new Map<string, Promise<void>>();
  const run = ({ key, resume }: KnownJob) => {
    // An undo may start before the operation's own run has returned.
    const before = running.get(key) ?? Promise.resolve();
    const job = before
      .then(() => keepTrying(deps, key, resume, signal))
      .finally(() => {
        if (running.get(key) === job) running.delete(key);
      });
    running.set(key, job);
  };
  const follow = async () => {
    const { position, jobs } = await openJobs(deps);
    for (const job of jobs) if (!running.has(job.key)) run(job);
    for await (const batch of feed.follow(position, signal)) {
      for (const event of batch) {
        const started = startedBy(deps, event);
        if (started !== null) run(started);
      }
    }
  };
  await inRounds(follow, RETRY_MS, { logger, failing: 'could not look for new jobs; trying again' }, signal);
  await Promise.all(running.values());
}

/** Resumes a job at its recorded progress; returns at once if the job has ended. */
type Resume = (signal: AbortSignal) => Promise<void>;

interface KnownJob {
  readonly key: string;
  readonly resume: Resume;
}

function bulkJob(deps: JobRunnerDeps, batchId: string): KnownJob {
  return {
    key: `bulk ${batchId}`,
    resume: async (signal) => runIfOpen(await openBulkJob(deps, batchId), deps, signal),
  };
}

function statusCheckJob(deps: JobRunnerDeps, runId: string): KnownJob {
  const resume: Resume = async (signal) => runIfOpen(await openStatusCheckJob(deps, runId), deps, signal);
  return { key: `status check ${runId}`, resume };
}

async function runIfOpen<Result>(job: LinkJob<Result> | null, times: LinkJobTimes, signal: AbortSignal): Promise<void> {
  if (job !== null) await runLinkJob(job, times, signal);
}

/** The running jobs, and the position to follow the log from. */
async function openJobs(
  deps: JobRunnerDeps,
): Promise<{ readonly position: number; readonly jobs: readonly KnownJob[] }> {
  const { reads } = deps;
  // Reads the positions first: a job that starts between the reads is then seen twice rather than never.
  const positions = await reads.positions([bulkOperations, statusChecks]);
  const operations = await reads.find(bulkOperations, { where: { state: ['running', 'undoing'] } });
  const runs = await reads.find(statusChecks, { where: { state: 'running' } });
  const jobs = [
    ...operations.rows.map(({ id }) => bulkJob(deps, id)),
    ...runs.rows.map(({ id }) => statusCheckJob(deps, id)),
  ];
  return { position: Math.min(...positions), jobs };
}

function startedBy(deps: JobRunnerDeps, event: LinkledgerEvent): KnownJob | null {
  switch (event.type) {
    case 'BulkStarted':
    case 'BulkUndoStarted':
      return bulkJob(deps, event.data.batchId);
    case 'StatusCheckStarted':
      return statusCheckJob(deps, event.data.runId);
    default:
      return null;
  }
}

/** Resumes the job from the log whenever a store fails. */
function keepTrying(
  { logger, retryMs = RETRY_MS }: JobRunnerDeps,
  job: string,
  resume: Resume,
  signal: AbortSignal,
): Promise<void> {
  const trouble = { logger, failing: 'a job failed; trying again', fields: { job } };
  return untilDone(() => resume(signal), retryMs, trouble, signal);
}
