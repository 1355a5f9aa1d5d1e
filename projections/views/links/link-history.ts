/** The history of each link: one small document per event, so that no document grows with time. */

import type { Claim, LinkStatusChanged } from '../../../command-service/events/check.ts';
import type { Evidence } from '../../../command-service/events/evidence.ts';
import type {
  CheckReason,
  LinkStatus,
  Observation,
  ReasonDetails,
  Verdict,
} from '../../../command-service/events/observation.ts';
import { isOf } from '../../../command-service/events.ts';
import type { Scope } from '../../../command-service/scope.ts';
import type { Recorded, View } from '../../view.ts';

/** What happened, with all observed facts. */
export type HistoryEntry =
  | { readonly kind: 'added'; readonly articleLink: string; readonly clientLink: string; readonly duration: string }
  | {
      readonly kind: 'edited';
      readonly changes: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
    }
  | { readonly kind: 'moved'; readonly from: Scope; readonly to: Scope }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'restored' }
  | { readonly kind: 'purged' }
  | { readonly kind: 'check-requested'; readonly checkId: string; readonly reason: CheckReason }
  | {
      readonly kind: 'checked';
      readonly checkId: string;
      readonly verdict: Verdict;
      readonly observation: Observation;
    }
  | {
      readonly kind: 'status-changed';
      readonly from: LinkStatus;
      readonly to: LinkStatus;
      readonly reason: LinkStatusChanged['data']['reason'];
      /** What the reason's sentence names; null in old events. */
      readonly details: ReasonDetails | null;
    }
  | {
      readonly kind: 'corrected';
      readonly correctionId: string;
      readonly claim: Claim;
      readonly note: string;
      readonly since: string;
    }
  /** `from`: the status of the verdict before. `checkId`: the check whose observation was judged. */
  | {
      readonly kind: 'judged-again';
      readonly checkId: string;
      readonly from: LinkStatus;
      readonly verdict: Verdict;
      readonly details: ReasonDetails | null;
    }
  | { readonly kind: 'correction-undone'; readonly correctionId: string }
  /** `transition`: the id of the status change that the evidence shows, which is also its document's id. */
  | { readonly kind: 'evidence-kept'; readonly transition: string; readonly evidence: Evidence }
  | { readonly kind: 'evidence-missed'; readonly transition: string; readonly reason: string };

export interface HistoryDoc {
  /** The event's id. */
  readonly id: string;
  readonly linkId: string;
  readonly position: number;
  readonly at: string;
  readonly actor: string;
  readonly fact: HistoryEntry;
}

/**
 * Replaces a contact's address in a change. The address must vanish with the link, and these documents are never written
 * again.
 */
export const WITHHELD = '(withheld)';

const FIELDS = ['linkId', 'position'] as const;

/** One document per event, by event id. Nothing changes it later, not even a purge. */
export const linkHistory: View<HistoryDoc, (typeof FIELDS)[number]> = {
  name: 'link-history',
  version: 3,
  fields: FIELDS,
  partition: 'linkId',
  keys(event) {
    return 'linkId' in event.data ? [event.id] : [];
  },
  evolve(_doc, event) {
    return historyOf(event);
  },
};

/** The event as the history of its link has it; null for events that the history does not show. */
export function historyOf(event: Recorded): HistoryDoc | null {
  if (!('linkId' in event.data)) return null;
  const fact = factOf(event);
  if (fact === null) return null;
  const { id, position, metadata } = event;
  return { id, linkId: event.data.linkId, position, at: metadata.at, actor: metadata.actor, fact };
}

function factOf(event: Recorded): HistoryEntry | null {
  if (!isOf(event, 'link', 'check', 'evidence')) return null;
  switch (event.type) {
    case 'LinkAdded': {
      const { articleLink, clientLink, duration } = event.data;
      return { kind: 'added', articleLink, clientLink, duration };
    }
    case 'LinkEdited':
      return { kind: 'edited', changes: changesOf(event) };
    case 'LinkMoved':
      return { kind: 'moved', from: event.data.from, to: event.data.to };
    case 'LinkTrashed':
      return { kind: 'trashed' };
    case 'LinkRestored':
      return { kind: 'restored' };
    case 'LinkPurged':
      return { kind: 'purged' };
    case 'CheckRequested':
      return { kind: 'check-requested', checkId: event.data.checkId, reason: event.data.reason };
    case 'LinkChecked': {
      const { checkId, verdict, observation } = event.data;
      return { kind: 'checked', checkId, verdict, observation };
    }
    case 'LinkStatusChanged': {
      const { from, to, reason, details = null } = event.data;
      return { kind: 'status-changed', from, to, reason, details };
    }
    case 'VerdictJudgedAgain': {
      const { checkId, from, verdict, details = null } = event.data;
      return { kind: 'judged-again', checkId, from, verdict, details };
    }
    case 'VerdictCorrected': {
      const { correctionId, claim, note, since } = event.data;
      return { kind: 'corrected', correctionId, claim, note, since };
    }
    case 'CorrectionUndone':
      return { kind: 'correction-undone', correctionId: event.data.correctionId };
    case 'EvidenceKept': {
      const { transition, kind, hash, bytes, width, height, outlined, takenAt } = event.data;
      return { kind: 'evidence-kept', transition, evidence: { kind, hash, bytes, width, height, outlined, takenAt } };
    }
    case 'EvidenceMissed':
      return { kind: 'evidence-missed', transition: event.data.transition, reason: event.data.reason };
    case 'CheckTimetableSet':
      return null;
    default:
      event satisfies never;
      return null;
  }
}

function changesOf({ data }: Recorded & { type: 'LinkEdited' }) {
  const asText = (value: string | readonly string[] | null | undefined) =>
    typeof value === 'object' ? value?.join(', ') || null : (value ?? null);
  const withheld = (value: string | null) => (value === null ? null : WITHHELD);
  return Object.entries(data.changes).map(([field, change]) => {
    const from = asText(change?.from);
    const to = asText(change?.to);
    return field === 'pocEmail' ? { field, from: withheld(from), to: withheld(to) } : { field, from, to };
  });
}
