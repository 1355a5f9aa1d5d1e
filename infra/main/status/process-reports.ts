/**
 * Reports of all processes. On an engine that processes share, each stores its own report every few seconds among the
 * expiring values, so that the report of an ended process disappears. Otherwise the only process is asked.
 */

import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import type { ProcessReport } from './process-report.ts';

/** Milliseconds between two reports. */
const BEAT_MS = 10_000;
/** A process without a report for this long, in milliseconds, counts as gone. */
const SILENT_MS = 30_000;
const KIND = 'process-report';
const ALL = 'all';

interface ProcessReportsDeps {
  /** null: this process is the only one. */
  readonly values: Pick<ExpiringStore, 'put' | 'remove' | 'listOf'> | null;
  /** The report of this process. */
  readonly own: () => Promise<ProcessReport>;
  readonly logger: Logger;
  readonly now: () => Date;
}

export class ProcessReports {
  readonly #deps: ProcessReportsDeps;
  /** Ends the pause before the next report. */
  #soon = new AbortController();

  constructor(deps: ProcessReportsDeps) {
    this.#deps = deps;
  }

  /** The reports of all processes, by roles and machine. */
  async list(): Promise<readonly ProcessReport[]> {
    const { values, own } = this.#deps;
    if (values === null) return [await own()];
    const stored = (await values.listOf<ProcessReport>(KIND, ALL)).map(({ value }) => value);
    const nameOf = ({ process: { roles, machine, id } }: ProcessReport) => `${roles} ${machine} ${id}`;
    return stored.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  }

  /** The state of this process has changed: it reports at once. */
  reportSoon(): void {
    this.#soon.abort();
  }

  /** Stores the report of this process until aborted; does nothing if it is the only one. */
  async run(signal: AbortSignal): Promise<void> {
    const { values, own, logger, now } = this.#deps;
    if (values === null) return;
    let stored: string | null = null;
    for (let isFailing = false; !signal.aborted; ) {
      try {
        const report = await own();
        stored = report.process.id;
        await values.put(KIND, stored, report, new Date(now().getTime() + SILENT_MS).toISOString(), ALL);
        isFailing = false;
      } catch (err) {
        if (!isFailing) logger.warn({ err }, 'could not report the state of this process to the others; trying again');
        isFailing = true;
      }
      await pauseFor(BEAT_MS, AbortSignal.any([signal, this.#soon.signal]));
      this.#soon = new AbortController();
    }
    // If this fails, the others notice a little later.
    if (stored !== null) await values.remove(KIND, stored).catch(() => undefined);
  }
}
