/**
 * Drafts the issues of reports with a schedule, and issues those that wait for nobody (infra/docs/product.md, "Reports").
 * Each round does the next step of each report, from what the log has: a process that is killed loses and repeats
 * nothing.
 */
import { randomBytes } from 'node:crypto';
import { personPrincipal } from '../../infra/ports/process/principal.ts';
import { inRounds } from '../../infra/ports/process/rounds.ts';
import { BusyError } from '../../infra/ports/storage/errors.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import { users } from '../../projections/views/people/users.ts';
import { type IssueDoc, type ReportDoc, reports as view } from '../../projections/views/reports/reports.ts';
import type { ClockGuard } from '../clock/clock-guard.ts';
import { type Calendar, dayIn, type Period, periodOf } from '../contract/calendar.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Scope, teamIdOf, userIdOf } from '../contract/scope.ts';
import { isStillAllowed } from '../core/authorize.ts';
import { load } from '../core/handle.ts';
import { waitForHead } from '../links/wait-for-views.ts';
import { heldMails } from '../mail/held-mails.ts';
import { isReachable, type MailRoundDeps } from '../mail/rounds/send-alert-mails.ts';
import type { ShareMailer } from '../mail/share-mail.ts';
import { type WaitsBecause, waitingReportMail } from '../mail/waiting-report-mail.ts';
import type { HeldBecause, IssuePeriod } from '../model/report/events.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import { SILENCE_STREAM } from '../model/watchdog/decider.ts';
import {
  draftReport,
  ISSUE_MS,
  issueReport,
  loadReport,
  mailedRecipients,
  periodOfIssue,
  type ReportDeps,
} from '../reports/issue-report.ts';
import { metadata } from './scheduler.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** An issue with more pending links than this part is held. */
const MAX_PENDING = 0.2;

interface IssuingDeps
  extends Omit<ReportDeps, 'now'>,
    Pick<MailRoundDeps, 'reads' | 'outbox' | 'unsubscribing' | 'publicUrl' | 'logger'> {
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly sharing: Pick<ShareMailer, 'hold' | 'leave'>;
  readonly clock: Pick<ClockGuard, 'trusted'>;
}

/** Works in rounds until aborted. */
export async function issueReports(deps: IssuingDeps, signal: AbortSignal): Promise<void> {
  const trouble = { logger: deps.logger, failing: 'could not read the schedules of reports; trying again' };
  await inRounds(() => issueDueReports(deps, signal), MINUTE_MS, trouble, signal);
}

/** Does the next step of each report that is due. Safe to repeat and to run twice at once. */
export async function issueDueReports(deps: IssuingDeps, signal: AbortSignal): Promise<void> {
  const { reads, logger, clock } = deps;
  if (!(await waitForHead(deps, [view]))) return;
  const { rows } = await reads.find(view, { where: { scheduled: 1 }, countUpTo: 1 });
  for (const doc of rows) {
    const now = clock.trusted();
    if (now === null || signal.aborted) return;
    await nextStep(deps, doc, now, signal).catch((err: unknown) => {
      // The report of one list must not block the others.
      if (!signal.aborted) logger.error({ err, reportId: doc.id }, 'could not make an issue of a report');
    });
  }
}

/**
 * The period whose issue is due: the last that has ended, from the hour of the schedule on the first working day after
 * it. null before, and for what was due before the report or its schedule was made.
 */
export function duePeriod(
  { period, schedule, definedAt, scheduledAt }: Pick<ReportDoc, 'period' | 'schedule' | 'definedAt' | 'scheduledAt'>,
  calendar: Calendar,
  now: Date,
): Period | null {
  if (schedule === null || period === 'own') return null;
  const ended = periodOfIssue(period, calendar, {}, now);
  const { from: first } = periodOf(period, calendar, dayIn(calendar.timeZone, now));
  const day = Temporal.PlainDate.from(first);
  const workday = day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day;
  const plainTime = { hour: schedule.hour };
  const due = workday.toZonedDateTime({ timeZone: calendar.timeZone, plainTime }).epochMilliseconds;
  const isOver = Date.parse(ended.end) > Date.parse(definedAt) && due >= Date.parse(scheduledAt);
  return isOver && due <= now.getTime() ? ended : null;
}

async function nextStep(deps: IssuingDeps, doc: ReportDoc, now: Date, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  const list = await listOf(deps, doc.scope);
  const due = list === null ? null : duePeriod(doc, list.calendar, now);
  if (list === null || due === null) return;
  // The id names the period, so that two rounds make one draft.
  const issueId = `scheduled-${due.to}`;
  const issue = doc.issues.find(({ id }) => id === issueId);
  if (issue === undefined) {
    if (doc.issues.some(({ period: { from, to } }) => from === due.from && to === due.to)) return;
    if ((await loadReport(store, doc.id)).deleted.has(issueId)) return;
    const shareId = randomBytes(16).toString('base64url');
    const { timeZone } = list.calendar;
    const held = (period: IssuePeriod) => heldBecause(deps, doc, period);
    await draftReport(deps, { reportId: doc.id, issueId, shareId, days: due, timeZone, held }, metadata(now));
    return;
  }
  if (issue.issuedAt !== null) return;
  const age = now.getTime() - Date.parse(issue.draftedAt);
  const because = await waitsBecause(deps, doc, issue, now);
  if (because !== null) {
    // The outbox remembers for three days whom it told: after two, nobody may be told again.
    if (age < 2 * DAY_MS) await tell(deps, doc, issue, list.managers, because);
    return;
  }
  if (isTried(age)) await issueAtOnce(deps, doc, issue, now, signal);
}

