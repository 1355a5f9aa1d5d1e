/** The answers to queries about shares. */

import type { LinkStatus, LinkType } from '../../../command-service/events/observation.ts';

/** The columns a shared list sorts by. */
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

/** The statuses a shared list is narrowed to: `lost` is the client's word for removed, and both are understood. */
export const SHARED_STATUSES = ['live', 'pending', 'lost', 'removed'] as const;

/** One line of GET /api/shared-links: the shares of the scopes a person may share from, newest first. */
export interface ShareAnswer {
  readonly id: string;
  readonly clientDomain: string;
  readonly teamId: string | null;
  /** The address of the page to hand on. */
  readonly url: string;
  readonly hasPassword: boolean;
  readonly emails: readonly string[];
  readonly createdAt: string;
  readonly createdByName: string;
  /** null: until it is revoked. */
  readonly expiresAt: string | null;
  /** How often it was opened. */
  readonly views: number;
}

/** POST /api/shared-links. */
export interface CreatedShareAnswer {
  readonly shareId: string;
  readonly url: string;
  /** Addresses that the mail with the link could not be sent to. */
  readonly notMailed: readonly string[];
}

/** A link as a client sees it: removed is called lost, and nothing of the agency's own is in it. */
export interface SharedLinkAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly status: Exclude<LinkStatus, 'removed'> | 'lost';
  /** Why, in a sentence. */
  readonly reason: string;
  readonly lastChecked: string | null;
  readonly liveDate: string | null;
  readonly duration: string;
  readonly expirationDate: string | null;
}

/** GET /api/shared/{shareId}. Counts are of all the links; `links` is a page of them where one was asked for. */
export interface SharedAnswer {
  readonly clientDomain: string;
  readonly total: number;
  readonly live: number;
  readonly pending: number;
  readonly lost: number;
  readonly links: readonly SharedLinkAnswer[];
}
