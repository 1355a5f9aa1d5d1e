/**
 * What is worth telling people: changes of links' statuses, promises that end, members who joined. The events of a link's
 * checks do not say whose the link is, and it may be moved: so a document is kept for each link that knows both, and the
 * rows of the feed follow from it, in its commit, as counters do. It holds ids, no words: those are found when asked.
 */

import type { LinkStatusChanged } from '../../../command-service/events/check.ts';
import { EXPIRY_NOTICE_DAYS, type ExpiryNoticeDays } from '../../../command-service/events/notice.ts';
import type { LinkStatus } from '../../../command-service/events/observation.ts';
import type { RunCounts, StatusCheckFinished } from '../../../command-service/events/status-check.ts';
import { isOf } from '../../../command-service/events.ts';
import type { Scope } from '../../../command-service/scope.ts';
import type { ViewRef } from '../../../infra/ports/read-store.ts';
import { expirationDate } from '../../rules/duration.ts';
import type { Increment, Recorded, View } from '../../view.ts';

/** The kinds of alerts people can tell apart: each has an icon. */
export type AlertType = 'status' | 'removed' | 'expiring' | 'system' | 'team';

/** Who an alert is for: those who see a scope, or everybody. */
export type Audience = Scope | typeof EVERYBODY;
export const EVERYBODY = 'everybody';

/** Alerts are told for so long. */
export const ALERT_DAYS = 90;
/** A live link unchecked for more days than this causes an alert (infra/docs/product.md, "Alerts"). */
export const UNCHECKED_DAYS = 14;

/** One thing that happened. */
export interface Alert {
  /** The event's. */
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
      readonly reason: LinkStatusChanged['data']['reason'];
    }
  | {
      readonly kind: 'expires';
      readonly linkId: string;
      readonly expirationDate: string;
      readonly daysLeft: ExpiryNoticeDays;
    }
  | { readonly kind: 'unchecked'; readonly linkId: string; readonly lastChecked: string }
  | { readonly kind: 'joined'; readonly userId: string }
  | {
      readonly kind: 'run-finished';
      readonly outcome: StatusCheckFinished['data']['outcome'];
      readonly counts: RunCounts;
    }
  | { readonly kind: 'silent'; readonly hours: number }
  | { readonly kind: 'resumed' };

/** The alerts of a link, by its id; or those of an audience as such, by the audience. */
export interface AlertDoc {
  readonly id: string;
  readonly audience: Audience;
  /** What is known of the link; null in the document of an audience. */
  readonly link: LinkFacts | null;
  /** Oldest first. */
  readonly alerts: readonly Alert[];
  /** The end that is to be announced, after the days before it: '7 2026-05-12'; null: none is. */
  readonly expiry: string | null;
  /** The UTC day of the last check of a live link, until it was said that there was none for long. */
  readonly checkedDay: string | null;
}

interface LinkFacts {
  /** Of a link in the trash nothing is told. */
  readonly place: 'active' | 'trash';
  readonly duration: string;
  /** The day an operator gave, and the UTC day the link was first seen live. */
  readonly givenLiveDate: string | null;
  readonly firstLiveDate: string | null;
  readonly status: LinkStatus;
  /** The present addresses were found live or removed before. */
  readonly claimed: boolean;
  readonly addressesSetAt: string;
  readonly lastChecked: string | null;
  /** What was announced, by the day of the end. */
  readonly announced: Readonly<Record<string, ExpiryNoticeDays>>;
  /** The last check that was said to be long ago. */
  readonly saidUnchecked: string | null;
}

/** One alert in one audience. The counters' way of keeping it: texts, and its place in the log as the one amount. */
export interface AlertRow {
  readonly id: string;
  readonly audience: Audience;
  readonly type: AlertType;
  readonly position: number;
  readonly at: string;
  readonly alertId: string;
  /** The document that holds the alert. */
  readonly doc: string;
  /** The person who joined; '' for other alerts. */
  readonly userId: string;
}

const FEED_FIELDS = ['audience', 'type', 'position'] as const;

