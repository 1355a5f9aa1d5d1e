/** Turns entries of the ledger into the lines of a link's history. Pure. */

import { isOf } from '../../command-service/contract/events.ts';
import type {
  CheckReason,
  LinkStatus,
  Observation,
  ReasonDetails,
  Verdict,
} from '../../command-service/contract/observation.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import type { Claim, LinkStatusChanged } from '../../command-service/model/check/events.ts';
import type { Evidence } from '../../command-service/model/evidence/events.ts';
import type { MoneyChanges } from '../../command-service/model/money/events.ts';
import type { TermsChanges } from '../../command-service/model/terms/events.ts';
import type { Recorded } from '../../projections/view.ts';

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
      /** The values in the reason's sentence; null in old events. */
      readonly details: ReasonDetails | null;
    }
  | {
      readonly kind: 'corrected';
      readonly correctionId: string;
      readonly claim: Claim;
      readonly note: string;
      readonly since: string;
    }
  /** `from`: the status of the earlier verdict. `checkId`: the check whose observation was judged. */
  | {
      readonly kind: 'judged-again';
      readonly checkId: string;
      readonly from: LinkStatus;
      readonly verdict: Verdict;
      readonly details: ReasonDetails | null;
    }
  | { readonly kind: 'correction-undone'; readonly correctionId: string }
  | { readonly kind: 'terms-changed'; readonly changes: TermsChanges }
  | { readonly kind: 'money-changed'; readonly changes: MoneyChanges }
  /** `transition`: the id of the status change that the evidence shows. */
  | { readonly kind: 'evidence-kept'; readonly transition: string; readonly evidence: Evidence }
  | { readonly kind: 'evidence-missed'; readonly transition: string; readonly reason: string };

export interface HistoryLine {
  /** The event's id. */
  readonly id: string;
  readonly linkId: string;
  readonly position: number;
  readonly at: string;
  readonly actor: string;
  readonly fact: HistoryEntry;
}

/** Replaces a contact's address in a change. The link itself has the present address. */
export const WITHHELD = '(withheld)';

/** The types of events that a history shows. */
export const HISTORY_TYPES = [
  'LinkAdded',
  'LinkEdited',
  'LinkMoved',
  'LinkTrashed',
  'LinkRestored',
  'LinkPurged',
  'CheckRequested',
  'LinkChecked',
  'LinkStatusChanged',
  'VerdictJudgedAgain',
  'VerdictCorrected',
  'CorrectionUndone',
  'LinkTermsChanged',
  'LinkMoneyChanged',
  'EvidenceKept',
  'EvidenceMissed',
] as const satisfies readonly Recorded['type'][];

/** The event as a line of its link's history; null for events that the history does not show. */
export function historyOf(event: Recorded): HistoryLine | null {
  if (!('linkId' in event.data)) return null;
  const fact = factOf(event);
  if (fact === null) return null;
  const { id, position, metadata } = event;
  return { id, linkId: event.data.linkId, position, at: metadata.at, actor: metadata.actor, fact };
}

function factOf(event: Recorded): HistoryEntry | null {
  if (!isOf(event, 'link', 'check', 'terms', 'money', 'evidence')) return null;
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
    case 'LinkTermsChanged':
      return { kind: 'terms-changed', changes: event.data.changes };
    case 'LinkMoneyChanged':
      return { kind: 'money-changed', changes: event.data.changes };
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
  return Object.entries(data.changes).map(([field, change]) => {
    const from = asText(change?.from);
    const to = asText(change?.to);
    if (field !== 'pocEmail') return { field, from, to };
    // Once the address is erased, both are null: its earlier and later values are unknown.
    const isErased = from === null && to === null;
    const withheld = (value: string | null) => (value === null && !isErased ? null : WITHHELD);
    return { field, from: withheld(from), to: withheld(to) };
  });
}
