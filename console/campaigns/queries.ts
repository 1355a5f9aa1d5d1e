/** The campaigns that the signed-in person can see. */

import { pathTo } from '../platform/api/client.ts';
import { useAnswer, usePage } from '../platform/api/use-answer.ts';
import { type CardsView, queryOf } from '../ui/lists/use-card-list.ts';

/** One page of campaigns, newest first; the previous page stays until the next one has arrived. */
export function useCampaigns(view: CardsView) {
  return usePage(pathTo('/api/campaigns', { query: queryOf(view) }), { keepPreviousData: true });
}

export function campaignUrl(id: string) {
  return pathTo('/api/campaigns/:id', { params: { id } });
}

export function useCampaign(id: string) {
  return useAnswer(campaignUrl(id));
}
