/** Texts of campaigns. */

import type { CampaignStatus } from '../../command-service/model/campaign/events.ts';
import english from '../languages/en/campaigns.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format } = translation('campaigns', english);

export { format, messages };

export const CAMPAIGN_STATUS_LABELS: Readonly<Record<CampaignStatus, string>> = labels('campaignStatus');
