/** Reports: defining them, drafting their issues, and releasing issues. */
import type { Principal } from '../../infra/ports/process/principal.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { readClientBook } from '../../projections/views/links/client-book.ts';
import { type Action, isOpenTo } from '../contract/policy.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type Scope, scopeOf } from '../contract/scope.ts';
import { normalizeTags } from '../contract/tags.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { handle, handleAs } from '../core/handle.ts';
import { heldMails } from '../mail/held-mails.ts';
import {
  addReportSchema,
  draftReportSchema,
  editReportSchema,
  releaseReportSchema,
  reportNoteSchema,
} from '../model/report/commands.ts';
import { type ReportState, report } from '../model/report/decider.ts';
import { type ReportFields, type ReportSubject, USUAL_PARTS } from '../model/report/events.ts';
import {
  calendarOfList,
  draftReport,
  ISSUE_MS,
  issueReport,
  loadDraft,
  loadReport,
  mailedRecipients,
  periodOfIssue,
} from '../reports/issue-report.ts';
import type { CommandDeps } from './deps.ts';
import { editorOf, metadataOf, setAccessPosition, setPosition } from './request.ts';
import { route } from './route.ts';
import { expiryIn, passwordIn } from './teams/shares.ts';

export const reportRoutes = [
  route({
    method: 'POST',
    path: '/api/reports',
    action: 'EditReports',
    summary: 'Defines a report about a client, a campaign or a tag of one list.',
    body: addReportSchema,
    answers: { 201: 'ChangedAnswer' },
    errorStatuses: [404, 409],
    async handle({ ctx, principal, body }, deps) {
      const { store, now } = deps;
      const { teamId, recipients, subject, ...given } = body;
      const scope = scopeOf(principal.userId, teamId ?? null);
      const fields: ReportFields = {
        ...{ name: given.name, period: given.period },
        parts: given.parts ?? USUAL_PARTS,
        ...{ prices: given.prices ?? false, language: given.language ?? 'en', paper: given.paper ?? 'a4' },
        schedule: given.schedule ?? null,
      };
      await authorizeOn(deps, 'EditReports', principal, scope, fields.prices);
      const reportId = ctx.state.newId();
      const defined = await handle(
        store,
        report,
        {
          ...{ type: 'DefineReport', reportId, scope, subject: await knownSubject(deps, scope, subject) },
          ...fields,
          recipients: planned(recipients ?? [], ctx.state.newId),
        },
        metadataOf(ctx, principal.userId, now),
      );
      setPosition(ctx, defined.position);
      ctx.set({ Location: `/api/reports/${reportId}`, ETag: `"${defined.revision}"` });
      return { id: reportId, revision: defined.revision };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/reports/:id',
    action: 'EditReports',
    summary: 'Changes a report; omitted fields stay unchanged. Issues that are out stay as they are.',
    body: editReportSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [404, 409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body: { recipients, ...fields }, params: { id: reportId } }, deps) {
      const command = {
        type: 'EditReport',
        ...{ reportId, fields },
        recipients: recipients && planned(recipients, ctx.state.newId),
      } as const;
      const guard = guardOf(deps, principal, fields.prices);
      const edited = await handleAs(deps.store, report, command, editorOf(ctx, deps.now), guard);
      setPosition(ctx, edited.position);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: reportId, revision: edited.revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/reports/:id',
    action: 'EditReports',
    summary: 'Deletes a report and its drafts. Issues that are out stay at their addresses.',
    answers: { 204: null },
    errorStatuses: [404],
    async handle({ ctx, principal, params: { id: reportId } }, deps) {
      const command = { type: 'DeleteReport', reportId } as const;
      const metadata = metadataOf(ctx, principal.userId, deps.now);
      const deleted = await handle(deps.store, report, command, metadata, guardOf(deps, principal));
      setPosition(ctx, deleted.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/reports/:id/issues',
    action: 'EditReports',
    summary: 'Drafts an issue of a report as of the end of its days.',
    body: draftReportSchema,
    isBodyOptional: true,
    answers: { 201: 'ChangedAnswer' },
    errorStatuses: [404, 409],
    async handle({ ctx, principal, body, params: { id: reportId } }, deps) {
      const { store, now } = deps;
      const { scope, fields } = await loadReport(store, reportId);
      await authorizeOn(deps, 'EditReports', principal, scope, fields.prices);
      const calendar = await calendarOfList(store, scope);
      const days = periodOfIssue(fields.period, calendar, body, now());
      const issueId = ctx.state.newId();
      const wanted = { reportId, issueId, shareId: ctx.state.newSecret(), days, timeZone: calendar.timeZone };
      const drafted = await draftReport(deps, wanted, metadataOf(ctx, principal.userId, now));
      setPosition(ctx, drafted.position);
      ctx.set('Location', `/api/reports/${reportId}/issues/${issueId}/html`);
      return { id: issueId, revision: drafted.revision };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/reports/:id/issues/:issueId',
    action: 'EditReports',
    summary: 'Writes the note at the top of a draft.',
    body: reportNoteSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [404, 409],
    async handle({ ctx, principal, body: { note }, params: { id: reportId, issueId } }, deps) {
      const command = { type: 'WriteReportNote', reportId, issueId, note: note?.trim() ?? '' } as const;
      const metadata = metadataOf(ctx, principal.userId, deps.now);
      const written = await handle(deps.store, report, command, metadata, draftGuardOf(deps, principal, issueId));
      setPosition(ctx, written.position);
      return { id: issueId, revision: written.revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/reports/:id/issues/:issueId',
    action: 'EditReports',
    summary: 'Deletes a draft.',
    answers: { 204: null },
    errorStatuses: [404, 409],
    async handle({ ctx, principal, params: { id: reportId, issueId } }, deps) {
      const command = { type: 'DeleteReportDraft', reportId, issueId } as const;
      const metadata = metadataOf(ctx, principal.userId, deps.now);
      const deleted = await handle(deps.store, report, command, metadata, draftGuardOf(deps, principal, issueId));
      setPosition(ctx, deleted.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/reports/:id/issues/:issueId/release',
    action: 'ReleaseReport',
    summary: 'Issues a draft: makes its files and its page, and mails the address to the recipients.',
    body: releaseReportSchema,
    isBodyOptional: true,
    answers: { 201: 'CreatedShareAnswer' },
    errorStatuses: [404, 409, 429, 503],
    async handle({ ctx, principal, body, params: { id: reportId, issueId } }, deps) {
      const { store, sharing, now } = deps;
      const state = await loadReport(store, reportId);
      await authorizeOn(deps, 'ReleaseReport', principal, state.scope, state.fields.prices);
      const { shareId, period } = await loadDraft(store, state, issueId);
      const expiresAt = expiryIn(body.expiresAt, now()) ?? null;
      const password = passwordIn(ctx.state.body);
      const passwordHash = password === null ? null : await sharing.hash(password);
      const recipients = body.mail === true ? mailedRecipients(reportId, state) : [];
      await sharing.claimMails(principal.userId, recipients.length);
      const mails = await heldMails(deps, principal.userId, recipients, {
        ...{ shareId, client: state.fields.name, scope: state.scope, scopes: [state.scope] },
        ...{ hasPassword: passwordHash !== null, expiresAt, language: state.fields.language },
        shows: { from: period.from, to: period.to },
      });
      const wanted = { reportId, state, issueId, passwordHash, expiresAt, recipients };
      const metadata = metadataOf(ctx, principal.userId, now);
      const signal = AbortSignal.timeout(ISSUE_MS);
      const issued = await issueReport(deps, wanted, metadata, signal).catch(async (error: unknown) => {
        await sharing.drop(mails);
        throw error;
      });
      await setAccessPosition(ctx, deps, issued.position);
      const unsent = await sharing.send(mails);
      ctx.set('Location', `/api/shared-links/${shareId}`);
      return { shareId, url: sharing.urlOf(shareId), ...unsent };
    },
  }),
];

/** @throws what `authorize` throws; a report with prices is open only to those who may read money. */
async function authorizeOn(
  { store }: CommandDeps,
  action: Action,
  principal: Principal,
  scope: Scope,
  prices: boolean,
): Promise<void> {
  const role = await roleIn(store, scope, principal);
  authorize(action, role);
  if (prices) authorize('ReadMoney', isOpenTo(principal, 'ReadMoney') ? role : 'view');
}

/** Refuses a report that the person may not edit. @param addsPrices whether the edit shows prices from now on. */
function guardOf(deps: CommandDeps, principal: Principal, addsPrices = false) {
  return async (state: ReportState) => {
    if (state.status !== 'active') return;
    await authorizeOn(deps, 'EditReports', principal, state.scope, state.fields.prices || addsPrices);
  };
}

/** Also refuses an issue that is out. */
function draftGuardOf(deps: CommandDeps, principal: Principal, issueId: string) {
  const guard = guardOf(deps, principal);
  return async (state: ReportState) => {
    await guard(state);
    if (state.status === 'active') await loadDraft(deps.store, state, issueId);
  };
}

/** @throws InputError for a client, campaign or tag that the list cannot have. */
async function knownSubject({ reads }: CommandDeps, scope: Scope, { kind, id }: ReportSubject): Promise<ReportSubject> {
  if (kind === 'client') return { kind, id: (await readClientBook(reads, [scope])).of(id).domains[0] ?? '' };
  if (kind === 'tag') return { kind, id: normalizeTags([id])[0] ?? id };
  if ((await reads.get(campaigns, id))?.scope === scope) return { kind, id };
  throw new InputError({ 'subject.id': 'This list does not have this campaign' });
}

function planned(emails: readonly string[], newId: () => string) {
  const once = new Map(emails.toReversed().map((email) => [email.toLowerCase(), email]));
  return [...once.values()].toReversed().map((email) => ({ recipientId: newId(), email }));
}
