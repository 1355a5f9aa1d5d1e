/**
 * Alerts: status changes, ending promises, new members, reports that wait. Check events do not name a link's scope, and a link can move,
 * so each link has a document with its scope and its alerts. The feed's rows derive from these documents in the same
 * commit, as counters do. A report has a document, too, because its drafts do not name its scope. Documents have ids; queries look up the names.
 */

import { isOf } from '../../../command-service/contract/events.ts';
import type { LinkStatus, ReasonDetails, Warning } from '../../../command-service/contract/observation.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { LinkStatusChanged } from '../../../command-service/model/check/events.ts';
import type { ExpiryNoticeDays, LinkDeviationNoticed } from '../../../command-service/model/notice/events.ts';
import type { HeldBecause } from '../../../command-service/model/report/events.ts';
import type { RunCounts, StatusCheckFinished } from '../../../command-service/model/status-check/events.ts';
import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import type { Increment, Recorded, View } from '../../view.ts';
import {
  type AlertedLink,
  type DueNotices,
  dueNotices,
  endOf,
  isFresh,
  linkAdded,
  linkEdited,
  NOTHING_DUE,
} from './due-notices.ts';

/** The types of alerts that people can distinguish: each has an icon. */
export type AlertType = 'status' | 'removed' | 'warning' | 'deviates' | 'expiring' | 'system' | 'team' | 'report';

/** Who sees an alert: the people of a scope, or everybody. */
export type Audience = Scope | typeof EVERYBODY;
export const EVERYBODY = 'everybody';

/** How many days alerts are kept. */
export const ALERT_DAYS = 90;
/** One alert. */
interface Alert {
  /** The id of its event. */
  readonly id: string;
  readonly position: number;
  readonly at: string;
  readonly what: AlertFact;
}

export type AlertFact =
  | {
      readonly kind: 'status-changed';
      readonly linkId: string;
      readonly from: LinkStatus;
      readonly to: LinkStatus;
      /** Whether the present addresses were seen live before: only then can the link have been removed. */
      readonly wasLive: boolean;
      readonly reason: LinkStatusChanged['data']['reason'];
      readonly details?: ReasonDetails;
      /** Only if the first result of these addresses is that the link was not found: when the addresses were set. */
      readonly addressesSetAt?: string;
    }
  /** Warnings that the check before did not have. */
  | { readonly kind: 'warned'; readonly linkId: string; readonly warnings: readonly Warning[] }
  | {
      readonly kind: 'expires';
      readonly linkId: string;
      readonly expirationDate: string;
      readonly daysLeft: ExpiryNoticeDays;
    }
  | { readonly kind: 'unchecked'; readonly linkId: string; readonly lastChecked: string }
  | ({ readonly kind: 'deviates' } & LinkDeviationNoticed['data'])
  | { readonly kind: 'joined'; readonly userId: string }
  | {
      readonly kind: 'run-finished';
      readonly outcome: StatusCheckFinished['data']['outcome'];
      readonly counts: RunCounts;
    }
  /** An issue that waits for its release; `chosen`: because its report says so, or a person drafted it. */
  | {
      readonly kind: 'report-waits';
      readonly reportId: string;
      readonly issueId: string;
      readonly name: string;
      readonly because: HeldBecause | 'chosen';
      readonly draftedBy: string;
    }
  | { readonly kind: 'silent'; readonly hours: number }
  | { readonly kind: 'resumed' };

/** The alerts of a link, by link id, of a report, or the other alerts of an audience, by audience. */
export interface AlertDoc extends DueNotices {
  readonly id: string;
  readonly audience: Audience;
  /** When the link moved into the audience; '' if it was always there. */
  readonly movedAt: string;
  /** null in the document of a report or of an audience. */
  readonly link: AlertedLink | null;
  /** null in other documents: what its drafts do not say. `waits`: whether its scheduled issues wait for a person. */
  readonly report: { readonly name: string; readonly waits: boolean } | null;
  /** The alerts, oldest first. */
  readonly alerts: readonly Alert[];
}

