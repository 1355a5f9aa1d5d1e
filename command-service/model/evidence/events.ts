/** The events of evidence for status changes. */

import type { Event } from '../../contract/event.ts';

/** Evidence for a status change: a screenshot of the page, or the HTML around the matched link. */
const EVIDENCE_KINDS = ['screenshot', 'html'] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One file of evidence. The file is stored outside the log, under its hash, as long as there is room. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
  /** In pixels; null for HTML. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether the matched link is outlined in the screenshot; null for HTML. */
  readonly outlined: boolean | null;
  readonly takenAt: string;
}

/** `transition`: the id of the LinkStatusChanged event. `checkId`: the check that led to it. */
export type EvidenceKept = Event<
  'EvidenceKept',
  Evidence & { readonly linkId: string; readonly checkId: string; readonly transition: string }
>;

/** A status change without a screenshot, and the reason for people. */
export type EvidenceMissed = Event<
  'EvidenceMissed',
  { readonly linkId: string; readonly checkId: string; readonly transition: string; readonly reason: string }
>;

export type EvidenceEvent = EvidenceKept | EvidenceMissed;

/** A file was removed to make room for others. */
export type EvidenceRemoved = Event<
  'EvidenceRemoved',
  {
    /** SHA-256 of the bytes, hex. */
    readonly hash: string;
    readonly bytes: number;
  }
>;
