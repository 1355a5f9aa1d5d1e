/** Makes events for tests as the log would hold them. */

import { DEFAULT_CALENDAR } from '../../command-service/contract/calendar.ts';
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import type { CheckReason, LinkStatus, ReasonCode, Visit } from '../../command-service/contract/observation.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import type { CampaignFields } from '../../command-service/model/campaign/events.ts';
import type { LinkChecked, StatusReason } from '../../command-service/model/check/events.ts';
import type { LinkEvent, LinkFields, PromotionFields, TagFields } from '../../command-service/model/link/events.ts';
import type { MoneyChanges } from '../../command-service/model/money/events.ts';
import type { ReportDefined } from '../../command-service/model/report/events.ts';
import type { ShareCreated } from '../../command-service/model/share/events.ts';
import type { Permission } from '../../command-service/model/team/events.ts';
import type { TermsChanges } from '../../command-service/model/terms/events.ts';
import type { Recorded, View } from '../../projections/view.ts';
import type { Logger } from '../ports/process/logger.ts';
import type { EventStore, NewEvent } from '../ports/storage/event-store.ts';
import type { ReadStore, ViewDoc } from '../ports/storage/read-store.ts';

export const VISIT: Visit = {
  by: 'http',
  requestedUrl: 'https://blog.example/post',
  finalUrl: 'https://blog.example/post',
  hops: [],
  httpStatus: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  retryAfter: null,
  complete: true,
  bytes: 1_000,
  durationMs: 12,
  title: 'A post',
  metaRobots: null,
  xRobotsTag: null,
  canonical: null,
  contentHash: null,
  challenge: false,
  matches: [],
  nearest: [],
  linkCount: 3,
  error: null,
};

const FIELDS: LinkFields = {
  articleLink: 'https://blog.example/post',
  clientLink: 'https://www.client.example/shoes',
  duration: '30 days',
  liveDate: null,
  assignedTo: null,
  pocEmail: null,
  remarks: null,
};

type Unnumbered = LinkledgerEvent & { readonly stream: string };

/** Numbers events in the order they are given: positions from 1, revisions by stream. */
export class EventBuilder {
  readonly all: Recorded[] = [];
  readonly #revisions = new Map<string, number>();

