/**
 * Records who is due an alert mail, and where alert rules have something to tell; mail/rounds/send-alert-mails.ts and
 * alert-rules/ send it. Starts with new events: past alerts are not mailed, nor does a rebuild of the views send mails.
 */
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { peopleOf } from '../../projections/alerts/people-of.ts';
import { readInChunks } from '../../projections/alerts/rules/alert-news.ts';
import { alerts, EVERYBODY as EVERYBODY_SEES } from '../../projections/views/links/alerts.ts';
import { alertRules } from '../../projections/views/people/alert-rules.ts';
import { ALERTED, ALL, RULES_SET } from '../alert-rules/rule-progress.ts';
import type { TrustedClock } from '../clock/clock-guard.ts';
import { userScope } from '../contract/scope.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import { EVERYBODY, WAITING } from '../mail/alert-mail-progress.ts';
import type { Reactor, ReactorDeps, Recorded } from './run-reactor.ts';

export interface AlertMailsDeps extends ReactorDeps {
  readonly reads: ReadStore;
  /** The people who wait for a mail. */
  readonly state: DurableStore;
  readonly clock: TrustedClock;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The events with alerts that people can turn on as mails. */
function isMailed(event: Recorded): boolean {
  switch (event.type) {
    case 'LinkStatusChanged':
    case 'LinkExpiryNoticed':
    case 'LinkUncheckedNoticed':
      return true;
    case 'LinkChecked':
      return event.data.verdict.warnings !== undefined;
    default:
      return false;
  }
}

/** Further events with alerts that rules can tell. */
function isToldByRules({ type }: Recorded): boolean {
  return type === 'LinkDeviationNoticed' || type === 'CheckerFellSilent' || type === 'CheckerResumed';
}

type MarkDeps = Omit<AlertMailsDeps, keyof ReactorDeps> & Pick<ReactorDeps, 'now'>;

export function alertMails(deps: MarkDeps): Reactor {
  return {
    name: 'alert-mails',
    failing: 'could not record who waits for an alert mail; trying again',
    from: 'now',
    beforeBatch: (batch, signal) => addWaiting(deps, batch, signal),
  };
}

async function addWaiting(deps: MarkDeps, batch: readonly Recorded[], signal: AbortSignal): Promise<void> {
  const { reads, state, now, clock } = deps;
  const at = clock.trusted();
  // A clock that is ahead would make every event look old. Extra people do no harm: old alerts are not mailed.
  const since = at === null ? '' : new Date(at.getTime() - DAY_MS).toISOString();
  const recent = batch.filter(
    (event) =>
      (isMailed(event) || isToldByRules(event) || event.type === 'AlertRulesSet') && event.metadata.at >= since,
  );
  const last = recent.at(-1);
  if (last === undefined || !(await waitForViews(reads, [alerts, alertRules], last.position, signal))) return;
  // Nobody waits this long: people wait until the end of the day at most.
  const end = new Date(now().getTime() + 2 * DAY_MS).toISOString();
  for (const { type, data, position } of recent) {
    if (type === 'AlertRulesSet') await state.put(RULES_SET, data.scope, position, end, ALL);
  }
  const ids = recent.map(({ data }) => ('linkId' in data ? data.linkId : EVERYBODY_SEES));
  const docs = await reads.getMany(alerts, [...new Set(ids)]);
  const alertedBy = (events: readonly Recorded[]) => {
    const positions = new Set(events.map(({ position }) => position));
    return docs.filter((doc) => doc.alerts.some(({ position }) => positions.has(position)));
  };
  for (const audience of new Set(alertedBy(recent).map((doc) => doc.audience))) {
    await state.put(ALERTED, audience, last.position, end, ALL);
  }
  const mailed = alertedBy(recent.filter(isMailed));
  const people = [...(await peopleOf(reads, new Set(mailed.map(({ audience }) => audience))))];
  const withRules = new Set((await readInChunks(reads, alertRules, people.map(userScope))).keys());
  for (const userId of people) {
    if (withRules.has(userScope(userId))) continue;
    const waiting = await state.get(WAITING, userId);
    if (waiting === null) await state.put(WAITING, userId, now().toISOString(), end, EVERYBODY);
  }
}
