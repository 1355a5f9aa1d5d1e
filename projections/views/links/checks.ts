/**
 * The checks to do: checkers work on open checks, the scheduler requests wanted and due checks. A link and its checks
 * are two streams, and a crash can come between two appends. So the state is always derived from facts: whether the
 * link is in the trash, its addresses, the last requested check and its result.
 */

import { isOf } from '../../../command-service/contract/events.ts';
import type { CheckReason, LinkStatus, Matching, ReasonCode } from '../../../command-service/contract/observation.ts';
import { FREE_CHECK_SCHEDULE } from '../../../command-service/contract/plans.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { CheckSchedule } from '../../../command-service/model/check/events.ts';
import { nextCheckAfter } from '../../rules/next-check.ts';
import type { Recorded, View } from '../../view.ts';

/**
 * `wanted`: no check was requested for the present addresses; `open`: a check was requested and has no result yet;
 * `done`: it has a result.
 */
export type CheckPhase = 'wanted' | 'open' | 'done';

export interface CheckDoc extends CheckFacts {
  readonly state: CheckPhase;
  /** The last check requested for the present addresses; null while a check is wanted. */
  readonly checkId: string | null;
  /** Why a check is wanted or was requested. */
  readonly reason: CheckReason;
  /** When this state began. */
  readonly since: string;
  /**
   * When to request the next check, and why; null in the trash, while a check is open, and without both addresses. A link
   * expected on a later day is not checked before that day.
   */
  readonly nextDueAt: string | null;
  readonly nextReason: CheckReason | null;
}

/** Facts from the events; the rest is derived. */
interface CheckFacts {
  /** The link's id. */
  readonly id: string;
  readonly scope: Scope;
  /** A link in the trash gets no new checks, but an open check is finished. */
  readonly place: 'active' | 'trash';
  /** The present addresses; '' if one is missing. */
  readonly articleLink: string;
  readonly clientLink: string;
  readonly addressesSetAt: string;
  readonly addressesSetBy: 'added' | 'edited';
  /** The day on which the link is expected. */
  readonly timelineDate: string | null;
  /** The last requested check, of any addresses. */
  readonly requested: RequestedCheck | null;
  /** The last status of the present addresses other than pending. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** While a correction counts: `lastClaim` as the checks left it. */
  readonly corrected: { readonly lastClaim: 'live' | 'removed' | null } | null;
  /** Retries requested since the last check that was neither a retry nor a confirmation. */
  readonly retries: number;
  /** When the last result was recorded. */
  readonly recordedAt: string | null;
  readonly timetable: CheckSchedule;
}

interface RequestedCheck {
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly reason: CheckReason;
  readonly at: string;
  /** Which addresses count as the client link; absent for `exact`. */
  readonly matching?: Matching;
  /** Whether a browser must look at the link. */
  readonly look?: true;
  /** Where the article's redirects ended when the link was last found; absent without redirects. */
  readonly articleEnd?: string;
  /** null while the check is open. */
  readonly outcome: CheckOutcome | null;
}

interface CheckOutcome {
  readonly at: string;
  readonly status: LinkStatus;
  readonly code: ReasonCode;
  /** A person corrected the outcome, so a loss needs no confirmation. */
  readonly isCorrected?: true;
}

const FIELDS = ['state', 'since', 'nextDueAt', 'recordedAt'] as const;
export type CheckField = (typeof FIELDS)[number];

