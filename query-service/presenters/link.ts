/** Links for the API. */

import { formatReason } from '../../command-service/contract/reasons.ts';
import { TRASH_DAYS } from '../../command-service/model/link/events.ts';
import { daysUntil, formatDay } from '../../projections/rules/calendar-days.ts';
import { begunBy } from '../../projections/rules/deviations.ts';
import type { CampaignDoc } from '../../projections/views/links/campaigns.ts';
import { type LinkCorrection, type LinkDoc, wasLive } from '../../projections/views/links/link-doc.ts';
import { type Access, may, teamIdOf } from '../access/access.ts';
import type { CorrectionAnswer, DeviationAnswer, LinkAnswer, TrashAnswer } from '../contract/answers/links.ts';
import type { Names } from './person-names.ts';
import { presentWarnings } from './warnings.ts';

interface LinkContext {
  /** The caller's access. */
  readonly access: Access;
  readonly names: Names;
  readonly campaigns: ReadonlyMap<string, CampaignDoc>;
  /** Today in the link's list. */
  readonly today: string;
}

/** The ids of the people named in a link's answer. */
export function peopleInLink(access: Access, { assignedTo, assignedBy }: LinkDoc): readonly string[] {
  const people: string[] = [];
  if (assignedTo !== null && access.maySeeName(assignedTo)) people.push(assignedTo);
  if (assignedBy !== null) people.push(assignedBy);
  return people;
}

/**
 * Names every outgoing field. If the caller may not see a name, it is null beside its id. A link whose campaign was
 * deleted shows no campaign: the deletion does not change its links.
 */
export function presentLink(doc: LinkDoc, { access, names, campaigns, today }: LinkContext): LinkAnswer {
  const teamId = teamIdOf(doc.scope);
  const named = doc.campaignId === null ? undefined : campaigns.get(doc.campaignId);
  const campaign = named?.scope === doc.scope ? named : null;
  const { assignedTo, assignedBy, expirationDate } = doc;
  const showsMoney = may(access, 'ReadMoney', doc.scope);
  return {
    id: doc.id,
    articleLink: doc.articleLink,
    clientLink: doc.clientLink,
    clientDomain: doc.clientDomain,
    publisher: doc.publisher,
    anchor: doc.anchor,
    linkType: doc.linkType,
    status: doc.status,
    wasLive: wasLive(doc),
    lastLiveAt: doc.lastLiveAt,
    statusSince: doc.statusSince,
    reason: { code: doc.reason, text: reasonText(doc), details: doc.reasonDetails },
    warnings: presentWarnings(doc.warnings),
    checking: doc.checking,
    lastChecked: doc.lastChecked,
    liveDate: doc.liveDate,
    duration: doc.duration,
    daysLeft: expirationDate === null ? null : daysUntil(expirationDate, today),
    expirationDate,
    assignedTo,
    assignedToName: assignedTo !== null && access.maySeeName(assignedTo) ? (names.get(assignedTo) ?? null) : null,
    assignedByName: assignedBy === null ? null : (names.get(assignedBy) ?? null),
    teamId,
    teamName: teamId === null ? null : (access.teams.get(teamId)?.name ?? null),
    campaignId: campaign?.id ?? null,
    campaignName: campaign?.name ?? null,
    promotionType: doc.promotionType,
    websiteUrl: doc.websiteUrl,
    timelineDate: doc.timelineDate,
    terms: doc.terms,
    termsTemplate: doc.template,
    termsRevision: doc.termsRevision,
    deviations: presentDeviations(doc, today),
    money: showsMoney ? doc.money : null,
    moneyRevision: showsMoney ? doc.moneyRevision : 0,
    pocEmail: doc.pocEmail,
    remarks: doc.remarks,
    tags: doc.tags,
    addedAt: doc.addedAt,
    revision: doc.revision,
  };
}

/** Those that have begun. */
export function presentDeviations({ deviations }: LinkDoc, today: string): readonly DeviationAnswer[] {
  return begunBy(deviations, today).map(({ code, since, factSince, evidence, cause = null }) => {
    return { code, since, factSince, evidence, cause };
  });
}

function reasonText({ status, reason, reasonDetails, lastLiveAt }: LinkDoc): string {
  const text = formatReason(reason, reasonDetails);
  return status === 'live' || lastLiveAt === null ? text : `${text} Last seen live on ${formatDay(lastLiveAt)}.`;
}

/** Names every outgoing field. */
export function presentCorrection(
  { correctionId, claim, note, by, at, since }: LinkCorrection,
  names: Names,
): CorrectionAnswer {
  return { id: correctionId, claim, note, byName: names.get(by) ?? null, at, since };
}

/** Names every outgoing field. */
export function presentTrash(doc: LinkDoc, names: Names): TrashAnswer {
  const { id, scope, articleLink, clientLink, anchor, trashedAt, trashedBy, addedAt } = doc;
  const deletedAt = trashedAt ?? addedAt;
  const purgesAt = new Date(Date.parse(deletedAt) + TRASH_DAYS * 24 * 60 * 60 * 1000).toISOString();
  const deletedByName = names.get(trashedBy ?? '') ?? null;
  return { id, teamId: teamIdOf(scope), articleLink, clientLink, anchor, deletedAt, deletedByName, purgesAt };
}
