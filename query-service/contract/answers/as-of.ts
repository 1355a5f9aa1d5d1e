/** Answers about the past. */
import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import type { LinkStatus, LinkType } from '../../../command-service/contract/observation.ts';
import type { ActivityKind } from '../../../projections/views/links/link-activity.ts';
import type { LinkAnswer, ReasonAnswer } from './links.ts';

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

/**
 * What happened to a link: `went-live` for the first time; `lost`: removed after it was live; `came-back`: live again;
 * `unreadable`: its page could not be read any longer; `changed`: another type or anchor while live; `deviates`: no longer as
 * agreed; `added` and
 * `deleted` also if it was moved into your choice, or out of it.
 */
export const ACTIVITY_KINDS = [
  'went-live',
  'lost',
  'came-back',
  'unreadable',
  'changed',
  'deviates',
  'added',
  'deleted',
] as const satisfies readonly ActivityKind[];

/** What one event did to a link. The addresses, the team and the campaign are those of that time. */
export interface ActivityAnswer
  extends Pick<LinkAnswer, 'articleLink' | 'websiteUrl' | 'clientLink' | 'clientDomain'>,
    Pick<LinkAnswer, 'teamId' | 'teamName' | 'campaignId' | 'campaignName'> {
  readonly kind: ActivityKind;
  /** The event: its position in the log, and its time, ISO 8601 in UTC. */
  readonly position: number;
  readonly at: string;
  readonly linkId: string;
  /** The reason of a changed status; null for other kinds. */
  readonly reason: ReasonAnswer | null;
  /** What is not as agreed, for `deviates`; null for other kinds. */
  readonly deviation: DeviationCode | null;
  /** The link before the event; null for `added`. */
  readonly before: LinkThenAnswer | null;
  /** The link after the event; null for `deleted`. */
  readonly after: LinkThenAnswer | null;
  /** The link at present; null if you no longer see it. */
  readonly now: Pick<LinkAnswer, 'status' | 'wasLive'> | null;
}

/** GET /api/activity. */
export interface ActivityPageAnswer {
  /** The two instants. */
  readonly from: string;
  readonly to: string;
  /** How often each happened; twice for a link that was lost twice. */
  readonly counts: { readonly [Kind in ActivityKind]: number };
  /** The number of rows on all pages. */
  readonly total: number;
  /** The newest first. */
  readonly rows: readonly ActivityAnswer[];
}
