/**
 * Mails alerts to people who want them, and the weekly report. A subscription to the log notes the people an event
 * concerns; minutes later, everything new and unread for a person goes into one mail. The position mailed up to is stored
 * before the mail goes out: after a crash a mail may be missing (the alerts page still has it), but none is sent twice.
 * Rebuilding the views sends nothing. While the clock is not trusted, nothing is sent: people go on waiting.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { Mailer } from '../../infra/ports/mailer.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type FeedEntry, isWanted, readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { ALERT_DAYS, type Audience, alerts } from '../../projections/views/links/alerts.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import type { LinkledgerEvent } from '../events.ts';
import { waitForViews } from '../links/scan-links.ts';
import { type AlertLetter, composeAlertMail, reportMail } from '../mail/alert-mail.ts';
import type { TrustedClock } from '../scheduled/clock-guard.ts';
import { type FollowerDeps, type Recorded, runReactor } from './run-reactor.ts';

export interface AlertMailDeps extends FollowerDeps {
  readonly reads: ReadStore;
  /** Holds the people waiting for a mail and the position up to which each was mailed: it survives a rebuild. */
  readonly kept: DurableStore;
  readonly mailer: Mailer;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly clock: TrustedClock;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** What happens within so long goes into one mail. */
export const GATHER_MS = 5 * 60 * 1000;
/** Mails a day that a person gets as things happen; the rest of the day comes as one digest when the day is over. */
export const MAILS_A_DAY = 5;
/** The weekly report goes out on Mondays from this hour (UTC) on. */
export const REPORT_HOUR = 6;

/** By person: something new concerns them. All are listed under one owner. */
const WAITING = 'alert-mail-waiting';
const EVERYBODY = 'everybody';
/** By person: a mail went out less than an hour ago; how many on a day; up to which position. */
const HOUR = 'alert-mail-hour';
const DAY = 'alert-mail-day';
const UP_TO = 'alert-mail-up-to';
/** By person and week; and by week: all reports are out, or not again so soon. */
const REPORT = 'weekly-report';
const REPORTS_DONE = 'weekly-reports-done';
const REPORTS_TRIED = 'weekly-reports-tried';

const ROUND_MS = 30_000;
/** Between two tries to send the reports that could not be sent, and how many there are. */
const REPORT_PAUSE_MS = 15 * 60 * 1000;
const REPORT_TRIES = 5;
/** So many mails that do not go out one after the other are the mail server's fault. */
const FAILURES = 3;
/** People read at once. */
const PAGE = 200;

const FAILING = 'alerts cannot be mailed at the moment; trying again';