/** One document per link, by link id, until it is purged. */
export const checks: View<CheckDoc, CheckField> = {
  name: 'checks',
  version: 5,
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
      case 'VerdictJudgedAgain':
        return judgedAgain(doc, event);
      case 'LinkMoved':
        return { ...doc, scope: event.data.to };
      case 'VerdictCorrected':
        return derive({
          ...withOutcome(doc, (outcome) => ({ ...outcome, isCorrected: true })),
          corrected: doc.corrected ?? { lastClaim: doc.lastClaim },
        });
      case 'CorrectionUndone':
        return derive({
          ...withOutcome(doc, ({ isCorrected, ...outcome }) => outcome),
          lastClaim: doc.corrected === null ? doc.lastClaim : doc.corrected.lastClaim,
          corrected: null,
        });
      case 'CheckTimetableSet': {
        const { linkId: _, ...timetable } = event.data;
        return derive({ ...doc, timetable });
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
    corrected: null,
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
  const { checkId, articleLink, clientLink, reason, matching, look, articleEnd, timetable = doc.timetable } = data;
  const how = { ...(matching && { matching }), ...(look && { look }), ...(articleEnd && { articleEnd }) };
  return derive({
    ...doc,
    timetable,
    requested: { checkId, articleLink, clientLink, reason, at: metadata.at, ...how, outcome: null },
    // A confirmation belongs to the check it confirms: an unsteady page must not get more retries.
    retries: reason === 'retry' ? doc.retries + 1 : reason === 'confirm' ? doc.retries : 0,
  });
}

function recorded(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkChecked' }): CheckDoc {
  if (doc.requested?.checkId !== data.checkId || doc.requested.outcome !== null) return doc;
  const { status, reason: code } = data.verdict;
  const outcome = { at: metadata.at, status, code };
  // A check that agrees replaces the correction; the event of a changed status ends it.
  const corrected = status === data.before?.status ? null : doc.corrected;
  return derive({ ...doc, corrected, requested: { ...doc.requested, outcome }, recordedAt: metadata.at });
}

/** The next check follows from the new verdict. */
function judgedAgain(doc: CheckDoc, { data }: Recorded & { type: 'VerdictJudgedAgain' }): CheckDoc {
  const { requested } = doc;
  if (requested === null || requested.checkId !== data.checkId || requested.outcome === null) return doc;
  const { status, reason: code } = data.verdict;
  const changed = doc.corrected !== null && status !== data.from;
  const corrected = changed && status !== 'pending' ? { lastClaim: status } : doc.corrected;
  return derive({ ...doc, corrected, requested: { ...requested, outcome: { ...requested.outcome, status, code } } });
}

function statusChanged(doc: CheckDoc, { data }: Recorded & { type: 'LinkStatusChanged' }): CheckDoc {
  const { to, reason } = data;
  const lastClaim = reason === 'address-changed' ? null : to === 'pending' ? doc.lastClaim : to;
  const corrected = reason.startsWith('corrected-') ? doc.corrected : null;
  return lastClaim === doc.lastClaim && corrected === doc.corrected ? doc : derive({ ...doc, lastClaim, corrected });
}

/** The facts with a changed outcome of the last check, if it has an outcome. */
function withOutcome(doc: CheckDoc, change: (outcome: CheckOutcome) => CheckOutcome): CheckDoc {
  const outcome = doc.requested?.outcome;
  if (doc.requested === null || outcome == null) return doc;
  return { ...doc, requested: { ...doc.requested, outcome: change(outcome) } };
}

function derive(facts: CheckFacts): CheckDoc {
  const { place, requested: check, lastClaim, retries } = facts;
  const inTrash = place === 'trash';
  if (check === null || check.articleLink !== facts.articleLink || check.clientLink !== facts.clientLink) {
    const { addressesSetAt: since, addressesSetBy: reason } = facts;
    const due = inTrash ? NOT_DUE : firstDue(facts);
    return { ...facts, ...due, state: 'wanted', checkId: null, reason, since };
  }
  const { checkId, reason, outcome } = check;
  if (outcome === null) return { ...facts, ...NOT_DUE, state: 'open', checkId, reason, since: check.at };
  const { at, status, code, isCorrected } = outcome;
  const last = { at, status, code, lastClaim: isCorrected ? null : lastClaim, retries };
  const next = inTrash ? null : nextCheckAfter(pageOf(facts.articleLink), last, facts.timetable);
  const due = next === null ? NOT_DUE : { nextDueAt: next.at, nextReason: next.reason };
  return { ...facts, ...due, state: 'done', checkId, reason, since: outcome.at };
}

function pageOf(articleLink: string): string {
  return articleLink.split('#', 1)[0] ?? articleLink;
}

/** When the first check of new addresses is due. */
function firstDue({ articleLink, clientLink, addressesSetAt, addressesSetBy, timelineDate, requested }: CheckFacts) {
  if (articleLink === '' || clientLink === '') return NOT_DUE;
  // A link that was checked before does not wait for its expected day again.
  const expectedAt = timelineDate === null || requested !== null ? '' : `${timelineDate}T00:00:00.000Z`;
  return { nextDueAt: expectedAt > addressesSetAt ? expectedAt : addressesSetAt, nextReason: addressesSetBy };
}

const NOT_DUE = { nextDueAt: null, nextReason: null };