export const alertFeed: ViewRef<AlertRow, (typeof FEED_FIELDS)[number]> = {
  name: 'alert-feed',
  version: 1,
  fields: FEED_FIELDS,
  partition: 'audience',
};

/** The newest that are kept: of one link, of one audience. A page that flaps says no more for it. */
const KEPT_OF_A_LINK = 5;
const KEPT_OF_AN_AUDIENCE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

const FIELDS = ['expiry', 'checkedDay'] as const;

/** One document a link until it is purged, and one an audience from its first alert on. */
export const alerts: View<AlertDoc, (typeof FIELDS)[number]> = {
  name: 'alerts',
  version: 1,
  fields: FIELDS,
  companions: [alertFeed],
  tally: { schema: alertFeed, contributions },
  keys(event) {
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
      case 'LinkExpiryNoticed':
      case 'LinkUncheckedNoticed':
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
    if (isOf(event, 'link', 'check', 'notice')) return ofLink(doc, event);
    if (isOf(event, 'team', 'user', 'statuscheck', 'silence')) return ofAudience(doc, event);
    return doc;
  },
};

type LinkAlertEvent = Extract<Recorded, { readonly data: { readonly linkId: string } }>;

function ofLink(doc: AlertDoc | null, event: LinkAlertEvent): AlertDoc | null {
  if (event.type === 'LinkAdded') return added(event);
  if (doc === null || doc.link === null) return doc;
  const { link } = doc;
  const { at } = event.metadata;
  switch (event.type) {
    case 'LinkEdited':
      return edited(doc, link, event);
    case 'LinkMoved':
      return { ...doc, audience: event.data.to };
    case 'LinkTrashed':
      return derive(doc, { ...link, place: 'trash' });
    case 'LinkRestored':
      return derive(doc, { ...link, place: 'active' });
    case 'LinkPurged':
      return null;
    case 'LinkChecked': {
      const seenLive = event.data.verdict.status === 'live' ? at.slice(0, 10) : null;
      return derive(doc, { ...link, lastChecked: at, firstLiveDate: link.firstLiveDate ?? seenLive });
    }
    case 'LinkStatusChanged': {
      const { to, reason } = event.data;
      if (reason === 'address-changed') return derive(doc, { ...link, status: to, claimed: false, lastChecked: null });
      const next = derive(doc, { ...link, status: to, claimed: link.claimed || to !== 'pending' });
      return isNews(link, event) ? told(next, event, { kind: 'status-changed', ...event.data }) : next;
    }
    case 'LinkExpiryNoticed': {
      const { expirationDate: day, daysLeft } = event.data;
      const next = derive(doc, { ...link, announced: { ...link.announced, [day]: daysLeft } });
      return day === endOf(link) ? told(next, event, { kind: 'expires', ...event.data }) : next;
    }
    case 'LinkUncheckedNoticed': {
      const { lastChecked } = event.data;
      const next = derive(doc, { ...link, saidUnchecked: lastChecked });
      return lastChecked === link.lastChecked ? told(next, event, { kind: 'unchecked', ...event.data }) : next;
    }
    default:
      return doc;
  }
}

function added({ data, metadata }: Recorded & { type: 'LinkAdded' }): AlertDoc {
  return derive(
    { id: data.linkId, audience: data.scope, link: null, alerts: [], expiry: null, checkedDay: null },
    {
      place: 'active',
      duration: data.duration,
      givenLiveDate: data.liveDate,
      firstLiveDate: null,
      status: 'pending',
      claimed: false,
      addressesSetAt: metadata.at,
      lastChecked: null,
      announced: {},
      saidUnchecked: null,
    },
  );
}

function edited(doc: AlertDoc, link: LinkFacts, { data, metadata }: Recorded & { type: 'LinkEdited' }): AlertDoc {
  const { articleLink, clientLink, duration, liveDate } = data.changes;
  const otherAddresses = articleLink !== undefined || clientLink !== undefined;
  return derive(doc, {
    ...link,
    duration: duration?.to ?? link.duration,
    givenLiveDate: liveDate === undefined ? link.givenLiveDate : liveDate.to,
    addressesSetAt: otherAddresses ? metadata.at : link.addressesSetAt,
  });
}

