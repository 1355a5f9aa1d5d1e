/** The campaign a question names, for who may see it. */
import { allows } from '../../command-service/policy.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type CampaignDoc, campaigns } from '../../projections/views/links/campaigns.ts';
import type { Access } from './access.ts';

/** null for a campaign that does not exist and, all the same, for one the person may not see. */
export async function findCampaign(reads: ReadStore, access: Access, id: string): Promise<CampaignDoc | null> {
  const doc = await reads.get(campaigns, id);
  return doc !== null && allows('ReadCampaigns', access.roleIn(doc.scope)) ? doc : null;
}