/** One alert of one audience, stored as a counter: texts as labels, the position as its only amount. */
export interface AlertRow {
  readonly id: string;
  readonly audience: Audience;
  /** `unfound`: the first result of a link, which was not found. */
  readonly type: AlertType | 'unfound';
  readonly position: number;
  readonly at: string;
  /** When its link moved into the audience; '' if it was always there. */
  readonly movedAt: string;
  readonly alertId: string;
  /** The document that holds the alert. */
  readonly doc: string;
  /** The person who caused it, who gets no alert; '' for none. */
  readonly userId: string;
  /** The codes of the alert's warnings, joined; '' without warnings. */
  readonly warnings: string;
  /** For `unfound`: when the link's addresses were set. Links of one import have the same instant. '' for others. */
  readonly addedAt: string;
}

const FEED_FIELDS = ['audience', 'type', 'position', 'addedAt'] as const;

export const alertFeed: ViewRef<AlertRow, (typeof FEED_FIELDS)[number]> = {
  name: 'alert-feed',
  version: 5,
  fields: FEED_FIELDS,
  partition: 'audience',
};

/** Limits of alerts per link and per audience, so that a flapping page cannot flood the feed: the newest stay. */
const MAX_OF_LINK = 5;
const MAX_OF_AUDIENCE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

const FIELDS = ['expiry', 'checkedDay', 'lateFrom'] as const;

/** One document per link until it is purged, one per report, and one per audience from its first alert on. */
export const alerts: View<AlertDoc, (typeof FIELDS)[number]> = {
  name: 'alerts',
  version: 6,
  fields: FIELDS,
  companions: [alertFeed],
  counters: { schema: alertFeed, increments },
  keys(event) {
    if (event.type === 'ShareCreated') return event.data.report ? [reportKey(event.data.report)] : [];
    if (isOf(event, 'report')) return [reportKey(event.data)];
    if (!isOf(event, 'link', 'check', 'notice', 'team', 'user', 'statuscheck', 'silence')) return [];
    switch (event.type) {
      case 'LinkAdded':
      case 'LinkEdited':
      case 'LinkMoved':
      case 'LinkTrashed':
      case 'LinkRestored':
      case 'LinkPurged':
      case 'LinkChecked':
      case 'LinkStatusChanged':
      case 'VerdictJudgedAgain':
      case 'LinkExpiryNoticed':
      case 'LinkUncheckedNoticed':
      case 'LinkDeviationNoticed':
        return [event.data.linkId];
      case 'InvitationAccepted':
      case 'MemberRemoved':
      case 'MemberLeft':
      case 'TeamDeleted':
        return [`team:${event.data.teamId}`];
      case 'AccountDeleted':
        return [`user:${event.data.userId}`];
      case 'StatusCheckFinished':
        return [event.data.scope];
      case 'CheckerFellSilent':
      case 'CheckerResumed':
        return [EVERYBODY];
      default:
        return [];
    }
  },
  evolve(doc, event) {
    if (event.type === 'ShareCreated' || isOf(event, 'report')) return ofReport(doc, event);
    if (isOf(event, 'link', 'check', 'notice')) return ofLink(doc, event);
    if (isOf(event, 'team', 'user', 'statuscheck', 'silence')) return ofAudience(doc, event);
    return doc;
  },
};

type LinkAlertEvent = Extract<Recorded, { readonly data: { readonly linkId: string } }>;

