/**
 * What has to be checked: the checker takes up what is open, the scheduler requests what is wanted or due. A link and
 * its checks are two streams, so a crash can fall between two appends; the state is therefore never stored step by step
 * but follows from facts: where the link is, the addresses it has now, the check last requested and what it came to.
 */
import { type CheckReason, isOf, type LinkStatus, type ReasonCode } from '../../command-service/events.ts';
import { dueAfter, FREE_TIMETABLE } from '../due.ts';
import type { Recorded, View } from '../view.ts';

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
  /** From when on the next check is to be requested, and why; null in the trash and while one is open. */
  readonly nextDueAt: string | null;
  readonly nextReason: CheckReason | null;
}

/** What the events say. */
interface CheckFacts {
  /** The link's id. */
  readonly id: string;
  /** A link in the trash is not given new checks; an open one is still finished. */
  readonly place: 'active' | 'trash';
  /** The addresses the link has now; for an open check also those it was requested with. */
  readonly articleLink: string;
  readonly clientLink: string;
  readonly addressesSetAt: string;
  readonly addressesSetBy: 'added' | 'edited';
  /** The check last requested, whatever its addresses. */
  readonly requested: RequestedCheck | null;
  /** The last status that claimed something of the present addresses. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** Retries requested since the last check that was not one, nor a confirmation. */
  readonly retries: number;
  /** When a check of the link was last recorded. */
  readonly recordedAt: string | null;
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

/** One document a link, by link id, from its first event until it is purged. */
export const checks: View<CheckDoc> = {
  name: 'checks',
  version: 2,
  fields: ['state', 'since', 'nextDueAt', 'recordedAt'],
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
        return settled({ ...doc, place: 'trash' });
      case 'LinkRestored':
        return settled({ ...doc, place: 'active' });
      case 'LinkPurged':
        return null;
      case 'CheckRequested':
        return requested(doc, event);
      case 'LinkChecked':
        return recorded(doc, event);
      case 'LinkStatusChanged':
        return statusChanged(doc, event);
      case 'LinkMoved':
      case 'CheckTimetableSet':
        return doc;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function added({ data, metadata }: Recorded & { type: 'LinkAdded' }): CheckDoc {
  return settled({
    id: data.linkId,
    place: 'active',
    articleLink: data.articleLink,
    clientLink: data.clientLink,
    addressesSetAt: metadata.at,
    addressesSetBy: 'added',
    requested: null,
    lastClaim: null,
    retries: 0,
    recordedAt: null,
  });
}

function edited(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkEdited' }): CheckDoc {
  const articleLink = data.changes.articleLink?.to ?? doc.articleLink;
  const clientLink = data.changes.clientLink?.to ?? doc.clientLink;
  if (articleLink === doc.articleLink && clientLink === doc.clientLink) return doc;
  return settled({ ...doc, articleLink, clientLink, addressesSetAt: metadata.at, addressesSetBy: 'edited' });
}

function requested(doc: CheckDoc, { data, metadata }: Recorded & { type: 'CheckRequested' }): CheckDoc {
  const { checkId, articleLink, clientLink, reason } = data;
  return settled({
    ...doc,
    requested: { checkId, articleLink, clientLink, reason, at: metadata.at, outcome: null },
    // A confirmation belongs to the check it confirms: a page that answers now so, now so, does not get more retries.
    retries: reason === 'retry' ? doc.retries + 1 : reason === 'confirm' ? doc.retries : 0,
  });
}

function recorded(doc: CheckDoc, { data, metadata }: Recorded & { type: 'LinkChecked' }): CheckDoc {
  if (doc.requested?.checkId !== data.checkId || doc.requested.outcome !== null) return doc;
  const { status, reason: code } = data.verdict;
  const outcome = { at: metadata.at, status, code };
  return settled({ ...doc, requested: { ...doc.requested, outcome }, recordedAt: metadata.at });
}

function statusChanged(doc: CheckDoc, { data }: Recorded & { type: 'LinkStatusChanged' }): CheckDoc {
  const { to, reason } = data;
  const lastClaim = reason === 'address-changed' ? null : to === 'pending' ? doc.lastClaim : to;
  return lastClaim === doc.lastClaim ? doc : settled({ ...doc, lastClaim });
}

function settled(facts: CheckFacts): CheckDoc {
  const { id, place, requested: check, lastClaim, retries } = facts;
  const inTrash = place === 'trash';
  if (check === null || check.articleLink !== facts.articleLink || check.clientLink !== facts.clientLink) {
    const { addressesSetAt: since, addressesSetBy: reason } = facts;
    const due = inTrash ? NOT_DUE : { nextDueAt: since, nextReason: reason };
    return { ...facts, ...due, state: 'wanted', checkId: null, reason, since };
  }
  const { checkId, reason, outcome } = check;
  if (outcome === null) return { ...facts, ...NOT_DUE, state: 'open', checkId, reason, since: check.at };
  const next = inTrash ? null : dueAfter(id, { ...outcome, lastClaim, retries }, FREE_TIMETABLE);
  const due = next === null ? NOT_DUE : { nextDueAt: next.at, nextReason: next.reason };
  return { ...facts, ...due, state: 'done', checkId, reason, since: outcome.at };
}

const NOT_DUE = { nextDueAt: null, nextReason: null };
