/** GET /api/reports, the drafts and files of their issues, and the pages of issues for clients. */
import { ISSUE_MAIL, type IssueMail } from '../../command-service/contract/issue-mails.ts';
import type { IssuedReport, ReportFormat } from '../../command-service/model/report/events.ts';
import { notFound, Problem } from '../../infra/http/request/problem.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import { wholeList } from '../../infra/http/request/route-facts.ts';
import { type BlobStore, EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { type ClientBook, readClientBook } from '../../projections/views/links/client-book.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { links } from '../../projections/views/links/links.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { type IssueDoc, type ReportDoc, reports } from '../../projections/views/reports/reports.ts';
import { type Access, accessOf, may, teamIdOf } from '../access/access.ts';
import { readPinned } from '../as-of/read-at.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { ANY_DEVIATION, PERSONAL } from '../contract/list-options.ts';
import { reportListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { loadNames } from '../presenters/person-names.ts';
import { presentMails, presentReport, seesReport } from '../presenters/report.ts';
import { REPORT_POLICY, type ReportNumber, reportPage } from '../reports/page.ts';
import { writeDocument } from '../reports/write-document.ts';
import { authorizeShare } from '../shares/share-access.ts';
import { countView, viewsOf } from '../shares/share-views.ts';
import { route } from './route.ts';

const TYPES: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

const FILES = { media: ['text/html', 'application/pdf', TYPES.xlsx, 'text/csv'] } as const;

export const reportRoutes = [
  route({
    method: 'GET',
    path: '/api/reports',
    action: 'ReadReports',
    summary: 'The reports of your lists with their issues, by name.',
    query: reportListSchema,
    answers: { 200: wholeList('ReportAnswer') },
    async handle({ ctx, principal, query }, deps) {
      const { reads } = deps;
      await waitForPosition(ctx, deps, reports, shares, clients, campaigns);
      const access = await accessOf(reads, principal);
      const { rows } = await reads.find(reports, { where: { scope: scopesOf(access, query.teamId) } });
      const seen = rows.filter((doc) => seesReport(access, doc));
      const people = seen.flatMap(({ issues }) => issues.flatMap(({ draftedBy, issuedBy }) => [draftedBy, issuedBy]));
      const names = await loadNames(
        reads,
        people.flatMap((id) => id ?? []),
      );
      const scopes = [...new Set(seen.map(({ scope }) => scope))];
      const books = new Map(
        await Promise.all(scopes.map(async (scope) => [scope, await readClientBook(reads, [scope])] as const)),
      );
      const answers = seen.map(async (doc) =>
        presentReport(doc, {
          ...{ access, names, publicUrl: deps.sharing.publicUrl, shares: await pagesOf(deps, doc) },
          subjectName: await subjectName(reads, books.get(doc.scope), doc),
        }),
      );
      const byName = new Intl.Collator('en', { numeric: true });
      return (await Promise.all(answers)).toSorted((one, other) => byName.compare(one.name, other.name));
    },
  }),

  route({
    method: 'GET',
    path: '/api/reports/:id/issues/:issueId/mails',
    action: 'ReadReportMails',
    summary: 'What became of the mails of an issue, for those who may edit its report.',
    answers: { 200: wholeList('IssueMailAnswer') },
    errorStatuses: [404],
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, reports);
      const access = await accessOf(deps.reads, principal);
      const { report, issue } = await seenIssue(deps, access, params);
      if (!may(access, 'ReadReportMails', report.scope)) {
        throw new Problem(403, 'forbidden', 'You may read this report, but not its recipients.');
      }
      const logged = await deps.issueMails.listOf<IssueMail>(ISSUE_MAIL, issue.shareId);
      const entries = logged.map(({ value }) => value);
      return presentMails(report, issue, { entries, now: deps.now().toISOString() });
    },
  }),

  route({
    method: 'GET',
    path: '/api/reports/:id/issues/:issueId/:format',
    action: 'ReadReports',
    summary:
      'A file of an issue: html, pdf, xlsx or csv. The html of a draft is its preview, whose numbers lead to their links.',
    answers: { 200: FILES },
    errorStatuses: [404, 422, 503],
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, reports, links);
      const access = await accessOf(deps.reads, principal);
      const { report, issue } = await seenIssue(deps, access, params);
      if (issue.issuedAt !== null) return sendFile(ctx, deps, issue, report.name, params.format, 'private');
      if (params.format !== 'html') throw notFound();
      const past = { position: issue.period.position, scopes: [report.scope] };
      await readPinned(ctx, deps, past);
      const { scope, subject, ...fields } = report;
      const document = await writeDocument(deps, { scope, subject, fields, ...issue });
      setPage(ctx);
      const linkOf = (number: ReportNumber) => addressOf(report, issue, number);
      return reportPage(document, { isDraft: true, paper: report.paper, files: {}, linkOf });
    },
  }),

  route({
    method: 'GET',
    path: '/api/shared/:id/report/:format',
    action: 'OpenShare',
    secretInPath: true,
    summary:
      'A file of a report that was shared: html, pdf, xlsx or csv. Needs the password of the share if it has one.',
    answers: { 200: FILES, 302: { media: ['text/html', 'text/plain'] } },
    errorStatuses: [401, 429, 503],
    requestHeaders: ['X-Share-Password'],
    async handle({ ctx, params }, deps) {
      ctx.set({ 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' });
      await waitForPosition(ctx, deps, shares, closedScopes, memberships);
      const share = await authorizeShare(ctx, deps, params.id).catch((error: unknown) => {
        const isClosed = error instanceof Problem && (error.status === 401 || error.status === 404);
        if (isClosed && ctx.accepts('json', 'html') === 'html') return null;
        throw error;
      });
      // A reader who opens the address again is asked for the password there, or told that the page is gone.
      if (share === null) return void ctx.redirect(`/share/${encodeURIComponent(params.id)}`);
      const { report, name, id } = share;
      if (report === undefined) throw notFound();
      if (params.format === 'html') await countView(ctx, deps, id);
      return sendFile(ctx, deps, report, name, params.format, 'no-store');
    },
  }),
];

/** @throws Problem 404 for an issue that the caller does not see. */
async function seenIssue(
  { reads }: Pick<QueryDeps, 'reads'>,
  access: Access,
  { id, issueId }: { readonly id: string; readonly issueId: string },
): Promise<{ readonly report: ReportDoc; readonly issue: IssueDoc }> {
  const report = await reads.get(reports, id);
  const issue = report?.issues.find((each) => each.id === issueId);
  if (report === null || issue === undefined || !seesReport(access, report)) throw notFound();
  return { report, issue };
}

/** The open pages of a report’s issues. */
async function pagesOf(deps: QueryDeps, { issues }: ReportDoc) {
  const ids = issues.flatMap(({ issuedAt, shareId }) => (issuedAt === null ? [] : shareId));
  const found = ids.length === 0 ? [] : await deps.reads.getMany(shares, ids);
  const pages = found.map(async (share) => [share.id, { share, views: await viewsOf(deps, share.id) }] as const);
  return new Map(await Promise.all(pages));
}

async function subjectName(
  reads: ReadStore,
  clientBook: ClientBook | undefined,
  { subject: { kind, id } }: ReportDoc,
): Promise<string> {
  if (kind === 'client') return clientBook?.of(id).name ?? id;
  return kind === 'tag' ? id : ((await reads.get(campaigns, id))?.name ?? id);
}

async function sendFile(
  ctx: RequestContext,
  { blobs }: { readonly blobs: Pick<BlobStore, 'get'> },
  { files }: Pick<IssuedReport, 'files'>,
  name: string,
  format: string,
  caching: 'private' | 'no-store',
): Promise<Buffer> {
  const file = files.find((each) => each.format === format);
  const bytes = file === undefined ? null : await blobs.get(EVIDENCE, file.hash);
  if (file === undefined || bytes === null) throw notFound();
  setPage(ctx);
  ctx.set('Cache-Control', caching);
  ctx.type = TYPES[file.format];
  if (file.format !== 'html') {
    const slug = name
      .normalize('NFKD')
      .replaceAll(/[^\w.]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 80);
    ctx.set('Content-Disposition', `attachment; filename="${slug || 'report'}.${file.format}"`);
  }
  return Buffer.from(bytes);
}

/** Nothing in a report runs or loads; our own pages may show it in a frame. */
function setPage(ctx: RequestContext): void {
  ctx.set({
    'Content-Security-Policy': `${REPORT_POLICY}; frame-ancestors 'self'`,
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
  });
  ctx.type = TYPES.html;
}

/** The page of the console with the links or events of a number, as of the end of the issue; null if it has no such page. */
function addressOf(
  { scope, subject: { kind, id } }: ReportDoc,
  { period }: IssueDoc,
  number: ReportNumber,
): string | null {
  const team = teamIdOf(scope) ?? PERSONAL;
  if (number === 'delivered' || number === 'lost' || number === 'back') {
    if (kind === 'tag') return null;
    const kinds = { delivered: 'went-live', lost: 'lost', back: 'came-back' };
    const range = { from: String(period.after), to: String(period.position), kind: kinds[number] };
    return `/compare?${new URLSearchParams({ ...range, team, [kind]: id })}`;
  }
  const of = { client: { clientDomain: id }, campaign: { campaignId: id }, tag: { tag: id } }[kind];
  const filter = number === 'deviating' ? { deviation: ANY_DEVIATION } : { status: number };
  return `/dashboard?${new URLSearchParams({ asOf: String(period.position), teamId: team, ...of, ...filter })}`;
}
