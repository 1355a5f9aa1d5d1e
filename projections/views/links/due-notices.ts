/** What the view `alerts` knows of a link, and which notices about it are due next. Pure. */

import type { LinkStatus, WarningCode } from '../../../command-service/contract/observation.ts';
import { EXPIRY_NOTICE_DAYS, type ExpiryNoticeDays } from '../../../command-service/model/notice/events.ts';
import { dayAfter } from '../../rules/calendar-days.ts';
import { expirationDate } from '../../rules/duration.ts';
import type { Recorded } from '../../view.ts';

/** A live link raises an alert if it was not checked for more days than this (infra/docs/product.md, "Alerts"). */
export const UNCHECKED_DAYS = 14;

export interface DueNotices {
  /** The next expiry notice: '<days before> <date>', such as '7 2026-05-12'; null if none is due. */
  readonly expiry: string | null;
  /** The UTC day of a live link's last check; null once its unchecked notice was recorded. */
  readonly checkedDay: string | null;
  /** The day from which the link is late, unless it goes live; null once its notice was recorded. */
  readonly lateFrom: string | null;
}

export const NOTHING_DUE: DueNotices = { expiry: null, checkedDay: null, lateFrom: null };

export interface AlertedLink {
  /** Links in the trash raise no alerts. */
  readonly place: 'active' | 'trash';
  readonly duration: string;
  /** The live date that a person entered, and the UTC day on which the link was first seen live. */
  readonly givenLiveDate: string | null;
  readonly firstLiveDate: string | null;
  readonly status: LinkStatus;
  /** True once the present addresses were found live or removed. */
  readonly claimed: boolean;
  /** True once the present addresses were found live. */
  readonly wasLive: boolean;
  readonly addressesSetAt: string;
  readonly addressesSetBy: string;
  readonly lastChecked: string | null;
  /** The codes of the warnings of the last check. */
  readonly warned: readonly WarningCode[];
  /** The recorded expiry notices, by expiration date. */
  readonly announced: Readonly<Record<string, ExpiryNoticeDays>>;
  /** The last check for which an unchecked notice was recorded. */
  readonly noticedUnchecked: string | null;
  /** The day on which the link is due, unless it had passed when it was entered. */
  readonly timelineDate: string | null;
  /** The due day for which a notice was recorded. */
  readonly noticedLate: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function linkAdded({ data, metadata }: Recorded & { type: 'LinkAdded' }): AlertedLink {
  return {
    place: 'active',
    duration: data.duration,
    givenLiveDate: data.liveDate,
    firstLiveDate: null,
    status: 'pending',
    claimed: false,
    wasLive: false,
    addressesSetAt: metadata.at,
    addressesSetBy: metadata.actor,
    lastChecked: null,
    warned: [],
    announced: {},
    noticedUnchecked: null,
    timelineDate: comingDay(data.timelineDate ?? null, metadata.at),
    noticedLate: null,
  };
}

export function linkEdited(link: AlertedLink, { data, metadata }: Recorded & { type: 'LinkEdited' }): AlertedLink {
  const { articleLink, clientLink, duration, liveDate, timelineDate } = data.changes;
  const otherAddresses = articleLink !== undefined || clientLink !== undefined;
  return {
    ...link,
    duration: duration?.to ?? link.duration,
    givenLiveDate: liveDate === undefined ? link.givenLiveDate : liveDate.to,
    timelineDate: timelineDate === undefined ? link.timelineDate : comingDay(timelineDate.to, metadata.at),
    ...(otherAddresses && { addressesSetAt: metadata.at, addressesSetBy: metadata.actor }),
  };
}

/** A due day that has not passed: a link that is late when the day is entered is no news. */
function comingDay(day: string | null, at: string): string | null {
  return day !== null && day >= at.slice(0, 10) ? day : null;
}

/** Whether the present addresses were set within a day: their author has then seen the result. */
export function isFresh({ addressesSetAt }: AlertedLink, at: string): boolean {
  return Date.parse(at) - Date.parse(addressesSetAt) < DAY_MS;
}

/** The last day of the promise; null if it has none. */
export function endOf({ givenLiveDate, firstLiveDate, duration }: AlertedLink): string | null {
  return expirationDate(givenLiveDate ?? firstLiveDate, duration);
}

/** What is due next, from a link's facts. */
export function dueNotices(link: AlertedLink): DueNotices {
  const isActive = link.place === 'active';
  const end = isActive ? endOf(link) : null;
  const announced = end === null ? undefined : link.announced[end];
  const next = EXPIRY_NOTICE_DAYS.find((days) => announced === undefined || days < announced);
  const isWatched = isActive && link.status === 'live' && link.lastChecked !== link.noticedUnchecked;
  return {
    expiry: end === null || next === undefined ? null : expiryKey(next, end),
    checkedDay: isWatched ? (link.lastChecked?.slice(0, 10) ?? null) : null,
    lateFrom: isActive && isAwaited(link) && link.timelineDate !== null ? dayAfter(link.timelineDate) : null,
  };
}

/** Whether the link was never live, and its page is not unreadable: then nobody knows. */
function isAwaited({ firstLiveDate, wasLive, claimed, lastChecked, timelineDate, noticedLate }: AlertedLink): boolean {
  const isUnknown = lastChecked !== null && !claimed;
  return firstLiveDate === null && !wasLive && !isUnknown && noticedLate !== timelineDate;
}

/** Key of the next expiry notice: '<days before> <date>'. */
export function expiryKey(days: ExpiryNoticeDays, expirationDate: string): string {
  return `${days} ${expirationDate}`;
}
