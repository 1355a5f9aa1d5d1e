/** The answers to queries about campaigns and clients. */
import type { CampaignFields } from '../../../command-service/events/campaign.ts';
import type { LinkAnswer } from './links.ts';

/** How many links there are of each status. */
export interface LinkCountsAnswer {
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}

/** One line of GET /api/campaigns. */
export interface CampaignAnswer extends CampaignFields, LinkCountsAnswer {
  readonly id: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly createdAt: string;
  /** Send it as If-Match to change only what you have seen. */
  readonly revision: number;
}

/** GET /api/campaigns/{id}. Its links are also a list of their own: GET /api/links?campaignId=. */
export interface CampaignWithLinksAnswer extends CampaignAnswer {
  readonly links: readonly LinkAnswer[];
}

/** One line of GET /api/clients and of GET /api/teams/{id}/clients. */
export interface ClientAnswer extends LinkCountsAnswer {
  readonly clientDomain: string;
  /** Of all links, rounded. */
  readonly livePercent: number;
}

/** How many of a client's links there are in one place. */
export interface ClientInScopeAnswer extends LinkCountsAnswer {
  /** null: the person's own links. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** Whether the person may share the client's links from here. */
  readonly mayShare: boolean;
}

/** GET /api/clients/{domain}. */
export interface ClientDetailsAnswer extends ClientAnswer {
  /** Only those with links of the client, the person's own first. */
  readonly scopes: readonly ClientInScopeAnswer[];
}
