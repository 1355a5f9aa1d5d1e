/**
 * Records who is due an alert mail; scheduled/send-alert-mails.ts sends the mails. Starts with new events: past alerts
 * are not mailed, nor does a rebuild of the views send mails.
 */
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type Audience, alerts } from '../../projections/views/links/alerts.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import type { TrustedClock } from '../clock/clock-guard.ts';
import { teamIdOf, userIdOf } from '../contract/scope.ts';
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

export function alertMails(deps: AlertMailsDeps): Reactor {
  return {
    name: 'alert-mails',
    failing: 'could not record who waits for an alert mail; trying again',
    from: 'now',
    beforeBatch: (batch, signal) => addWaiting(deps, batch, signal),
  };
}

/** Adds everyone who may see a new alert of these events to the people who wait for a mail. */
async function addWaiting(deps: AlertMailsDeps, batch: readonly Recorded[], signal: AbortSignal): Promise<void> {
  const { reads, state, now, clock } = deps;
  const at = clock.trusted();
  // A clock that is ahead would make every event look old. Extra people do no harm: old alerts are not mailed.
  const since = at === null ? '' : new Date(at.getTime() - DAY_MS).toISOString();
  const recent = batch.filter((event) => isMailed(event) && event.metadata.at >= since);
  const last = recent.at(-1);
  if (last === undefined || !(await waitForViews(reads, [alerts], last.position, signal))) return;
  const ids = recent.flatMap(({ data }) => ('linkId' in data ? data.linkId : []));
  const docs = await reads.getMany(alerts, [...new Set(ids)]);
  const positions = new Set(recent.map(({ position }) => position));
  const alerted = docs.filter((doc) => doc.alerts.some(({ position }) => positions.has(position)));
  const people = await peopleOf(reads, new Set(alerted.map(({ audience }) => audience)));
  for (const userId of people) {
    // Nobody waits this long: people wait until the end of the day at most.
    const end = new Date(now().getTime() + 2 * DAY_MS).toISOString();
    const waiting = await state.get(WAITING, userId);
    if (waiting === null) await state.put(WAITING, userId, now().toISOString(), end, EVERYBODY);
  }
}

async function peopleOf(reads: ReadStore, audiences: ReadonlySet<Audience>): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  for (const audience of audiences) {
    const [person, teamId] = [userIdOf(audience), teamIdOf(audience)];
    if (person !== null) people.add(person);
    if (teamId === null) continue;
    const { rows } = await reads.find(memberships, { where: { teamId } });
    for (const { userId } of rows) people.add(userId);
  }
  return people;
}
