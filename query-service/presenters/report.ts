/** Reports for the API. */
import type { IssueMail } from '../../command-service/contract/issue-mails.ts';
import { allows } from '../../command-service/contract/policy.ts';
import type { ShareDoc } from '../../projections/views/people/shares.ts';
import type { IssueDoc, ReportDoc } from '../../projections/views/reports/reports.ts';
import { type Access, may, teamIdOf } from '../access/access.ts';
import type { IssueMailAnswer, ReportAnswer, ReportIssueAnswer } from '../contract/answers/reports.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';

/** Whether the caller may see a report: one with prices needs the right to read money. */
export function seesReport(access: Access, { scope, prices }: Pick<ReportDoc, 'scope' | 'prices'>): boolean {
  return may(access, 'ReadReports', scope) && (!prices || may(access, 'ReadMoney', scope));
}

interface ReportContext {
  readonly access: Access;
  readonly names: Names;
  readonly subjectName: string;
  readonly publicUrl: string;
  /** The open shares of its issues, and their visits, by share id. */
  readonly shares: ReadonlyMap<string, { readonly share: ShareDoc; readonly views: number }>;
}

/** Names every outgoing field. */
export function presentReport(doc: ReportDoc, context: ReportContext): ReportAnswer {
  const { access, subjectName } = context;
  const { id, scope, name, subject, period, parts, prices, language, paper, schedule, revision } = doc;
  const teamId = teamIdOf(scope);
  const mayEdit = allows('EditReports', access.roleIn(scope));
  const recipients = mayEdit ? doc.recipients : [];
  return {
    ...{ id, teamId, teamName: teamId === null ? null : (access.teams.get(teamId)?.name ?? null) },
    ...{ name, subject, subjectName, period, parts, prices, language, paper, schedule },
    recipients: recipients.map(({ email }) => email),
    unsubscribed: recipients.filter(({ leftAt }) => leftAt !== null).map(({ email }) => email),
    issues: doc.issues.map((issue) => presentIssue(issue, context)),
    ...{ mayEdit, mayRelease: allows('ReleaseReport', access.roleIn(scope)), revision },
  };
}

/** The mails of an issue, by address. The outbox forgets a mail that waits beyond its end. */
export function presentMails(
  { recipients }: Pick<ReportDoc, 'recipients'>,
  { issuedAt }: Pick<IssueDoc, 'issuedAt'>,
  { entries, now }: { readonly entries: readonly IssueMail[]; readonly now: string },
): readonly IssueMailAnswer[] {
  const emails = new Map(recipients.map(({ recipientId, email }) => [recipientId, email]));
  const mails = entries.map(({ recipientId, status, at, nextAt, until }): IssueMailAnswer => {
    const email = emails.get(recipientId) ?? null;
    if (status !== 'waiting') return { email, status, at, nextAt: null };
    return until > now ? { email, status, at, nextAt } : { email, status: 'late', at: until, nextAt: null };
  });
  // A release that failed leaves mails that were never to be sent.
  const sent = mails.filter(({ status, at }) => issuedAt !== null && (status !== 'withdrawn' || at >= issuedAt));
  return sent.toSorted((one, other) => ((one.email ?? '') < (other.email ?? '') ? -1 : 1));
}

function presentIssue(issue: IssueDoc, { names, publicUrl, shares }: ReportContext): ReportIssueAnswer {
  const { id, shareId, period, held, note, draftedAt, draftedBy, issuedAt, issuedBy, files, missed } = issue;
  const page = shares.get(shareId);
  return {
    id,
    status: issuedAt === null ? 'draft' : page === undefined ? 'revoked' : 'issued',
    ...{ from: period.from, to: period.to, timeZone: period.timeZone, position: period.position },
    ...{ held, note, draftedAt, draftedByName: names.get(draftedBy) ?? UNKNOWN_PERSON },
    issuedAt,
    issuedByName: issuedBy === null ? null : (names.get(issuedBy) ?? UNKNOWN_PERSON),
    shareId: issuedAt === null ? null : shareId,
    url: page === undefined ? null : `${publicUrl}/share/${shareId}`,
    views: page?.views ?? 0,
    formats: files.map(({ format }) => format),
    missed,
  };
}