function ofLink(doc: AlertDoc | null, event: LinkAlertEvent): AlertDoc | null {
  if (event.type === 'LinkAdded')
    return derive({ ...emptyOf(event.data.scope), id: event.data.linkId }, linkAdded(event));
  if (doc === null || doc.link === null) return doc;
  const { link } = doc;
  const { at } = event.metadata;
  switch (event.type) {
    case 'LinkEdited':
      return derive(doc, linkEdited(link, event));
    case 'LinkMoved':
      return { ...doc, audience: event.data.to, movedAt: at };
    case 'LinkTrashed':
      return derive(doc, { ...link, place: 'trash' });
    case 'LinkRestored':
      return derive(doc, { ...link, place: 'active' });
    case 'LinkPurged':
      return null;
    case 'LinkChecked': {
      const { linkId, verdict } = event.data;
      const { status, warnings = [] } = verdict;
      const seenLive = status === 'live' ? at.slice(0, 10) : null;
      const facts = { lastChecked: at, firstLiveDate: link.firstLiveDate ?? seenLive };
      const next = derive(doc, { ...link, ...facts, warned: warnings.map(({ code }) => code) });
      const news = status === 'live' ? warnings.filter(({ code }) => !link.warned.includes(code)) : [];
      return news.length === 0 ? next : raise(next, event, { kind: 'warned', linkId, warnings: news });
    }
    case 'LinkStatusChanged': {
      const { from, to, reason } = event.data;
      if (reason === 'address-changed') {
        return derive(doc, { ...link, status: to, claimed: false, wasLive: false, lastChecked: null, warned: [] });
      }
      const claimed = link.claimed || to !== 'pending';
      const wasLive = link.wasLive || from === 'live';
      // A link that is somebody else's was never live.
      const isSeen = to === 'live' || (wasLive && reason !== 'corrected-not-ours');
      const next = derive(doc, { ...link, status: to, claimed, wasLive: isSeen });
      const first = !link.claimed && !wasLive && to === 'removed' && { addressesSetAt: link.addressesSetAt };
      const fact = { kind: 'status-changed', ...event.data, wasLive, ...first } as const;
      return isNews(link, event) ? raise(next, event, fact) : next;
    }
    case 'VerdictJudgedAgain': {
      const { status, warnings = [] } = event.data.verdict;
      const seenLive = status === 'live' ? at.slice(0, 10) : null;
      const firstLiveDate = link.firstLiveDate ?? seenLive;
      return derive(doc, { ...link, firstLiveDate, warned: warnings.map(({ code }) => code) });
    }
    case 'LinkExpiryNoticed': {
      const { expirationDate: day, daysLeft } = event.data;
      const next = derive(doc, { ...link, announced: { ...link.announced, [day]: daysLeft } });
      return day === endOf(link) ? raise(next, event, { kind: 'expires', ...event.data }) : next;
    }
    case 'LinkUncheckedNoticed': {
      const { lastChecked } = event.data;
      const next = derive(doc, { ...link, noticedUnchecked: lastChecked });
      return lastChecked === link.lastChecked ? raise(next, event, { kind: 'unchecked', ...event.data }) : next;
    }
    case 'LinkDeviationNoticed': {
      const { code, evidence } = event.data;
      const next = code === 'late' ? derive(doc, { ...link, noticedLate: evidence }) : doc;
      return raise(next, event, { kind: 'deviates', ...event.data });
    }
    default:
      return doc;
  }
}

/**
 * A new link that goes live raises no alert: its author saw the result. Corrections and judgings raise none, either.
 */
function isNews(before: AlertedLink, { data, metadata }: Recorded & { type: 'LinkStatusChanged' }): boolean {
  if (data.since !== undefined || data.judgingId !== undefined) return false;
  return !(!before.claimed && isFresh(before, metadata.at) && data.to === 'live');
}

/** Completes a link's document from its facts. */
function derive(doc: AlertDoc, link: AlertedLink): AlertDoc {
  return { ...doc, link, ...dueNotices(link) };
}

function ofAudience(doc: AlertDoc | null, event: Recorded): AlertDoc | null {
  switch (event.type) {
    case 'InvitationAccepted':
      return raise(doc ?? emptyOf(`team:${event.data.teamId}`), event, { kind: 'joined', userId: event.data.userId });
    case 'MemberRemoved':
    case 'MemberLeft': {
      // No alert may name a person who has left.
      const { userId } = event.data;
      const rest = doc?.alerts.filter(({ what }) => what.kind !== 'joined' || what.userId !== userId) ?? [];
      return doc === null || rest.length === doc.alerts.length ? doc : { ...doc, alerts: rest };
    }
    case 'TeamDeleted':
    case 'AccountDeleted':
      return null;
    case 'StatusCheckFinished': {
      const { scope, outcome, done, live, removed, pending } = event.data;
      const counts = { done, live, removed, pending };
      return raise(doc ?? emptyOf(scope), event, { kind: 'run-finished', outcome, counts });
    }
    case 'CheckerFellSilent':
      return raise(doc ?? emptyOf(EVERYBODY), event, { kind: 'silent', hours: event.data.hours });
    case 'CheckerResumed':
      return raise(doc ?? emptyOf(EVERYBODY), event, { kind: 'resumed' });
    default:
      return doc;
  }
}

function reportKey({ reportId }: { readonly reportId: string }): string {
  return `report:${reportId}`;
}

type ReportAlertEvent = Extract<Recorded, { readonly data: { readonly reportId: string } }>;

