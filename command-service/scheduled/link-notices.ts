/**
 * Records notices of dates: promises that end soon, and live links unchecked for long. Needs a trusted `metadata.at`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import { dayBefore, daysFrom, daysUntil } from '../../projections/rules/calendar-days.ts';
import { type AlertDoc, alerts } from '../../projections/views/links/alerts.ts';
import { expiryKey, UNCHECKED_DAYS } from '../../projections/views/links/due-notices.ts';
import { daysOfLists } from '../../projections/views/people/days-of-lists.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import type { NoticeCommand } from '../model/notice/commands.ts';
import { notice } from '../model/notice/decider.ts';
import { EXPIRY_NOTICE_DAYS } from '../model/notice/events.ts';

/** Links read at once. A round ends with the first that are due; the others follow in the next. */
export const ROUND = 100;
/** Appends in one turn of the event loop; they share a commit. */
const TURN = 25;
/** A link gets no notice that is overdue by more than this many days. */
const LATEST_DAYS = 60;

interface NoticeDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly logger: Logger;
}

/**
 * Records expiry notices 7 days and 1 day before the end. Looks up exact dates, so links that ended long ago cost nothing;
 * idempotent.
 */
export async function noticeExpiries(deps: NoticeDeps, metadata: EventMetadata): Promise<void> {
  const [first, last] = EXPIRY_NOTICE_DAYS;
  const ends = daysFrom(dayBefore(metadata.at.slice(0, 10), 1), first + 2);
  const expiry = EXPIRY_NOTICE_DAYS.flatMap((days) => ends.map((end) => expiryKey(days, end)));
  await recordDue(deps, metadata, { expiry }, ({ id: linkId, expiry: key }, today) => {
    const [days, expirationDate = ''] = key?.split(' ') ?? [];
    const left = daysUntil(expirationDate, today);
    // After a downtime on the seventh day before the end, the notice comes later.
    if (left < 0 || left > Number(days)) return [];
    return [{ type: 'NoticeExpiry', linkId, expirationDate, daysLeft: left <= last ? last : first }];
  });
}

/** Records a notice for each live link that was not checked for more than 14 days (infra/docs/product.md, "Alerts"). */
export async function noticeUnchecked(deps: NoticeDeps, metadata: EventMetadata): Promise<void> {
  const last = dayBefore(metadata.at.slice(0, 10), UNCHECKED_DAYS + 1);
  const checkedDay = daysFrom(dayBefore(last, LATEST_DAYS - 1), LATEST_DAYS - 1);
  await recordDue(deps, metadata, { checkedDay }, ({ id: linkId, link }) => {
    const lastChecked = link?.lastChecked;
    return lastChecked == null ? [] : [{ type: 'NoticeUnchecked', linkId, lastChecked }];
  });
}

/** Records a notice for each link that was due yesterday, or up to 60 days before, and was never live. */
export async function noticeLate(deps: NoticeDeps, metadata: EventMetadata): Promise<void> {
  const lateFrom = daysFrom(dayBefore(metadata.at.slice(0, 10), LATEST_DAYS), LATEST_DAYS + 1);
  await recordDue(deps, metadata, { lateFrom }, ({ id: linkId, lateFrom: since, link }, today) => {
    const due = link?.timelineDate;
    if (since === null || due == null || since > today || daysUntil(today, since) >= LATEST_DAYS) return [];
    return [{ type: 'NoticeDeviation', linkId, code: 'late', since, evidence: due }];
  });
}

/**
 * Records the notices of a round. Somewhere it is a day earlier or later than in UTC: `where` selects for all time zones,
 * and `noticesOf` gets today in the link's list.
 */
async function recordDue(
  { store, reads, logger }: NoticeDeps,
  metadata: EventMetadata,
  where: NonNullable<FindQuery<'expiry' | 'checkedDay' | 'lateFrom'>['where']>,
  noticesOf: (doc: AlertDoc, today: string) => readonly NoticeCommand[],
): Promise<void> {
  const due: NoticeCommand[] = [];
  for (let after = ''; due.length < ROUND; ) {
    const { rows } = await reads.find(alerts, { where, after, limit: ROUND });
    const audiences = rows.map(({ audience }) => audience);
    const dayIn = await daysOfLists(reads, audiences);
    due.push(...rows.flatMap((doc) => noticesOf(doc, dayIn(doc.audience, metadata.at))));
    if (rows.length < ROUND) break;
    after = rows.at(-1)?.id ?? '';
  }
  const failures: unknown[] = [];
  for (let from = 0; from < due.length; from += TURN) {
    const turn = due.slice(from, from + TURN).map((command) =>
      // A link whose notices cannot be read must not block the others.
      handle(store, notice, command, metadata).catch((error: unknown) => void failures.push(error)),
    );
    await Promise.all(turn);
    await nextTurn();
  }
  if (failures.length > 0) {
    logger.error({ err: failures[0], links: failures.length }, 'could not record some notices');
  }
}
