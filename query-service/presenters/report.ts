/** Reports for the API. */
import { allows } from '../../command-service/contract/policy.ts';
import type { ShareDoc } from '../../projections/views/people/shares.ts';
import type { IssueDoc, ReportDoc } from '../../projections/views/reports/reports.ts';
import { type Access, may, teamIdOf } from '../access/access.ts';
import type { ReportAnswer, ReportIssueAnswer } from '../contract/answers/reports.ts';
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
  return {
    ...{ id, teamId, teamName: teamId === null ? null : (access.teams.get(teamId)?.name ?? null) },
    ...{ name, subject, subjectName, period, parts, prices, language, paper, schedule },
    recipients: mayEdit ? doc.recipients.map(({ email }) => email) : [],
    issues: doc.issues.map((issue) => presentIssue(issue, context)),
    ...{ mayEdit, mayRelease: allows('ReleaseReport', access.roleIn(scope)), revision },
  };
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
