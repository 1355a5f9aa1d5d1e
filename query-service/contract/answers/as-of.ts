/** Answers about the past. */
import type { LinkStatus, LinkType } from '../../../command-service/contract/observation.ts';
import type { LinkAnswer } from './links.ts';

/** GET /api/as-of: the moment that `asOf` names; without it, now. */
export interface MomentAnswer {
  /** The instant: the end of a day, or the time of a position's event. */
  readonly at: string;
  /** The last position of the log that the moment includes; 0 before the first event. */
  readonly position: number;
  /** The UTC day of the first event, YYYY-MM-DD; null for an empty log. */
  readonly firstDay: string | null;
}

/**
 * How a link changed between two moments: `went-live` for the first time, `came-back` after it was removed; `deleted`
 * also if it was moved out of your sight.
 */
export const LINK_CHANGES = ['added', 'went-live', 'lost', 'came-back', 'type', 'anchor', 'deleted'] as const;

export type LinkChange = (typeof LINK_CHANGES)[number];

/** A link at one of the two moments. */
export interface LinkThenAnswer {
  readonly status: LinkStatus;
  readonly linkType: LinkType | null;
  readonly anchor: string | null;
}

/** A link that changed between the two moments. */
export interface ComparedLinkAnswer {
  /** As of the later moment; a deleted link as of the earlier. */
  readonly link: LinkAnswer;
  readonly changes: readonly LinkChange[];
  /** null if the link was not there. */
  readonly before: LinkThenAnswer | null;
  readonly after: LinkThenAnswer | null;
}

/** GET /api/compare. */
export interface ComparisonAnswer {
  /** The two instants. */
  readonly from: string;
  readonly to: string;
  /** How many links have each change; a link may have several. */
  readonly counts: { readonly [Change in LinkChange]: number };
  /** The number of links on all pages. */
  readonly total: number;
  readonly rows: readonly ComparedLinkAnswer[];
}
