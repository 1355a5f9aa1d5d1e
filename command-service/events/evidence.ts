/** The events of evidence for status changes. */

import type { Event } from './event.ts';

/** What a change of status is shown by: a picture of the page, or the markup round the matched link. */
export const EVIDENCE_KINDS = ['screenshot', 'html'] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One file of evidence. The bytes are kept apart from the log, under their hash, as long as there is room. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
  /** In pixels; null for what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** The matched link is outlined in the picture; null for what is no picture. */
  readonly outlined: boolean | null;
  readonly takenAt: string;
}

/** `transition`: the id of the LinkStatusChanged event it shows. `checkId`: the check that led to that. */
export type EvidenceKept = Event<
  'EvidenceKept',
  Evidence & { readonly linkId: string; readonly checkId: string; readonly transition: string }
>;

/** A change of status that no picture could be taken of, and why, in words for people. */
export type EvidenceMissed = Event<
  'EvidenceMissed',
  { readonly linkId: string; readonly checkId: string; readonly transition: string; readonly reason: string }
>;

export type EvidenceEvent = EvidenceKept | EvidenceMissed;