/** Follows the log and sends mails until aborted. What fails is logged, and tried again. */
export async function runAlertMails(deps: AlertMailDeps, signal: AbortSignal): Promise<void> {
  const mails = new AlertMails(deps, signal);
  const keepOn = async (work: () => Promise<void>, everyMs: number) => {
    for (let failing = false; !signal.aborted; ) {
      try {
        await work();
        failing = false;
      } catch (error) {
        if (!failing && !signal.aborted) {
          deps.logger.error({ err: error }, FAILING);
        }
        failing = true;
      }
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all([mails.follow(), keepOn(() => mails.round(), ROUND_MS), keepOn(() => mails.reports(), ROUND_MS)]);
}

/** The parts, one by one. */
export class AlertMails {
  readonly #deps: AlertMailDeps;
  readonly #signal: AbortSignal;

  constructor(deps: AlertMailDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Notes whom the events concern, until aborted; at the very first start from now on: of the past nothing is mailed. */
  follow(): Promise<void> {
    return runReactor(
      this.#deps,
      { name: 'alert-mails', failing: FAILING, from: 'now', before: (batch) => this.#note(batch) },
      this.#signal,
    );
  }

  async #note(batch: readonly Recorded[]): Promise<void> {
    const { reads, kept, now, clock } = this.#deps;
    const at = clock.trusted();
    // A clock that is ahead would make every event look old. Too many noted does no harm: old alerts are not mailed.
    const since = at === null ? '' : new Date(at.getTime() - DAY_MS).toISOString();
    const fresh = batch.filter(({ type, metadata }) => MAILED.has(type) && metadata.at >= since);
    const last = fresh.at(-1);
    if (last === undefined || !(await waitForViews(reads, [alerts], last.position, this.#signal))) return;
    const ids = fresh.flatMap(({ data }) => ('linkId' in data ? data.linkId : []));
    const docs = await reads.getMany(alerts, [...new Set(ids)]);
    const positions = new Set(fresh.map(({ position }) => position));
    const told = docs.filter((doc) => doc.alerts.some(({ position }) => positions.has(position)));
    const people = await this.#peopleOf(new Set(told.map(({ audience }) => audience)));
    for (const userId of people) {
      // Longer than anybody waits, which is until the day is over.
      const end = new Date(now().getTime() + 2 * DAY_MS).toISOString();
      const waiting = await kept.get(WAITING, userId);
      if (waiting === null) await kept.put(WAITING, userId, now().toISOString(), end, EVERYBODY);
    }
  }

  async #peopleOf(audiences: ReadonlySet<Audience>): Promise<ReadonlySet<string>> {
    const people = new Set<string>();
    for (const audience of audiences) {
      if (audience.startsWith('user:')) people.add(audience.slice('user:'.length));
      if (!audience.startsWith('team:')) continue;
      const where = { teamId: audience.slice('team:'.length) };
      const { rows } = await this.#deps.reads.find(memberships, { where });
      for (const { userId } of rows) people.add(userId);
    }
    return people;
  }

  /** Sends the alerts that are due now. If several mails in a row fail, the rest waits for the next round. */
  async round(): Promise<void> {
    const { kept, clock } = this.#deps;
    const waiting = await kept.listOf<string>(WAITING, EVERYBODY);
    let failures = 0;
    for (const { key: userId, value: since } of waiting) {
      const at = clock.trusted();
      if (at === null || this.#signal.aborted || failures === FAILURES) return;
      // Far in the future: it was noted while the clock was ahead.
      if (Math.abs(at.getTime() - Date.parse(since)) < GATHER_MS) continue;
      failures = (await this.#write(userId, since, at)) ? 0 : failures + 1;
    }
  }

  /**
   * Writes to one person, unless they were written to often enough: then they go on waiting. Answers false where a mail
   * could not be handed over.
   */
  async #write(userId: string, since: string, at: Date): Promise<boolean> {
    const { kept } = this.#deps;
    const today = `${userId} ${dayOf(at)}`;
    if (((await kept.get<number>(DAY, today)) ?? 0) >= MAILS_A_DAY) return true;
    const inAnHour = new Date(at.getTime() + HOUR_MS).toISOString();
    // Of two that try at once, one writes.
    if (!(await kept.putIfAbsent(HOUR, userId, true, inAnHour))) return true;
    // Whatever comes from here on makes them wait anew.
    await kept.remove(WAITING, userId);
    const person = await this.#reachable(userId);
    const news = person === null ? [] : await this.#newsFor(person, at);
    const newest = news[0];
    if (person === null || newest === undefined) {
      await kept.remove(HOUR, userId);
      return true;
    }
    const before = (await kept.get<number>(UP_TO, userId)) ?? 0;
    const yesterday = `${userId} ${dayOf(new Date(at.getTime() - DAY_MS))}`;
    const isDigest = ((await kept.get<number>(DAY, yesterday)) ?? 0) >= MAILS_A_DAY;
    const inTwoDays = new Date(at.getTime() + 2 * DAY_MS).toISOString();
    await kept.increment(DAY, today, inTwoDays);
    // An alert recorded while the clock was ahead counts as new until its time has come, and must not be mailed again.
    const upToEnds = new Date(at.getTime() + ALERT_DAYS * DAY_MS).toISOString();
    await kept.put(UP_TO, userId, newest.position ?? before, upToEnds);
    const letter: AlertLetter = { ...this.#deps, person, entries: news, isDigest };
    if (await this.#send(() => composeAlertMail(letter))) return true;
    await kept.put(UP_TO, userId, before, upToEnds);
    await kept.put(WAITING, userId, since, inTwoDays, EVERYBODY);
    return false;
  }

  /** Who has an address and wants mails; null: nobody is to be written to. */
  async #reachable(userId: string): Promise<UserDoc | null> {
    const person = await this.#deps.reads.get(users, userId);
    return person === null || !isReachable(person) ? null : person;
  }

  /** What a person was not written of and has not read, newest first; nothing older than a day. */
  async #newsFor(person: UserDoc, now: Date): Promise<readonly FeedEntry[]> {
    const { reads, kept } = this.#deps;
    const upTo = (await kept.get<number>(UP_TO, person.id)) ?? 0;
    const since = new Date(now.getTime() - DAY_MS).toISOString();
    const feed = await readAlertFeed(reads, kept, person.id, now);
    return feed.filter(
      ({ type, position, at, read }) =>
        isMailed(type) &&
        isWanted(person.settings, type) &&
        position !== null &&
        position > upTo &&
        at >= since &&
        !read,
    );
  }

  /** The weekly reports: on Mondays, to each person once. */
  async reports(): Promise<void> {
    const { reads, kept, clock } = this.#deps;
    const at = clock.trusted();
    if (at === null) return;
    if (at.getUTCDay() !== 1 || at.getUTCHours() < REPORT_HOUR) return;
    const week = dayOf(at);
    const end = new Date(at.getTime() + 7 * DAY_MS).toISOString();
    if ((await kept.get(REPORTS_DONE, week)) !== null) return;
    const nextTry = new Date(at.getTime() + REPORT_PAUSE_MS).toISOString();
    if (!(await kept.putIfAbsent(REPORTS_TRIED, week, true, nextTry))) return;
    let failures = 0;
    for (let skip = 0; ; skip += PAGE) {
      const { rows } = await reads.find(users, { skip, limit: PAGE });
      for (const person of rows) {
        if (this.#signal.aborted) return;
        if (!isReachable(person) || !person.settings.weeklyReport) continue;
        const own = `${person.id} ${week}`;
        if (!(await kept.putIfAbsent(REPORT, own, true, end))) continue;
        if (await this.#send(() => reportMail({ ...this.#deps, person, now: () => at }))) continue;
        failures += 1;
        await kept.remove(REPORT, own);
      }
      if (rows.length < PAGE) break;
    }
    const tries = await kept.increment(REPORTS_TRIED, `${week} tries`, end);
    if (failures === 0 || tries >= REPORT_TRIES) await kept.put(REPORTS_DONE, week, true, end);
  }

  /** Says whether the mail was handed over, or there was nothing to say. One that a shutdown cuts short counts as sent. */
  async #send(write: () => ReturnType<typeof reportMail>): Promise<boolean> {
    const { mailer, logger } = this.#deps;
    const mail = await write();
    if (mail === null) return true;
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const leave = () => stop();
    this.#signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([mailer.send(mail), stopped]);
      return true;
    } catch (error) {
      // The error of a mail server may name the address: only its kind is for the log.
      logger.warn(
        { code: (error as { code?: unknown }).code },
        'alerts could not be mailed; they are tried again later',
      );
      return false;
    } finally {
      this.#signal.removeEventListener('abort', leave);
    }
  }
}

/** The events whose alerts have a switch in the settings. */
const MAILED: ReadonlySet<string> = new Set<LinkledgerEvent['type']>([
  'LinkStatusChanged',
  'LinkExpiryNoticed',
  'LinkUncheckedNoticed',
]);

function isMailed(type: FeedEntry['type']): boolean {
  return type === 'status' || type === 'removed' || type === 'expiring';
}

function isReachable({ email, deletedAt, settings }: UserDoc): boolean {
  return email !== '' && deletedAt === null && settings.emailNotifications;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