/** An alert stays until its issue is out or deleted. */
function ofReport(
  doc: AlertDoc | null,
  event: ReportAlertEvent | (Recorded & { type: 'ShareCreated' }),
): AlertDoc | null {
  if (event.type === 'ReportDefined') {
    const { scope, name, schedule } = event.data;
    return { ...emptyOf(scope), id: reportKey(event.data), report: { name, waits: schedule?.waits !== false } };
  }
  if (doc === null || doc.report === null || event.type === 'ReportDeleted') return null;
  const { report } = doc;
  const without = (issueId: string | undefined) => {
    return doc.alerts.filter(({ what }) => what.kind !== 'report-waits' || what.issueId !== issueId);
  };
  switch (event.type) {
    case 'ReportEdited': {
      const { name, schedule } = event.data.changes;
      const waits = schedule === undefined ? report.waits : schedule.to?.waits !== false;
      return { ...doc, report: { name: name?.to ?? report.name, waits } };
    }
    case 'ReportDrafted': {
      const { reportId, issueId, held } = event.data;
      const { actor } = event.metadata;
      // An issue that waits for nobody goes out within minutes.
      if (held === null && actor === 'scheduler' && !report.waits) return doc;
      const of = { reportId, issueId, name: report.name, draftedBy: actor };
      return raise(doc, event, { kind: 'report-waits', ...of, because: held ?? 'chosen' });
    }
    case 'ReportDraftDeleted':
      return { ...doc, alerts: without(event.data.issueId) };
    case 'ShareCreated':
      return { ...doc, alerts: without(event.data.report?.issueId) };
    case 'ReportNoteWritten':
    case 'ReportRecipientAdded':
    case 'ReportRecipientRemoved':
    case 'ReportRecipientLeft':
    case 'ReportRecipientReturned':
      return doc;
    default:
      event satisfies never;
      return doc;
  }
}

function emptyOf(audience: Audience): AlertDoc {
  return { id: audience, audience, movedAt: '', link: null, report: null, alerts: [], ...NOTHING_DUE };
}

/** Adds an alert, unless the link is in the trash, and drops old and surplus ones. */
function raise(doc: AlertDoc, { id, position, metadata: { at } }: Recorded, fact: AlertFact): AlertDoc {
  if (doc.link?.place === 'trash') return doc;
  const since = new Date(Date.parse(at) - ALERT_DAYS * DAY_MS).toISOString();
  const most = doc.link === null ? MAX_OF_AUDIENCE : MAX_OF_LINK;
  const recent = doc.alerts.filter((alert) => alert.at >= since);
  return { ...doc, alerts: [...recent, { id, position, at, what: fact }].slice(-most) };
}

/** The type under which an alert is shown. */
function typeOf(fact: AlertFact): AlertRow['type'] {
  switch (fact.kind) {
    case 'status-changed':
      if (fact.addressesSetAt !== undefined) return 'unfound';
      return fact.to === 'removed' && fact.wasLive ? 'removed' : 'status';
    case 'unchecked':
      return 'status';
    case 'warned':
      return 'warning';
    case 'deviates':
      return 'deviates';
    case 'expires':
      return 'expiring';
    case 'joined':
      return 'team';
    case 'report-waits':
      return 'report';
    case 'run-finished':
    case 'silent':
    case 'resumed':
      return 'system';
    default:
      fact satisfies never;
      return 'system';
  }
}

/** The person who caused an alert; '' for none. */
function authorOf(fact: AlertFact, at: string, link: AlertedLink | null): string {
  if (fact.kind === 'joined') return fact.userId;
  if (fact.kind === 'report-waits') return fact.draftedBy;
  const isUnfound = fact.kind === 'status-changed' && fact.to === 'removed' && !fact.wasLive;
  return isUnfound && link !== null && isFresh(link, at) ? link.addressesSetBy : '';
}

function increments({ id: doc, audience, movedAt, link, alerts: all }: AlertDoc): Increment[] {
  if (link?.place === 'trash') return [];
  return all.map(({ id: alertId, position, at, what }) => ({
    // The id contains the audience: a moved link takes its alerts along.
    id: `${audience} ${alertId}`,
    labels: {
      ...{ audience, type: typeOf(what), at, movedAt, alertId, doc, userId: authorOf(what, at, link) },
      warnings: what.kind === 'warned' ? what.warnings.map(({ code }) => code).join() : '',
      addedAt: (what.kind === 'status-changed' && what.addressesSetAt) || '',
    },
    amounts: { position },
  }));
}
