/**
 * What has to be checked: the checker takes up what is open, the scheduler requests what is wanted or due. A link and
 * its checks are two streams, so a crash can fall between two appends; the state is therefore never stored step by step
 * but follows from facts: where the link is, the addresses it has now, the check last requested and what it came to.
 */

import type { CheckSchedule } from '../../../command-service/events/check.ts';
import type { CheckReason, LinkStatus, ReasonCode } from '../../../command-service/events/observation.ts';
import { isOf } from '../../../command-service/events.ts';
import { FREE_CHECK_SCHEDULE } from '../../../command-service/plans.ts';
import type { Scope } from '../../../command-service/scope.ts';
import { nextCheckAfter } from '../../rules/next-check.ts';
import type { Recorded, View } from '../../view.ts';

/**
 * `wanted`: no check was requested for the addresses the link has now; `open`: one was, and nothing is recorded yet;
 * `done`: it is recorded.
 */
export type CheckState = 'wanted' | 'open' | 'done';

export interface CheckDoc extends CheckFacts {
  readonly state: CheckState;
  /** The check last requested for these addresses; null while one is wanted. */
  readonly checkId: string | null;
  /** Why a check is wanted, or was requested. */
  readonly reason: CheckReason;
  /** When the state began. */
  readonly since: string;
  /**
   * From when on the next check is to be requested, and why; null in the trash, while one is open and where an address
   * is missing. A link that is expected on some day is not looked for before that day.
   */
  readonly nextDueAt: string | null;
  readonly nextReason: CheckReason | null;
}

/** What the events say. */
interface CheckFacts {
  /** The link's id. */
  readonly id: string;
  readonly scope: Scope;
  /** A link in the trash is not given new checks; an open one is still finished. */
  readonly place: 'active' | 'trash';
  /** The addresses the link has now, '' where one is missing; for an open check also those it was requested with. */
  readonly articleLink: string;
  readonly clientLink: string;
  readonly addressesSetAt: string;
  readonly addressesSetBy: 'added' | 'edited';
  /** The day the link is expected. */
  readonly timelineDate: string | null;
  /** The check last requested, whatever its addresses. */
  readonly requested: RequestedCheck | null;
  /** The last status that claimed something of the present addresses. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** Retries requested since the last check that was not one, nor a confirmation. */
  readonly retries: number;
  /** When a check of the link was last recorded. */
  readonly recordedAt: string | null;
  readonly timetable: CheckSchedule;
}

interface RequestedCheck {
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly reason: CheckReason;
  readonly at: string;
  /** null while it is open. */
  readonly outcome: { readonly at: string; readonly status: LinkStatus; readonly code: ReasonCode } | null;
}

const FIELDS = ['state', 'since', 'nextDueAt', 'recordedAt'] as const;
export type CheckField = (typeof FIELDS)[number];

/** One document a link, by link id, from its first event until it is purged. */
export const checks: View<CheckDoc, CheckField> = {
  name: 'checks',
  version: 3,
  fields: FIELDS,
  partition: 'state',
  keys(event) {
    return 'linkId' in event.data ? [event.data.linkId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'link', 'check')) return doc;
    if (event.type === 'LinkAdded') return added(event);
    if (doc === null) return null;
    switch (event.type) {
      case 'LinkEdited':
        return edited(doc, event);
      case 'LinkTrashed':
        return derive({ ...doc, place: 'trash' });
      case 'LinkRestored':
        return derive({ ...doc, place: 'active' });
      case 'LinkPurged':
        return null;
      case 'CheckRequested':
        return requested(doc, event);
      case 'LinkChecked':
        return recorded(doc, event);
      case 'LinkStatusChanged':
        return statusChanged(doc, event);
      case 'LinkMoved':
        return { ...doc, scope: event.data.to };
      case 'CheckTimetableSet': {
        const { everyDays, retries } = event.data;
        return derive({ ...doc, timetable: { everyDays, retries } });
      }
      default:
        event satisfies never;
        return doc;
    }
  },
};

