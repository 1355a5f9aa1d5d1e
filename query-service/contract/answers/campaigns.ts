/** Answers about campaigns. */

import type { CampaignFields } from '../../../command-service/model/campaign/events.ts';
import type { LinkAnswer } from './links.ts';
import type { LinkCountsAnswer } from './stats.ts';

/** One line of GET /api/campaigns. */
export interface CampaignAnswer extends CampaignFields, LinkCountsAnswer {
  readonly id: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** null without a client. */
  readonly clientName: string | null;
  readonly createdAt: string;
  /** Send it as If-Match to refuse the change if someone else changed the campaign meanwhile. */
  readonly revision: number;
}

/** GET /api/campaigns/{id}. GET /api/links?campaignId= pages through its links. */
export interface CampaignWithLinksAnswer extends CampaignAnswer {
  readonly links: readonly LinkAnswer[];
}
