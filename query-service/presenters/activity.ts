/** What happened to links, for the API and as lines of a file. Pure. */
import { stringify } from 'csv-stringify/sync';
import { formatReason } from '../../command-service/contract/reasons.ts';
import type { CampaignDoc } from '../../projections/views/links/campaigns.ts';
import type { ActivityEntry } from '../../projections/views/links/link-activity.ts';
import { type LinkDoc, wasLive } from '../../projections/views/links/link-doc.ts';
import { type Access, teamIdOf } from '../access/access.ts';
import type { ActivityAnswer } from '../contract/answers/as-of.ts';

interface ActivityContext {
  readonly access: Access;
  readonly campaigns: ReadonlyMap<string, CampaignDoc>;
  /** The links that the caller sees at present. */
  readonly links: ReadonlyMap<string, LinkDoc>;
}

/** Names every outgoing field. A campaign that was deleted or moved elsewhere has no name. */
export function presentActivity(entry: ActivityEntry, { access, campaigns, links }: ActivityContext): ActivityAnswer {
  const { scope, linkId, articleLink, websiteUrl, clientLink, clientDomain, campaignId } = entry;
  const { kind, position, at, reason: code, reasonDetails: details, deviation, before, after } = entry;
  const teamId = teamIdOf(scope);
  const campaign = campaigns.get(campaignId ?? '');
  const link = links.get(linkId);
  return {
    ...{ kind, position, at, linkId, articleLink, websiteUrl, clientLink, clientDomain, campaignId, teamId },
    teamName: teamId === null ? null : (access.teams.get(teamId)?.name ?? null),
    campaignName: campaign?.scope === scope ? campaign.name : null,
    reason: code === null ? null : { code, text: formatReason(code, details), details },
    ...{ deviation, before, after },
    now: link === undefined ? null : { status: link.status, wasLive: wasLive(link) },
  };
}

/** The columns of the file. */
export const ACTIVITY_COLUMNS = [
  ...(['day', 'at', 'happened', 'reason', 'id', 'articleLink', 'clientLink', 'clientDomain'] as const),
  ...(['teamName', 'campaignName', 'statusBefore', 'statusAfter', 'statusNow'] as const),
  ...(['linkTypeBefore', 'linkTypeAfter', 'anchorBefore', 'anchorAfter', 'deviation'] as const),
];

/** One line per event; texts that a spreadsheet would take for a formula get a leading apostrophe. */
export function activityLines(rows: readonly ActivityAnswer[]): string {
  const lines = rows.map(({ kind, at, reason, deviation, before, after, now, ...link }) => [
    ...[at.slice(0, 10), at, kind, reason?.text, link.linkId, link.articleLink, link.clientLink, link.clientDomain],
    ...[link.teamName, link.campaignName, before?.status, after?.status, now?.status],
    ...[before?.linkType, after?.linkType, before?.anchor, after?.anchor, deviation],
  ]);
  return stringify(lines, { escape_formulas: true });
}