function added({ data, metadata }: Recorded & { type: 'LinkAdded' }): CheckDoc {
  return derive({
    id: data.linkId,
    scope: data.scope,
    place: 'active',
    articleLink: data.articleLink,
    clientLink: data.clientLink,
    addressesSetAt: metadata.at,
    addressesSetBy: 'added',
    timelineDate: data.timelineDate ?? null,
    requested: null,
    lastClaim: null,
    retries: 0,
    recordedAt: null,
    timetable: FREE_CHECK_SCHEDULE,
  });
}

function edited(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkEdited' }): CheckDoc {
  const articleLink = data.changes.articleLink?.to ?? doc.articleLink;
  const clientLink = data.changes.clientLink?.to ?? doc.clientLink;
  const expected = data.changes.timelineDate;
  const timelineDate = expected === undefined ? doc.timelineDate : expected.to;
  if (articleLink === doc.articleLink && clientLink === doc.clientLink) {
    return timelineDate === doc.timelineDate ? doc : derive({ ...doc, timelineDate });
  }
  const addresses = { articleLink, clientLink, addressesSetAt: metadata.at, addressesSetBy: 'edited' } as const;
  return derive({ ...doc, ...addresses, timelineDate });
}

function requested(doc: CheckDoc, { data, metadata }: Recorded & { type: 'CheckRequested' }): CheckDoc {
  const { checkId, articleLink, clientLink, reason, timetable = doc.timetable } = data;
  return derive({
    ...doc,
    timetable,
    requested: { checkId, articleLink, clientLink, reason, at: metadata.at, outcome: null },
    // A confirmation belongs to the check it confirms: a page that answers now so, now so, does not get more retries.
    retries: reason === 'retry' ? doc.retries + 1 : reason === 'confirm' ? doc.retries : 0,
  });
}

function recorded(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkChecked' }): CheckDoc {
  if (doc.requested?.checkId !== data.checkId || doc.requested.outcome !== null) return doc;
  const { status, reason: code } = data.verdict;
  const outcome = { at: metadata.at, status, code };
  return derive({ ...doc, requested: { ...doc.requested, outcome }, recordedAt: metadata.at });
}

function statusChanged(doc: CheckDoc, { data }: Recorded & { type: 'LinkStatusChanged' }): CheckDoc {
  const { to, reason } = data;
  const lastClaim = reason === 'address-changed' ? null : to === 'pending' ? doc.lastClaim : to;
  return lastClaim === doc.lastClaim ? doc : derive({ ...doc, lastClaim });
}

function derive(facts: CheckFacts): CheckDoc {
  const { id, place, requested: check, lastClaim, retries } = facts;
  const inTrash = place === 'trash';
  if (check === null || check.articleLink !== facts.articleLink || check.clientLink !== facts.clientLink) {
    const { addressesSetAt: since, addressesSetBy: reason } = facts;
    const due = inTrash ? NOT_DUE : firstDue(facts);
    return { ...facts, ...due, state: 'wanted', checkId: null, reason, since };
  }
  const { checkId, reason, outcome } = check;
  if (outcome === null) return { ...facts, ...NOT_DUE, state: 'open', checkId, reason, since: check.at };
  const next = inTrash ? null : nextCheckAfter(id, { ...outcome, lastClaim, retries }, facts.timetable);
  const due = next === null ? NOT_DUE : { nextDueAt: next.at, nextReason: next.reason };
  return { ...facts, ...due, state: 'done', checkId, reason, since: outcome.at };
}

/** When addresses that no check was requested for are looked at. */
function firstDue({ articleLink, clientLink, addressesSetAt, addressesSetBy, timelineDate, requested }: CheckFacts) {
  if (articleLink === '' || clientLink === '') return NOT_DUE;
  // Once it was looked for, it is looked for again at once wherever it is said to be.
  const expectedAt = timelineDate === null || requested !== null ? '' : `${timelineDate}T00:00:00.000Z`;
  return { nextDueAt: expectedAt > addressesSetAt ? expectedAt : addressesSetAt, nextReason: addressesSetBy };
}

const NOT_DUE = { nextDueAt: null, nextReason: null };
