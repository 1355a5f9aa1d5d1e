/** Answers about the past. */
import type { LinkStatus, LinkType } from '../../../command-service/contract/observation.ts';
import type { LinkAnswer } from './links.ts';

/** GET /api/as-of: the moment that `asOf` names; without it, now. */
export interface MomentAnswer {
  /** The instant: of a day its end, of a position the time of its event. */
  readonly at: string;
  /** The last position of the log that belongs to it; 0 before the first event. */
  readonly position: number;
  /** The UTC day of the first event, YYYY-MM-DD; null for an empty log. */
  readonly firstDay: string | null;
}

/**
 * How a link changed from one moment to another: `went-live` for the first time, `came-back` after it was removed; `deleted`
 * also where it was moved out of what you see.
 */
export const LINK_CHANGES = ['added', 'went-live', 'lost', 'came-back', 'type', 'anchor', 'deleted'] as const;

export type LinkChange = (typeof LINK_CHANGES)[number];

/** What a link was at one of the two moments. */
export interface LinkThenAnswer {
  readonly status: LinkStatus;
  readonly linkType: LinkType | null;
  readonly anchor: string | null;
}

/** A link that changed between the two moments. */
export interface ComparedLinkAnswer {
  /** As of the later moment; a deleted one as of the earlier. */
  readonly link: LinkAnswer;
  readonly changes: readonly LinkChange[];
  /** null: it was not there. */
  readonly before: LinkThenAnswer | null;
  readonly after: LinkThenAnswer | null;
}

/** GET /api/compare. */
export interface ComparisonAnswer {
  /** The two instants. */
  readonly from: string;
  readonly to: string;
  /** By change, how many links; one link may have several. */
  readonly counts: { readonly [Change in LinkChange]: number };
  /** The links of all pages. */
  readonly total: number;
  readonly rows: readonly ComparedLinkAnswer[];
}
