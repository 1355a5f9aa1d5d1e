/**
 * Sends alert mails to people without alert rules of their own (alert-rules/ sends those of rules). Minutes after the first
 * alert, everything new and unread for a person goes into one mail, which is put into the outbox. Its id names the alerts
 * before it, so that no alert is mailed twice after a crash. Without a trusted clock nothing is sent, and people go on
 * waiting.
 */
import type { Logger } from '../../../infra/ports/process/logger.ts';
import type { DurableStore } from '../../../infra/ports/storage/durable-store.ts';
import type { ReadStore } from '../../../infra/ports/storage/read-store.ts';
import { type FeedEntry, isWanted, readAlertFeed } from '../../../projections/alerts/alert-feed.ts';
import { ALERT_DAYS } from '../../../projections/views/links/alerts.ts';
import { alertRules } from '../../../projections/views/people/alert-rules.ts';
import { type UserDoc, users } from '../../../projections/views/people/users.ts';
import type { TrustedClock } from '../../clock/clock-guard.ts';
import { isInFuture } from '../../clock/clock-trust.ts';
import { dayIn } from '../../contract/calendar.ts';
import { userScope } from '../../contract/scope.ts';
import type { UnsubscribeLinks } from '../../unsubscribe/unsubscribe-links.ts';
import { composeAlertMail } from '../alert-mail.ts';
import { DAY, EVERYBODY, HOUR, UP_TO, WAITING } from '../alert-mail-progress.ts';
import type { MailOutbox } from '../outbox.ts';

export interface MailRoundDeps {
  readonly reads: ReadStore;
  /** The people who wait, and the position up to which each was mailed. */
  readonly state: DurableStore;
  readonly outbox: Pick<MailOutbox, 'add'>;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'addressOf' | 'ofSetting'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly clock: TrustedClock;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Alerts within this time go into one mail. */
export const GATHER_MS = 5 * 60 * 1000;
/** Mails per person and day as alerts arrive; the rest of the day comes as one digest on the next day. */
export const MAILS_A_DAY = 5;

/** Puts the due alerts into the outbox. */
export async function sendAlertMails(deps: MailRoundDeps, signal: AbortSignal): Promise<void> {
  const { reads, state, clock } = deps;
  const waiting = await state.listOf<string>(WAITING, EVERYBODY);
  for (const { key: userId, value: since } of waiting) {
    const at = clock.trusted();
    if (at === null || signal.aborted) return;
    // A time far in the future was recorded while the clock was ahead.
    if (Math.abs(at.getTime() - Date.parse(since)) < GATHER_MS) continue;
    if ((await reads.get(alertRules, userScope(userId))) === null) await sendTo(deps, userId, at);
  }
}

/** Sends one person's alerts, unless they had the most mails for now: then they go on waiting. */
async function sendTo(deps: MailRoundDeps, userId: string, at: Date): Promise<void> {
  const { reads, state, outbox } = deps;
  const found = await reads.get(users, userId);
  const person = found !== null && isReachable(found) ? found : null;
  const zone = person?.settings.calendar.timeZone ?? 'UTC';
  const today = `${userId} ${dayIn(zone, at)}`;
  if (((await state.get<number>(DAY, today)) ?? 0) >= MAILS_A_DAY) return;
  const inAnHour = new Date(at.getTime() + HOUR_MS).toISOString();
  // Only one of two concurrent attempts sends the mail.
  if (!(await state.putIfAbsent(HOUR, userId, at.toISOString(), inAnHour))) {
    const sentAt = await state.get<string | true>(HOUR, userId);
    // A time in the future was recorded while the clock was ahead.
    if (typeof sentAt !== 'string' || !isInFuture(sentAt, at)) return;
    await state.put(HOUR, userId, at.toISOString(), inAnHour);
  }
  const before = (await state.get<number>(UP_TO, userId)) ?? 0;
  const news = person === null ? [] : await newAlertsOf(deps, person, at);
  const newest = news[0]?.position ?? before;
  const yesterday = `${userId} ${dayIn(zone, new Date(at.getTime() - DAY_MS))}`;
  const isDigest = ((await state.get<number>(DAY, yesterday)) ?? 0) >= MAILS_A_DAY;
  const letter = person === null || news.length === 0 ? null : { ...deps, person, entries: news, isDigest };
  const mail = letter === null ? null : await composeAlertMail(letter);
  // An alert recorded while the clock was ahead counts as new until its time comes, and must not be mailed again.
  const upToEnds = new Date(at.getTime() + ALERT_DAYS * DAY_MS).toISOString();
  if (mail === null) await state.remove(HOUR, userId);
  else {
    const upTo = await outbox.add(mail, { id: `alerts ${userId} ${before}`, kind: 'alert-mail', mark: newest });
    await state.put(UP_TO, userId, upTo, upToEnds);
    await state.increment(DAY, today, new Date(at.getTime() + 2 * DAY_MS).toISOString());
  }
  await state.remove(WAITING, userId);
  // An alert that came meanwhile did not mark the person as waiting again: they waited already.
  if (person === null || (await newAlertsOf(deps, person, at)).every(({ position }) => (position ?? 0) <= newest))
    return;
  await state.put(WAITING, userId, at.toISOString(), new Date(at.getTime() + 2 * DAY_MS).toISOString(), EVERYBODY);
}

/** The person's unread alerts of the last day that were not mailed, newest first. */
async function newAlertsOf({ reads, state }: MailRoundDeps, person: UserDoc, now: Date): Promise<readonly FeedEntry[]> {
  const upTo = (await state.get<number>(UP_TO, person.id)) ?? 0;
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const feed = await readAlertFeed(reads, state, person.id, now);
  return feed.filter(
    ({ type, position, at, read, from }) =>
      from.kind === 'event' &&
      isMailed(type) &&
      isWanted(person.settings, type) &&
      position !== null &&
      position > upTo &&
      at >= since &&
      !read,
  );
}

function isMailed(type: FeedEntry['type']): boolean {
  return type === 'status' || type === 'removed' || type === 'warning' || type === 'deviates' || type === 'expiring';
}

/** Whether the person has an address and wants mails. */
export function isReachable({ email, deletedAt, settings }: UserDoc): boolean {
  return email !== '' && deletedAt === null && settings.emailNotifications;
}
