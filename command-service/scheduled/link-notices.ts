/**
 * Records notices of dates: promises that end soon, and live links unchecked for long. Needs a trusted `metadata.at`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { dayBefore, daysFrom } from '../../projections/rules/calendar-days.ts';
import { alerts, expiryKey, UNCHECKED_DAYS } from '../../projections/views/links/alerts.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import type { NoticeCommand } from '../model/notice/commands.ts';
import { notice } from '../model/notice/decider.ts';
import { EXPIRY_NOTICE_DAYS, type ExpiryNoticeDays } from '../model/notice/events.ts';

/** The most links that get a notice in one round; the others follow in the next. */
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
  const today = Temporal.PlainDate.from(metadata.at.slice(0, 10));
  const [first, last] = EXPIRY_NOTICE_DAYS;
  const due = new Map<string, { readonly expirationDate: string; readonly daysLeft: ExpiryNoticeDays }>();
  for (let days = 0; days <= first; days += 1) {
    const expirationDate = today.add({ days }).toString();
    const daysLeft = days <= last ? last : first;
    // After a downtime on the seventh day before the end, the notice comes later.
    due.set(expiryKey(first, expirationDate), { expirationDate, daysLeft });
    if (daysLeft === last) due.set(expiryKey(last, expirationDate), { expirationDate, daysLeft });
  }
  const { rows } = await deps.reads.find(alerts, { where: { expiry: [...due.keys()] }, limit: ROUND });
  await record(
    deps,
    metadata,
    rows.flatMap(({ id: linkId, expiry }) => {
      const found = expiry === null ? undefined : due.get(expiry);
      return found === undefined ? [] : { type: 'NoticeExpiry', linkId, ...found };
    }),
  );
}

/** Records a notice for each live link that was not checked for more than 14 days (infra/docs/product.md, "Alerts"). */
export async function noticeUnchecked(deps: NoticeDeps, metadata: EventMetadata): Promise<void> {
  const last = Temporal.PlainDate.from(metadata.at.slice(0, 10)).subtract({ days: UNCHECKED_DAYS + 1 });
  const checkedDay = Array.from({ length: LATEST_DAYS }, (_, days) => last.subtract({ days }).toString());
  const { rows } = await deps.reads.find(alerts, { where: { checkedDay }, limit: ROUND });
  await record(
    deps,
    metadata,
    rows.flatMap(({ id: linkId, link }) => {
      const lastChecked = link?.lastChecked;
      return lastChecked == null ? [] : { type: 'NoticeUnchecked', linkId, lastChecked };
    }),
  );
}

/** Records a notice for each link that was due yesterday, or up to 60 days before, and was never live. */
export async function noticeLate(deps: NoticeDeps, metadata: EventMetadata): Promise<void> {
  const earlier = LATEST_DAYS - 1;
  const lateFrom = daysFrom(dayBefore(metadata.at.slice(0, 10), earlier), earlier);
  const { rows } = await deps.reads.find(alerts, { where: { lateFrom }, limit: ROUND });
  await record(
    deps,
    metadata,
    rows.flatMap(({ id: linkId, lateFrom: since, link }) => {
      const due = link?.timelineDate;
      return since === null || due == null
        ? []
        : { type: 'NoticeDeviation', linkId, code: 'late', since, evidence: due };
    }),
  );
}

async function record(
  { store, logger }: NoticeDeps,
  metadata: EventMetadata,
  all: readonly NoticeCommand[],
): Promise<void> {
  const failures: unknown[] = [];
  for (let from = 0; from < all.length; from += TURN) {
    const turn = all.slice(from, from + TURN).map((command) =>
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
