/** The campaigns that the signed-in person can see. */

import useSWR from 'swr';
import type { CampaignAnswer, CampaignWithLinksAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';
import { type CardsView, queryOf } from '../ui/lists/use-card-list.ts';

/** One page of campaigns, newest first; the previous page stays until the next one has arrived. */
export function useCampaigns(view: CardsView) {
  return useSWR<Page<CampaignAnswer>, ApiError>(`/api/campaigns?${queryOf(view)}`, list<CampaignAnswer>, {
    keepPreviousData: true,
  });
}

export function campaignUrl(id: string): string {
  return `/api/campaigns/${encodeURIComponent(id)}`;
}

export function useCampaign(id: string) {
  return useSWR<CampaignWithLinksAnswer, ApiError>(campaignUrl(id), get<CampaignWithLinksAnswer>);
}
