/** Answers about shares. */

import type { LinkStatus, LinkType } from '../../../command-service/contract/observation.ts';
import type { ShownBrandAnswer } from './brands.ts';
import type { ChangedAnswer } from './command-results.ts';
import type { ReasonAnswer } from './links.ts';

/** The columns that sort a shared list. */
export const SHARED_SORTS = [
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'status',
  'lastChecked',
  'liveDate',
  'duration',
  'expirationDate',
] as const;

/** The statuses that filter a shared list. `lost` is the client's word for removed, without `not-found`: never seen live. */
export const SHARED_STATUSES = ['live', 'pending', 'lost', 'removed', 'not-found'] as const;

/** The columns of GET /api/shared/{shareId}/export. */
export const SHARED_COLUMNS = [
  ...(['articleLink', 'clientLink', 'anchor', 'linkType', 'status', 'reason'] as const),
  ...(['lastChecked', 'liveDate', 'expirationDate'] as const),
] as const satisfies readonly (keyof SharedLinkAnswer)[];

/** One line of GET /api/shared-links: the shares of the scopes the caller may share, newest first. */
export interface ShareAnswer {
  readonly id: string;
  /** What its authors call it; '' without a name. Clients do not see it. */
  readonly name: string;
  readonly clientDomain: string;
  readonly clientName: string;
  readonly teamId: string | null;
  /** The lists whose links it shows, if the caller sees them: team ids; null: the author's own links. */
  readonly lists: readonly (string | null)[];
  /** The address of the shared page. */
  readonly url: string;
  readonly hasPassword: boolean;
  readonly emails: readonly string[];
  readonly createdAt: string;
  readonly createdByName: string;
  /** Whether the caller made it, and may choose its lists. */
  readonly isAuthor: boolean;
  /** null if it is open until revoked. */
  readonly expiresAt: string | null;
  /** The instant that the share shows permanently; null: the present. */
  readonly asOf: string | null;
  /** The report that it is an issue of; null: it shows links. */
  readonly reportId: string | null;
  /** Number of visits. */
  readonly views: number;
  /** Send it as If-Match to refuse the change if someone else changed the share meanwhile. */
  readonly revision: number;
}

/** The recipients without a mail so far. */
interface UnsentMailsAnswer {
  /** Addresses that could not be mailed. */
  readonly notMailed: readonly string[];
  /** Addresses whose mail is sent later, because the mail server could not be reached. */
  readonly mailDelayed: readonly string[];
  /** Addresses whose mail may have arrived: the mail server did not confirm it. */
  readonly mailUnconfirmed: readonly string[];
}

/** POST /api/shared-links. */
export interface CreatedShareAnswer extends UnsentMailsAnswer {
  readonly shareId: string;
  readonly url: string;
}

/** PATCH /api/shared-links/{id}. */
export interface EditedShareAnswer extends ChangedAnswer, UnsentMailsAnswer {}

/** A link as the client sees it: removed is called lost, and the agency's internal fields are missing. */
export interface SharedLinkAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly status: Exclude<LinkStatus, 'removed'> | 'lost';
  /** Whether a check ever found the link. A lost link that was never live is "not found yet". */
  readonly wasLive: boolean;
  /** The reason of the status, in a sentence. */
  readonly reason: string;
  readonly reasonCode: ReasonAnswer['code'];
  /** The values in the sentence; null without values. */
  readonly reasonDetails: ReasonAnswer['details'];
  readonly lastChecked: string | null;
  readonly liveDate: string | null;
  readonly duration: string;
  readonly expirationDate: string | null;
}

/** What happened in the 30 days before the moment that a share shows, to the links that it shows. */
export interface RecentChangesAnswer {
  /** How often links went live for the first time, were lost, and came back. */
  readonly wentLive: number;
  readonly lost: number;
  readonly cameBack: number;
}

/** GET /api/shared/{shareId}. The counts cover all links; `links` is one page if the request asks for one. */
export interface SharedAnswer {
  readonly clientDomain: string;
  readonly clientName: string;
  /** How its list looks; null without a brand. */
  readonly brand: ShownBrandAnswer | null;
  /** The name of the brand, the team whose links it shows, else the name of the person who shared them; null if unknown. */
  readonly preparedBy: string | null;
  /** The instant that the share shows permanently; null: the present. */
  readonly asOf: string | null;
  readonly total: number;
  readonly live: number;
  readonly pending: number;
  readonly lost: number;
  /** The lost links that no check has ever found. */
  readonly notFound: number;
  readonly recent: RecentChangesAnswer;
  /** The path of the page if the share is an issue of a report, which shows no links here; null otherwise. */
  readonly report: string | null;
  readonly links: readonly SharedLinkAnswer[];
}