/** That a new link turns out to be live is what was expected, and whoever added it was told at once. */
function isNews(before: LinkFacts, { data, metadata }: Recorded & { type: 'LinkStatusChanged' }): boolean {
  const isNew = !before.claimed && Date.parse(metadata.at) - Date.parse(before.addressesSetAt) < DAY_MS;
  return !(isNew && data.to === 'live');
}

function endOf({ givenLiveDate, firstLiveDate, duration }: LinkFacts): string | null {
  return expirationDate(givenLiveDate ?? firstLiveDate, duration);
}

/** What follows from a link's facts. */
function derive(doc: AlertDoc, link: LinkFacts): AlertDoc {
  const isActive = link.place === 'active';
  const end = isActive ? endOf(link) : null;
  const said = end === null ? undefined : link.announced[end];
  const next = EXPIRY_NOTICE_DAYS.find((days) => said === undefined || days < said);
  const isWatched = isActive && link.status === 'live' && link.lastChecked !== link.saidUnchecked;
  return {
    ...doc,
    link,
    expiry: end === null || next === undefined ? null : expiryKey(next, end),
    checkedDay: isWatched ? (link.lastChecked?.slice(0, 10) ?? null) : null,
  };
}

/** What stands in `expiry` while it is to be said, so many days before, that a promise ends that day. */
export function expiryKey(days: ExpiryNoticeDays, expirationDate: string): string {
  return `${days} ${expirationDate}`;
}

function ofAudience(doc: AlertDoc | null, event: Recorded): AlertDoc | null {
  switch (event.type) {
    case 'InvitationAccepted':
      return told(doc ?? nothingYet(`team:${event.data.teamId}`), event, { kind: 'joined', userId: event.data.userId });
    case 'MemberRemoved':
    case 'MemberLeft': {
      // Nobody is pointed to who is not there any more.
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
      return told(doc ?? nothingYet(scope), event, { kind: 'run-finished', outcome, counts });
    }
    case 'CheckerFellSilent':
      return told(doc ?? nothingYet(EVERYBODY), event, { kind: 'silent', hours: event.data.hours });
    case 'CheckerResumed':
      return told(doc ?? nothingYet(EVERYBODY), event, { kind: 'resumed' });
    default:
      return doc;
  }
}

function nothingYet(audience: Audience): AlertDoc {
  return { id: audience, audience, link: null, alerts: [], expiry: null, checkedDay: null };
}

/** With one alert more; what is too old by then, or too many, goes. Of a link in the trash nothing is told. */
function told(doc: AlertDoc, { id, position, metadata: { at } }: Recorded, what: AlertFact): AlertDoc {
  if (doc.link?.place === 'trash') return doc;
  const since = new Date(Date.parse(at) - ALERT_DAYS * DAY_MS).toISOString();
  const most = doc.link === null ? KEPT_OF_AN_AUDIENCE : KEPT_OF_A_LINK;
  const kept = doc.alerts.filter((alert) => alert.at >= since);
  return { ...doc, alerts: [...kept, { id, position, at, what }].slice(-most) };
}

/** What an alert is shown as. */
export function typeOf(what: AlertFact): AlertType {
  switch (what.kind) {
    case 'status-changed':
      return what.to === 'removed' ? 'removed' : 'status';
    case 'unchecked':
      return 'status';
    case 'expires':
      return 'expiring';
    case 'joined':
      return 'team';
    case 'run-finished':
    case 'silent':
    case 'resumed':
      return 'system';
    default:
      what satisfies never;
      return 'system';
  }
}

function contributions({ id: doc, audience, link, alerts: told }: AlertDoc): Increment[] {
  if (link?.place === 'trash') return [];
  return told.map(({ id: alertId, position, at, what }) => ({
    // The audience is part of it: a link that is moved takes its alerts along.
    id: `${audience} ${alertId}`,
    labels: { audience, type: typeOf(what), at, alertId, doc, userId: what.kind === 'joined' ? what.userId : '' },
    amounts: { position },
  }));
}
