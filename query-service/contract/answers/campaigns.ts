/** The answers to queries about campaigns and clients. */

import type { CampaignFields } from '../../../command-service/events/campaign.ts';
import type { LinkAnswer } from './links.ts';
import type { LinkCountsAnswer } from './stats.ts';

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
