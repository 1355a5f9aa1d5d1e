/** Drafts issues of reports, and issues them. */
import { type BlobStore, EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import { type Calendar, dayIn, type Period, periodOf, startOfDay } from '../contract/calendar.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type Scope, teamIdOf, userIdOf } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import type { ShareRecipient } from '../mail/share-mail.ts';
import { type ActiveReport, type Issue, report, streamOf } from '../model/report/decider.ts';
import type { HeldBecause, IssuePeriod, ReportFile, ReportPeriod } from '../model/report/events.ts';
import { share, streamOf as shareStreamOf } from '../model/share/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import { DEFAULT_SETTINGS } from '../model/user/events.ts';
import type { ReportWriter } from './report-writer.ts';

/** The longest time for the files of an issue, in milliseconds. */
export const ISSUE_MS = 60_000;

export interface ReportDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly files: Pick<BlobStore, 'put'>;
  readonly reports: ReportWriter;
  readonly now: () => Date;
}

/** @throws DomainError `not-found` for a report that does not exist. */
export async function loadReport(store: EventStore<LinkledgerEvent>, reportId: string): Promise<ActiveReport> {
  const { state } = await load(store, report, streamOf(reportId));
  if (state.status !== 'active') throw new DomainError('not-found', 'not-found', 'This report no longer exists.');
  return state;
}

/** The recipients of a report who want its mails. */
export function mailedRecipients(reportId: string, { recipients, left }: ActiveReport): readonly ShareRecipient[] {
  const wanting = recipients.filter(({ recipientId }) => !left.has(recipientId));
  return wanting.map(({ recipientId, email }) => ({ email, inReport: { reportId, recipientId } }));
}

/**
 * The issue while it is a draft.
 * @throws DomainError `not-found` without it; `conflict` once it is out.
 */
export async function loadDraft(
  store: EventStore<LinkledgerEvent>,
  { issues }: ActiveReport,
  issueId: string,
): Promise<Issue> {
  const issue = issues.get(issueId);
  if (issue === undefined) throw new DomainError('not-found', 'not-found', 'This draft no longer exists.');
  const { state } = await load(store, share, shareStreamOf(issue.shareId));
  if (state.status === 'none') return issue;
  throw new DomainError('conflict', 'issued', 'This issue is out and cannot be changed. Make another draft.');
}

/** The calendar of a list. */
export async function calendarOfList(store: EventStore<LinkledgerEvent>, scope: Scope): Promise<Calendar> {
  const teamId = teamIdOf(scope);
  if (teamId !== null) {
    const { state } = await load(store, team, teamStreamOf(teamId));
    return state.status === 'active' ? state.calendar : DEFAULT_SETTINGS.calendar;
  }
  const { state } = await load(store, user, userStreamOf(userIdOf(scope) ?? ''));
  return state.status === 'active' ? state.settings.calendar : DEFAULT_SETTINGS.calendar;
}

/** The days that an issue is about. */
interface WantedDays {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/**
 * The days of an issue: those that are named, else the last period that has ended.
 * @throws InputError for days in the wrong order, or that have not ended.
 */
export function periodOfIssue(kind: ReportPeriod, calendar: Calendar, { from, to }: WantedDays, now: Date): Period {
  const { timeZone } = calendar;
  const today = dayIn(timeZone, now);
  if (!from && !to) {
    if (kind === 'own') throw new InputError({ from: 'Choose the first and the last day' });
    const current = periodOf(kind, calendar, today);
    return periodOf(kind, calendar, dayIn(timeZone, new Date(Date.parse(current.start) - 1)));
  }
  if (!from) throw new InputError({ from: 'Choose the first day' });
  if (!to) throw new InputError({ to: 'Choose the last day' });
  if (to < from) throw new InputError({ to: 'The last day must not be before the first' });
  if (to >= today) {
    throw new InputError({ to: `A report is about days that have ended: choose a day before ${today} (${timeZone})` });
  }
  const end = Temporal.PlainDate.from(to).add({ days: 1 }).toString();
  return { from, to, start: startOfDay(timeZone, from), end: startOfDay(timeZone, end) };
}

interface WantedDraft {
  readonly reportId: string;
  readonly issueId: string;
  /** 128 random bits: the address of the page. */
  readonly shareId: string;
  readonly days: Period;
  /** The zone of the days. */
  readonly timeZone: string;
  /** Tells why the issue waits; absent for an issue that a person drafts. */
  readonly held?: (period: IssuePeriod) => Promise<HeldBecause | null>;
}

/** Drafts an issue as of the end of its days. @throws DomainError `not-found` for a report that does not exist. */
export async function draftReport(
  { store, reports }: Pick<ReportDeps, 'store' | 'reports'>,
  { days, timeZone, held, ...wanted }: WantedDraft,
  metadata: EventMetadata,
) {
  const { from, to, start, end } = days;
  const [after, position] = [await reports.positionBefore(start), await reports.positionBefore(end)];
  const period = { from, to, timeZone, after, position };
  const because = (await held?.(period)) ?? null;
  const command = { type: 'DraftReport', ...wanted, period, rules: reports.rules, held: because } as const;
  return handle(store, report, command, metadata);
}

interface WantedIssue {
  readonly reportId: string;
  /** The report as it was loaded. */
  readonly state: ActiveReport;
  readonly issueId: string;
  readonly passwordHash: string | null;
  readonly expiresAt: string | null;
  readonly recipients: readonly Pick<ShareRecipient, 'email'>[];
}

/**
 * Makes the files of a draft and its page. The event of the page is the moment at which the issue is out: of two
 * people who release it at once, the first does.
 */
export async function issueReport(
  { store, files, reports }: Pick<ReportDeps, 'store' | 'files' | 'reports'>,
  { reportId, state, issueId, recipients, ...access }: WantedIssue,
  metadata: EventMetadata,
  signal: AbortSignal,
) {
  const { shareId, period, note } = await loadDraft(store, state, issueId);
  const { scope, subject, fields } = state;
  const written = await reports.write({ scope, subject, fields, period, note }, signal);
  const kept = await Promise.all(
    written.files.map(async ({ format, bytes }): Promise<ReportFile> => {
      return { format, hash: await files.put(EVIDENCE, bytes), bytes: bytes.byteLength };
    }),
  );
  return handle(
    store,
    share,
    {
      ...{ type: 'CreateShare', shareId, name: fields.name, scope, ...access },
      emails: recipients.map(({ email }) => email),
      clientDomain: subject.kind === 'client' ? subject.id : '',
      report: { reportId, issueId, days: { from: period.from, to: period.to }, files: kept, missed: written.missed },
    },
    metadata,
  );
}