/** Whether an issue of this age is tried now: at first in each round, then twice an hour, because a try prints a PDF. */
function isTried(age: number): boolean {
  return age < 10 * MINUTE_MS || age % (30 * MINUTE_MS) < MINUTE_MS;
}

/** The calendar of a list and the people who release its reports; null once the list is gone. */
async function listOf({ store }: IssuingDeps, scope: Scope) {
  const teamId = teamIdOf(scope);
  if (teamId === null) {
    const { state } = await load(store, user, userStreamOf(userIdOf(scope) ?? ''));
    return state.status === 'active' ? { calendar: state.settings.calendar, managers: [userIdOf(scope) ?? ''] } : null;
  }
  const { state } = await load(store, team, teamStreamOf(teamId));
  if (state.status !== 'active') return null;
  const full = [...state.members].filter(([, permission]) => permission === 'full').map(([userId]) => userId);
  return { calendar: state.calendar, managers: [state.ownerId, ...full] };
}

async function heldBecause(
  { store, reports, logger }: IssuingDeps,
  { id: reportId, scope, subject, issues, ...fields }: ReportDoc,
  period: IssuePeriod,
): Promise<HeldBecause | null> {
  if (issues.every(({ issuedAt }) => issuedAt === null)) return 'first';
  const { events } = await store.read(SILENCE_STREAM);
  const wasSilent = events.some(({ type, position }, at) => {
    const resumed = events[at + 1]?.position ?? Number.POSITIVE_INFINITY;
    return type === 'CheckerFellSilent' && position <= period.position && resumed > period.after;
  });
  if (wasSilent) return 'checks-delayed';
  try {
    const { total, pending } = await reports.count({ scope, subject, fields, period, note: '' });
    return pending > total * MAX_PENDING ? 'unverified' : null;
  } catch (err) {
    if (err instanceof BusyError) throw err;
    logger.error({ err, reportId }, 'could not count the links of a report: a person must release its issue');
    return 'unverified';
  }
}

/** Why a draft waits; null: it goes out. */
async function waitsBecause(
  deps: IssuingDeps,
  { scope, prices, pricesBy, schedule, scheduledAt }: ReportDoc,
  { held, draftedAt }: IssueDoc,
  now: Date,
): Promise<WaitsBecause | null> {
  if (held !== null) return held;
  // A draft that waited goes on waiting when its schedule is changed.
  if (schedule?.waits !== false || draftedAt <= scheduledAt) return 'chosen';
  const standing = { store: deps.store, now: () => now };
  const maySee = !prices || (await isStillAllowed(standing, 'ReadMoney', scope, personPrincipal(pricesBy)));
  if (!maySee) return 'prices';
  return now.getTime() - Date.parse(draftedAt) > DAY_MS ? 'failed' : null;
}

/** Tells the people who release reports, each once. */
async function tell(
  { reads, outbox, publicUrl, unsubscribing }: IssuingDeps,
  { id: reportId, name }: ReportDoc,
  { id, period, draftedAt }: IssueDoc,
  managers: readonly string[],
  because: WaitsBecause,
): Promise<void> {
  const until = new Date(Date.parse(draftedAt) + 3 * DAY_MS).toISOString();
  for (const person of (await reads.getMany(users, managers)).filter(isReachable)) {
    const mail = waitingReportMail(person, { reportId, name, period, because, publicUrl, unsubscribing });
    await outbox.add(mail, { id: `report-waits ${reportId} ${id} ${person.id}`, kind: 'report-waits-mail', until });
  }
}

async function issueAtOnce(
  deps: IssuingDeps,
  { id: reportId, scope, pricesBy }: ReportDoc,
  { id: issueId, shareId, period }: IssueDoc,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { store, sharing } = deps;
  const state = await loadReport(store, reportId);
  const { fields } = state;
  const recipients = mailedRecipients(reportId, state);
  const isMember = await isStillAllowed({ store, now: () => now }, 'ReadReports', scope, personPrincipal(pricesBy));
  const mails = await heldMails(deps, isMember ? pricesBy : null, recipients, {
    ...{ shareId, client: fields.name, hasPassword: false, expiresAt: null, scope, scopes: [scope] },
    ...{ language: fields.language, shows: { from: period.from, to: period.to } },
  });
  const wanted = { reportId, state, issueId, passwordHash: null, expiresAt: null, recipients };
  // The outbox drops the mails of an issue that does not come out.
  await issueReport(deps, wanted, metadata(now), AbortSignal.any([signal, AbortSignal.timeout(ISSUE_MS)]));
  await sharing.leave(mails);
}
