/** Records what the checkers report. Every decision is made once: a repeated report changes nothing. */
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { EventStore } from '../../infra/ports/event-store.ts';
import type { CheckOrder, CheckReport } from '../check-contract.ts';
import { check } from '../deciders/check.ts';
import type { Observation, Verdict } from '../events/observation.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle } from '../handle.ts';

/** How often a checker began an open check without reporting it, by check id; all are listed under one owner. */
const ATTEMPTS = 'check-attempts';
const OPEN = 'open';
/** Milliseconds after which an attempt no longer counts. */
const ATTEMPT_MS = 24 * 60 * 60 * 1000;

export interface ReportDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly state: DurableStore;
  readonly now: () => Date;
}

/** Takes one report of a checker. */
export async function takeReport(deps: ReportDeps, report: CheckReport): Promise<void> {
  switch (report.kind) {
    case 'begun':
      return countAttempt(deps, report.checkId, 1);
    case 'left':
      return countAttempt(deps, report.checkId, -1);
    case 'checked':
      await recordReport(deps.store, report, report.observation, report.verdict, deps.now);
      return deps.state.remove(ATTEMPTS, report.checkId);
    default: {
      const _: never = report;
      return _;
    }
  }
}

/** The attempts of checks that were begun and not reported. */
export async function attemptsOfOpenChecks(state: Pick<DurableStore, 'listOf'>): Promise<ReadonlyMap<string, number>> {
  const entries = await state.listOf<number>(ATTEMPTS, OPEN);
  return new Map(entries.map(({ key, value }) => [key, value]));
}

/** Records what a check saw. */
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
    { type: 'RecordCheck', linkId, checkId, observation, verdict },
    { actor: 'checker', correlationId: checkId, causationId: checkId, at: now().toISOString() },
  );
}

async function countAttempt({ state, now }: ReportDeps, checkId: string, change: 1 | -1): Promise<void> {
  const attempts = ((await state.get<number>(ATTEMPTS, checkId)) ?? 0) + change;
  if (attempts <= 0) return state.remove(ATTEMPTS, checkId);
  const end = new Date(now().getTime() + ATTEMPT_MS).toISOString();
  await state.put(ATTEMPTS, checkId, attempts, end, OPEN);
}
