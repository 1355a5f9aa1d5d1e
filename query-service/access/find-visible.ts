/** Finds the campaign, link or team in a request, if the caller may see it. */
import { type Action, allows } from '../../command-service/contract/policy.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { notFound, type Problem } from '../../infra/http/request/problem.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type CampaignDoc, campaigns } from '../../projections/views/links/campaigns.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import type { Access } from './access.ts';

/** null if the campaign does not exist or the caller may not see it. */
export async function findCampaign(reads: ReadStore, access: Access, id: string): Promise<CampaignDoc | null> {
  const doc = await reads.get(campaigns, id);
  return doc !== null && allows('ReadCampaigns', access.roleIn(doc.scope)) ? doc : null;
}

/** @throws Problem 404 if the link does not exist or the caller may not see it. */
export async function requireLink(
  reads: ReadStore,
  access: Access,
  id: string,
  missing: () => Problem = notFound,
): Promise<LinkDoc> {
  const doc = await reads.get(links, id);
  if (doc === null || !allows('ReadLinks', access.roleIn(doc.scope))) throw missing();
  return doc;
}

/** The scope of a team. @throws Problem 404 if the team does not exist or its policy does not allow the action. */
export function requireTeam(access: Access, action: Action, teamId: string): Scope {
  const scope: Scope = `team:${teamId}`;
  if (!allows(action, access.roleIn(scope))) throw notFound();
  return scope;
}
