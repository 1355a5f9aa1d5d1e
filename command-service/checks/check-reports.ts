/** Records what the checkers report. Every decision is made once: a repeated report changes nothing. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { CheckOrder, CheckReport } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Observation, Verdict } from '../contract/observation.ts';
import { handle } from '../core/handle.ts';
import { check } from '../model/check/decider.ts';
import { boundObservation } from './bound-observation.ts';

/** The attempts of checks without a report: one entry for each process that took reports, all under one owner. */
const ATTEMPTS = 'check-attempts';
const OPEN = 'open';
/** Milliseconds after which an attempt no longer counts. */
const ATTEMPT_MS = 24 * 60 * 60 * 1000;
/** Shortest time between two writes in ms: checks are many, and most are over soon. */
const WRITE_EVERY_MS = 20;

/** How often each check was begun. */
type Attempts = Readonly<Record<string, number>>;

interface ReportDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly state: Pick<DurableStore, 'put'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** Takes the reports of checkers, and remembers which checks were begun in case one of them ends its checker. */
export class CheckReports {
  readonly #deps: ReportDeps;
  readonly #process = randomUUID();
  readonly #begun = new Map<string, number>();
  #isChanged = false;
  #writing: Promise<void> | null = null;

  constructor(deps: ReportDeps) {
    this.#deps = deps;
  }

  async take(report: CheckReport): Promise<void> {
    const { checkId } = report;
    switch (report.kind) {
      case 'begun':
        this.#count(checkId, (this.#begun.get(checkId) ?? 0) + 1);
        return;
      case 'left':
        this.#count(checkId, (this.#begun.get(checkId) ?? 0) - 1);
        return this.written();
      case 'checked':
        await recordReport(this.#deps.store, report, report.observation, report.verdict, this.#deps.now);
        return this.#count(checkId, 0);
      default: {
        const _: never = report;
        return _;
      }
    }
  }

  /** Resolves when the attempts so far are stored. */
  async written(): Promise<void> {
    await this.#writing;
  }

  #count(checkId: string, attempts: number): void {
    if (attempts > 0) this.#begun.set(checkId, attempts);
    else this.#begun.delete(checkId);
    this.#isChanged = true;
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    const { state, logger, now } = this.#deps;
    while (this.#isChanged) {
      this.#isChanged = false;
      const attempts: Attempts = Object.fromEntries(this.#begun);
      const end = new Date(now().getTime() + ATTEMPT_MS).toISOString();
      try {
        await state.put(ATTEMPTS, this.#process, attempts, end, OPEN);
      } catch (error) {
        // Losing a count only means that the check may be repeated once more.
        logger.warn({ err: error }, 'attempts of checks cannot be stored');
      }
      await pause(WRITE_EVERY_MS);
    }
    this.#writing = null;
  }
}

/** The attempts of checks without a report. */
export async function attemptsOfOpenChecks(state: Pick<DurableStore, 'listOf'>): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const { value } of await state.listOf<Attempts>(ATTEMPTS, OPEN)) {
    for (const [checkId, attempts] of Object.entries(value)) sums.set(checkId, (sums.get(checkId) ?? 0) + attempts);
  }
  return sums;
}

/** Records the result of a check. */
export async function recordReport(
  store: EventStore<LinkledgerEvent>,
  { linkId, checkId }: Pick<CheckOrder, 'linkId' | 'checkId'>,
  observation: Observation,
  verdict: Verdict,
  now: () => Date,
): Promise<void> {
  await handle(
    store,
    check,
    { type: 'RecordCheck', linkId, checkId, observation: boundObservation(observation), verdict },
    { actor: 'checker', correlationId: checkId, causationId: checkId, at: now().toISOString() },
  );
}
