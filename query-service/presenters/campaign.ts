/** Campaigns for the API. */
import type { CampaignDoc } from '../../projections/views/links/campaigns.ts';
import type { ClientBook } from '../../projections/views/links/client-book.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import { type Access, teamIdOf } from '../access/access.ts';
import type { CampaignAnswer } from '../contract/answers/campaigns.ts';
import { sumCounts } from './stats.ts';

/** Names every outgoing field. `count` is null for a campaign without links. */
export function presentCampaign(
  campaign: CampaignDoc,
  count: LinkCountDoc | null,
  access: Access,
  clients: ClientBook,
): CampaignAnswer {
  const { id, scope, name, description, startDate, endDate, createdAt, revision } = campaign;
  const { status, clientDomain, templateId } = campaign;
  const { total, live, removed, notFound, pending } = sumCounts(count === null ? [] : [count]);
  const teamId = teamIdOf(scope);
  const teamName = teamId === null ? null : (access.teams.get(teamId)?.name ?? null);
  const fields = { name, description, startDate, endDate, status, clientDomain, templateId };
  const clientName = clientDomain === null ? null : clients.of(clientDomain).name;
  return { id, ...fields, teamId, teamName, clientName, total, live, removed, notFound, pending, createdAt, revision };
}
