/** The story of each link of the agency in the last ninety days, day by day. Pure. */
import { v5 as uuidv5 } from 'uuid';
import { judge } from '../../../checker/verdict/judge.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import type { CheckReason } from '../../../command-service/contract/observation.ts';
import { FREE_CHECK_SCHEDULE } from '../../../command-service/contract/plans.ts';
import { teamScope } from '../../../command-service/contract/scope.ts';
import { handle } from '../../../command-service/core/handle.ts';
import { check } from '../../../command-service/model/check/decider.ts';
import { type AddLink, CAMPAIGN_DURATION } from '../../../command-service/model/link/commands.ts';
import { link } from '../../../command-service/model/link/decider.ts';
import { terms } from '../../../command-service/model/terms/decider.ts';
import type { EventMetadata, EventStore } from '../../ports/storage/event-store.ts';
import {
  type Agency,
  agreementOf,
  CORRECTED,
  EDIT,
  GUEST_POST,
  INCIDENT,
  isOfCampaign,
  LOST_TODAY,
  linkFor,
  promotionFor,
  publicationOf,
  REASSIGNED,
  TRASHED,
} from './agency.ts';
import { EXPECTED, type Promised } from './article.ts';
import { observationOf, type PageState } from './observed.ts';

/** The length of the past, in days. */
export const PAST_DAYS = 90;

/** An action of a person, or the result of a check. */
export interface Act {
  readonly daysAgo: number;
  /** A user id, or `checker`, `scheduler`. */
  readonly by: string;
  readonly carryOut: (store: EventStore<LinkledgerEvent>, metadata: EventMetadata) => Promise<unknown>;
}

/** From one scheduled check to the next: a little less than the free plan's fortnight. */
const EVERY_DAYS = 13.6;
/** The time from a first miss to its confirmation, as a part of a day. */
const CONFIRM_AFTER = 12 / (24 * 60);
/** The duration of a check, as a part of a day. */
const CHECK_TAKES = 4 / (24 * 60 * 60);

/** The same id for the same name, so that every process tells the same story. */
export const idOf = (name: string): string => uuidv5(name, '6f1ff8a4-5b0c-4b0e-9d9c-2f7f0b6f6c1e');

/** The acts of one link, in any order. */
export function storyOf(
  promised: Promised,
  index: number,
  { teamId, people, campaignId }: Agency & { readonly campaignId: string },
  today: Temporal.PlainDate,
): readonly Act[] {
  const linkId = idOf(`link ${index}`);
  const [owner, colleague = owner] = people;
  const { articleLink, clientLink } = promised;
  const fields = fieldsOf(promised, index, people, campaignId, today);
  const added = addedDaysAgo(promised, index, fields.liveDate, today);
  const add = { type: 'AddLink', linkId, scope: teamScope(teamId), anchor: null, linkType: null, ...fields } as const;
  const acts: Act[] = [{ daysAgo: added, by: owner, carryOut: (to, metadata) => handle(to, link, add, metadata) }];

  const visit = (daysAgo: number, reason: CheckReason, by: string) => {
    const checkId = idOf(`check ${index} ${daysAgo}`);
    const observation = observationOf(promised, stateOf(promised, index, daysAgo));
    const request = { type: 'RequestCheck', linkId, checkId, reason, articleLink, clientLink } as const;
    const schedule = reason === 'added' ? { schedule: FREE_CHECK_SCHEDULE } : {};
    const record = { type: 'RecordCheck', linkId, checkId, observation, verdict: judge(observation) } as const;
    acts.push(
      { daysAgo, by, carryOut: (to, metadata) => handle(to, check, { ...request, ...schedule }, metadata) },
      {
        daysAgo: daysAgo - CHECK_TAKES,
        by: 'checker',
        carryOut: (to, metadata) => handle(to, check, record, metadata),
      },
    );
  };
  visit(added - CHECK_TAKES, 'added', owner);
  for (const { daysAgo, reason } of checksAfter(promised, index, added)) {
    visit(daysAgo, reason, reason === 'manual' ? owner : 'scheduler');
  }

  const change = (daysAgo: number, by: string, command: Parameters<(typeof link)['decide']>[1]) =>
    acts.push({ daysAgo, by, carryOut: (to, metadata) => handle(to, link, command, metadata) });
  if (promised.slug === EDIT.slug) change(9.2, owner, { type: 'EditLink', linkId, fields: EDIT.change });
  if (REASSIGNED.has(promised.slug)) {
    change(6.4, owner, { type: 'EditLink', linkId, fields: { assignedTo: colleague } });
  }
  const agreement = agreementOf(promised, index);
  if (agreement !== null) {
    const template = agreement.terms === GUEST_POST.terms ? { id: idOf('template'), isChanged: false } : undefined;
    const set = { type: 'SetTerms', linkId, terms: agreement.terms, template } as const;
    const daysAgo = Math.min(agreement.daysAgo, added - 0.5);
    acts.push({ daysAgo, by: owner, carryOut: (to, metadata) => handle(to, terms, set, metadata) });
  }
  if (TRASHED.has(promised.slug)) change(8.3, colleague, { type: 'TrashLink', linkId });
  if (lapsesOf(promised, added).includes(CORRECTED)) {
    const since = today.subtract({ days: Math.floor(CORRECTED.from) }).toString();
    const correction = {
      correctionId: idOf(`correction ${index}`),
      claim: 'live',
      note: CORRECTED.note,
      since,
    } as const;
    const correct = { type: 'CorrectVerdict', linkId, ...correction } as const;
    acts.push({ daysAgo: 26.2, by: owner, carryOut: (to, metadata) => handle(to, check, correct, metadata) });
  }
  return acts;
}

