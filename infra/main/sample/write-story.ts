/** Decides and appends the agency's past, with its own dates, in the order of time. */
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { type Scope, teamScope } from '../../../command-service/contract/scope.ts';
import { handle } from '../../../command-service/core/handle.ts';
import { campaign } from '../../../command-service/model/campaign/decider.ts';
import type { ReportCommand } from '../../../command-service/model/report/commands.ts';
import { report } from '../../../command-service/model/report/decider.ts';
import { REPORT_PARTS } from '../../../command-service/model/report/events.ts';
import { termsTemplates } from '../../../command-service/model/terms-template/decider.ts';
import { clientDomain } from '../../../projections/rules/client-domain.ts';
import type { EventMetadata, EventStore } from '../../ports/storage/event-store.ts';
import { type Agency, campaignOf, GUEST_POST } from './agency.ts';
import type { Promised } from './article.ts';
import { type Act, idOf, storyOf } from './story.ts';

export const DAY_MS = 86_400_000;

/**
 * Writes the ninety days before `now` of an agency that exists.
 * @param moreActs acts besides those of the links.
 */
export async function writeStory(
  store: EventStore<LinkledgerEvent>,
  promised: readonly Promised[],
  agency: Agency,
  now: Date,
  signal: AbortSignal,
  moreActs: readonly Act[] = [],
): Promise<void> {
  const [owner] = agency.people;
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10));
  const { teamId, ...fields } = campaignOf(agency.teamId, today);
  const campaignId = idOf('campaign');
  const created = {
    type: 'CreateCampaign',
    campaignId,
    scope: teamScope(teamId),
    clientDomain: null,
    templateId: null,
    ...fields,
  } as const;
  const scope = teamScope(teamId);
  const templates = [{ id: idOf('template'), ...GUEST_POST }];
  const acts: Act[] = [
    {
      ...{ daysAgo: 71, by: owner },
      carryOut: (to, metadata) => handle(to, termsTemplates, { type: 'SetTermsTemplates', scope, templates }, metadata),
    },
    {
      ...{ daysAgo: 24, by: owner },
      carryOut: (to, metadata) => handle(to, report, reportOf(promised, scope), metadata),
    },
    { daysAgo: 35, by: owner, carryOut: (to, metadata) => handle(to, campaign, created, metadata) },
    ...promised.flatMap((link, index) => storyOf(link, index, { ...agency, campaignId }, today)),
    ...moreActs,
  ];
  for (const { daysAgo, by, carryOut } of acts.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    signal.throwIfAborted();
    await carryOut(store, metadataOf(by, new Date(now.getTime() - daysAgo * DAY_MS)));
  }
}

/** The report that the agency sends to its first client every month, once somebody has read it. */
function reportOf([first]: readonly Promised[], scope: Scope): ReportCommand {
  const parts = REPORT_PARTS.filter((part) => part !== 'all');
  const fields = { period: 'month', parts, prices: false, language: 'en', paper: 'a4', schedule: null } as const;
  const subject = { kind: 'client', id: clientDomain(first?.clientLink ?? '') } as const;
  return {
    type: 'DefineReport',
    reportId: idOf('report'),
    scope,
    subject,
    name: 'Monthly report',
    ...fields,
    recipients: [],
  };
}

/** The metadata of one act. */
export function metadataOf(actor: string, at: Date): EventMetadata {
  return { actor, correlationId: crypto.randomUUID(), causationId: crypto.randomUUID(), at: at.toISOString() };
}