  /** Appends one event, by `actor`, at `at`; events with the same `cause` have the same correlation. */
  add(event: Unnumbered, { actor = 'ann', at = '2026-03-01T10:00:00.000Z', cause = 'c' } = {}): Recorded {
    const revision = (this.#revisions.get(event.stream) ?? -1) + 1;
    this.#revisions.set(event.stream, revision);
    const position = this.all.length + 1;
    const metadata = { actor, at, correlationId: cause, causationId: cause };
    const recorded: Recorded = { ...event, id: `e${position}`, revision, position, metadata };
    this.all.push(recorded);
    return recorded;
  }
}

/** Folds events into the document `id` of a view, as the runner would. */
export function documentAfter<Doc extends ViewDoc>(view: View<Doc>, id: string, events: readonly Recorded[]) {
  let doc: Doc | null = null;
  for (const event of events) if (view.keys(event).includes(id)) doc = view.evolve(doc, event, id);
  return doc;
}

export function linkAdded(
  linkId: string,
  fields: Partial<LinkFields & PromotionFields & TagFields> & { scope?: Scope; anchor?: string } = {},
) {
  const { scope = 'user:ann', anchor = null, ...rest } = fields;
  return {
    type: 'LinkAdded',
    stream: `link-${linkId}`,
    data: { ...FIELDS, ...rest, linkId, scope, anchor, linkType: null },
  } satisfies Unnumbered;
}

export function linkEdited(linkId: string, changes: (LinkEvent & { type: 'LinkEdited' })['data']['changes']) {
  return { type: 'LinkEdited', stream: `link-${linkId}`, data: { linkId, changes } } satisfies Unnumbered;
}

export function linkMoved(linkId: string, from: Scope, to: Scope): Unnumbered {
  return { type: 'LinkMoved', stream: `link-${linkId}`, data: { linkId, from, to } };
}

export function campaignCreated(
  campaignId: string,
  fields: Partial<CampaignFields> & { scope?: Scope } = {},
): Unnumbered {
  const { scope = 'team:t1', ...rest } = fields;
  const nothing = { description: null, startDate: null, endDate: null };
  const data = { name: 'Spring', ...nothing, status: 'planning', ...rest, campaignId, scope } as const;
  return { type: 'CampaignCreated', stream: `campaign-${campaignId}`, data };
}

export function linkPlaced(type: 'LinkTrashed' | 'LinkRestored' | 'LinkPurged', linkId: string): Unnumbered {
  return { type, stream: `link-${linkId}`, data: { linkId } };
}

export function checkRequested(
  linkId: string,
  checkId: string,
  {
    articleLink = FIELDS.articleLink,
    clientLink = FIELDS.clientLink,
    reason = 'added',
  }: { articleLink?: string; clientLink?: string; reason?: CheckReason } = {},
) {
  return {
    type: 'CheckRequested',
    stream: `check-${linkId}`,
    data: { linkId, checkId, reason, articleLink, clientLink },
  } satisfies Unnumbered;
}

export function linkChecked(
  linkId: string,
  checkId: string,
  verdict: Partial<LinkChecked['data']['verdict']> & { status: LinkStatus; reason: ReasonCode },
  visit: Partial<Visit> = {},
) {
  const nothing = { anchor: null, linkType: null, linkTypeCause: null, ruleVersion: 1 };
  return {
    type: 'LinkChecked',
    stream: `check-${linkId}`,
    data: {
      linkId,
      checkId,
      observation: { visits: [{ ...VISIT, ...visit }], browserSkipped: null },
      verdict: { ...nothing, ...verdict },
    },
  } satisfies Unnumbered;
}

export function judgedAgain(
  linkId: string,
  checkId: string,
  from: LinkStatus,
  verdict: Partial<LinkChecked['data']['verdict']> & { status: LinkStatus },
): Unnumbered {
  const reason = ({ live: 'found-static', removed: 'not-on-page', pending: 'blocked' } as const)[verdict.status];
  const nothing = { reason, anchor: null, linkType: null, linkTypeCause: null, ruleVersion: 3 };
  const data = { linkId, judgingId: 'j1', checkId, from, verdict: { ...nothing, ...verdict } };
  return { type: 'VerdictJudgedAgain', stream: `check-${linkId}`, data };
}

export function termsChanged(linkId: string, changes: TermsChanges): Unnumbered {
  return { type: 'LinkTermsChanged', stream: `terms-${linkId}`, data: { linkId, changes } };
}

export function moneyChanged(linkId: string, changes: MoneyChanges): Unnumbered {
  return { type: 'LinkMoneyChanged', stream: `money-${linkId}`, data: { linkId, changes } };
}

export function statusChanged(linkId: string, from: LinkStatus, to: LinkStatus, reason: StatusReason): Unnumbered {
  return { type: 'LinkStatusChanged', stream: `check-${linkId}`, data: { linkId, from, to, reason } };
}

export function userRegistered(
  userId: string,
  names: { firstName?: string; lastName?: string; company?: string } = {},
) {
  return {
    type: 'UserRegistered',
    stream: `user-${userId}`,
    data: { userId, email: `${userId}@example.com`, firstName: '', lastName: '', company: '', ...names },
  } satisfies Unnumbered;
}

export function shareCreated(shareId: string, data: Partial<ShareCreated['data']> = {}) {
  const open = { hasPassword: false, passwordHash: null, emails: [], expiresAt: null };
  return {
    type: 'ShareCreated',
    stream: `share-${shareId}`,
    data: { scope: 'user:ann', clientDomain: 'client.example', ...open, ...data, shareId },
  } satisfies Unnumbered;
}

export function reportDefined(reportId: string, data: Partial<ReportDefined['data']> = {}) {
  const fields = { name: 'Tea', period: 'month', parts: [], prices: false, language: 'en', paper: 'a4' } as const;
  const of = { scope: 'user:ann', subject: { kind: 'client', id: 'client.example' }, schedule: null } as const;
  return {
    type: 'ReportDefined',
    stream: `report-${reportId}`,
    data: { ...of, ...fields, ...data, reportId },
  } satisfies Unnumbered;
}

export function teamCreated(teamId: string, ownerId: string, name = 'Agency') {
  return { type: 'TeamCreated', stream: `team-${teamId}`, data: { teamId, name, ownerId } } satisfies Unnumbered;
}

export function calendarChosen(teamId: string, timeZone: string): Unnumbered {
  const data = { teamId, from: DEFAULT_CALENDAR, to: { timeZone, monthStart: 1 } };
  return { type: 'TeamCalendarChosen', stream: `team-${teamId}`, data };
}

export function joinedTeam(teamId: string, userId: string, permission: Permission = 'edit') {
  return {
    type: 'InvitationAccepted',
    stream: `team-${teamId}`,
    data: { teamId, invitationId: `invitation-${userId}`, userId, permission },
  } satisfies Unnumbered;
}

/** Writes recorded events into a real log, as they are. */
export async function writeAll(store: EventStore<LinkledgerEvent>, events: readonly Recorded[]): Promise<void> {
  await Promise.all(
    events.map(({ id, type, data, stream, revision, metadata }) =>
      store.append(stream, revision - 1, [{ id, type, data } as NewEvent<LinkledgerEvent>], metadata),
    ),
  );
}

/** Records log lines as [level, message, fields]. */
export function recordingLog(): Logger & { readonly lines: [string, string, object][] } {
  const lines: [string, string, object][] = [];
  const line = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields]);
  return { lines, info: line('info'), warn: line('warn'), error: line('error') };
}

/** The same store as a plain object, for a test to put something of its own in the place of a method. */
export function storeOf(reads: ReadStore): ReadStore {
  return {
    get: (view, id) => reads.get(view, id),
    getMany: (view, ids) => reads.getMany(view, ids),
    find: (view, query) => reads.find(view, query),
    position: (view) => reads.position(view),
    positions: (views) => reads.positions(views),
    commit: (...args) => reads.commit(...args),
    reached: (view, position, signal) => reads.reached(view, position, signal),
    watch: (signal) => reads.watch(signal),
    beginFilling: (view) => reads.beginFilling(view),
    endFilling: (view) => reads.endFilling(view),
  };
}