function fieldsOf(
  promised: Promised,
  index: number,
  people: readonly string[],
  campaignId: string,
  today: Temporal.PlainDate,
): Omit<AddLink, 'type' | 'linkId' | 'scope' | 'anchor' | 'linkType'> {
  const agreed = linkFor(promised, index, people, today);
  if (!isOfCampaign(promised)) return agreed;
  return { ...agreed, ...promotionFor(agreed, index, campaignId), duration: CAMPAIGN_DURATION, liveDate: null };
}

/** A third of the links came with the first file; the campaign's came with the campaign, the others week by week. */
function addedDaysAgo(promised: Promised, index: number, liveDate: string | null, today: Temporal.PlainDate): number {
  if (isOfCampaign(promised)) return 33 - 2.3 * (index % 9) - 0.1;
  const planned = index % 3 === 0 ? 88.6 - index / 1_000 : 84 - 1.9 * ((index * 17) % 40) - 0.3;
  const sinceLive = liveDate === null ? Number.POSITIVE_INFINITY : today.since(liveDate).total('days') - 0.2;
  return Math.max(3.3, Math.min(planned, sinceLive));
}

/** When the page changed: it lost its link, or its server stopped answering. null: never. */
function changedDaysAgo({ kind, slug }: Promised, index: number): number | null {
  if (LOST_TODAY.has(slug)) return 5.6;
  if (EXPECTED[kind].status === 'live') return index % 7 === 3 ? 46 - (index % 5) * 3 : null;
  // An agency also notices a link that was never there.
  if (kind === 'comment') return Number.POSITIVE_INFINITY;
  return 2.6 + ((index * 7) % 38);
}

/** A page that lost its link by mistake restores it after this many days. */
const BACK_AFTER = 11;

function isOfIncident(promised: Promised): boolean {
  return publicationOf(promised) === INCIDENT.publication && EXPECTED[promised.kind].status === 'live';
}

/** The days in which the link was missed and came back. */
function lapsesOf(promised: Promised, added: number): readonly (typeof INCIDENT | typeof CORRECTED)[] {
  const lapses = [
    ...(isOfIncident(promised) ? [INCIDENT] : []),
    ...(promised.slug === CORRECTED.slug ? [CORRECTED] : []),
  ];
  return lapses.filter(({ from }) => from < added - 1);
}

/** The days since a page makes its links nofollow. */
const NOFOLLOW_SINCE = 33;

function stateOf(promised: Promised, index: number, daysAgo: number): PageState {
  const isWithin = ({ from, to }: { from: number; to: number }) => daysAgo <= from && daysAgo > to;
  if (isOfIncident(promised) && isWithin(INCIDENT)) return 'gone';
  if (promised.slug === CORRECTED.slug && isWithin(CORRECTED)) return 'without-link';
  if (promised.kind === 'nofollow-meta' && daysAgo > NOFOLLOW_SINCE) return 'without-rules';
  const changed = changedDaysAgo(promised, index);
  if (changed === null || daysAgo > changed) return 'with-link';
  if (EXPECTED[promised.kind].status !== 'live') return 'as-today';
  return daysAgo > changed - BACK_AFTER ? 'without-link' : 'with-link';
}

/** The checks after the first: every second week, when the page changed, and after a mistake was corrected. */
function checksAfter(
  promised: Promised,
  index: number,
  added: number,
): readonly { readonly daysAgo: number; readonly reason: CheckReason }[] {
  const checks: { daysAgo: number; reason: CheckReason }[] = [];
  for (let daysAgo = added - EVERY_DAYS; daysAgo > 0.02; daysAgo -= EVERY_DAYS)
    checks.push({ daysAgo, reason: 'scheduled' });
  // The newest check is from today: the server compares its clock with it.
  if (index === 0) checks.push({ daysAgo: 0.04, reason: 'scheduled' });
  for (const { from, to } of lapsesOf(promised, added)) {
    // One link after the other, all within the hour.
    const [noticed, back] = [from - 0.1 - index / 2_000, to - 0.1 - index / 2_000];
    checks.push({ daysAgo: noticed, reason: 'scheduled' }, { daysAgo: noticed - CONFIRM_AFTER, reason: 'confirm' });
    checks.push({ daysAgo: back, reason: 'scheduled' });
  }
  const changed = changedDaysAgo(promised, index);
  if (changed === null || changed > added - 1) return checks;
  const noticed = changed - 0.4;
  checks.push({ daysAgo: noticed, reason: 'scheduled' });
  if (EXPECTED[promised.kind].status !== 'pending')
    checks.push({ daysAgo: noticed - CONFIRM_AFTER, reason: 'confirm' });
  const back = changed - BACK_AFTER - 0.3;
  if (EXPECTED[promised.kind].status === 'live' && back > 0) checks.push({ daysAgo: back, reason: 'manual' });
  return checks;
}
