/** POST /api/shared-links, PATCH and DELETE /api/shared-links/{id}. */
import { notFound } from '../../../infra/http/request/problem.ts';
import { type Principal, reaches } from '../../../infra/ports/process/principal.ts';
import { ledgerEntries } from '../../../projections/views/ledger/ledger.ts';
import { readClientBook } from '../../../projections/views/links/client-book.ts';
import type { LinkCountDoc } from '../../../projections/views/links/link-counts.ts';
import { shares } from '../../../projections/views/people/shares.ts';
import { changesBetween, withChanges } from '../../contract/events.ts';
import { allows, type Role, VIEWERS } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { type Scope, scopeOf, userScope } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { handle, handleAs, load } from '../../core/handle.ts';
import { visibleScopes } from '../../links/visible-scopes.ts';
import { heldMails } from '../../mail/held-mails.ts';
import {
  ALL_LISTS,
  createShareSchema,
  editShareSchema,
  recipientsOf,
  validateRecipients,
} from '../../model/share/commands.ts';
import { type ShareState, share, streamOf } from '../../model/share/decider.ts';
import type { PinnedMoment, ShareFields } from '../../model/share/events.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, metadataOf, setAccessPosition } from '../request.ts';
import { route } from '../route.ts';

const toRecipient = (email: string) => ({ email });

export const shareRoutes = [
  route({
    method: 'POST',
    path: '/api/shared-links',
    action: 'CreateShare',
    summary: 'Shares one client’s links: anyone with the address can view them.',
    body: createShareSchema,
    answers: { 201: 'CreatedShareAnswer' },
    errorStatuses: [404, 429, 503],
    async handle({ ctx, principal, body }, deps) {
      const { store, sharing, now } = deps;
      const { userId } = principal;
      const emails = recipientsIn(body.emails);
      const expiresAt = expiryIn(body.expiresAt, now()) ?? null;
      const pinned = body.asOf ? await sharing.momentOf(body.asOf) : undefined;
      const { client, counts, scope, scopes } = await listsIn(deps, principal, body.teamId, body.clientDomain, pinned);
      const clientDomain = client.domains[0] ?? '';
      await sharing.claimMails(userId, emails.length);
      const password = passwordIn(ctx.state.body);
      const passwordHash = password === null ? null : await sharing.hash(password);
      // 128 random bits: the id grants access.
      const shareId = ctx.state.newSecret();
      const mails = await heldMails(deps, userId, emails.map(toRecipient), {
        shareId,
        client: client.name,
        shows: pinned ?? { live: sum(counts, 'live'), total: sum(counts, 'total') },
        hasPassword: passwordHash !== null,
        expiresAt,
        ...{ scope, scopes },
      });
      const { position } = await handle(
        store,
        share,
        {
          type: 'CreateShare',
          shareId,
          ...(body.name && { name: body.name }),
          scope,
          ...(scopes.length > 1 && { scopes }),
          clientDomain,
          passwordHash,
          emails,
          expiresAt,
          ...(pinned && { pinned: { ...pinned, client: { name: client.name, domains: client.domains } } }),
        },
        metadataOf(ctx, userId, now),
        // Hashing the password takes a while.
        async () => {
          for (const each of scopes) authorize('CreateShare', await roleIn(store, each, principal));
        },
      );
      await setAccessPosition(ctx, deps, position);
      const unsent = await sharing.send(mails);
      ctx.set('Location', `/api/shared-links/${shareId}`);
      return { shareId, url: sharing.urlOf(shareId), ...unsent };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/shared-links/:id',
    action: 'EditShare',
    summary:
      'Changes a share: its name, recipients, password, end, and for its author its lists. New recipients get a mail.',
    body: editShareSchema,
    answers: { 200: 'EditedShareAnswer' },
    errorStatuses: [404, 409, 429, 503],
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params: { id: shareId } }, deps) {
      const { store, sharing, now } = deps;
      const editor = editorOf(ctx, now);
      const { principal } = editor;
      const emails = body.emails === undefined ? undefined : recipientsIn(body.emails);
      const authorizeEdit = (state: ShareState) =>
        authorizeOn(deps, 'EditShare', state.status === 'open' ? listsOf(state.fields) : [], principal);
      const { state, ...end } = await load(store, share, streamOf(shareId));
      await authorizeEdit(state);
      if (state.status !== 'open') throw notFound();
      editor.assertUnchanged(end);
      const { fields: before, clientDomain, pinned, report } = state;
      if (report !== undefined && body.teamId !== undefined)
        throw new DomainError('conflict', 'of-a-report', 'This is an issue of a report: its list cannot be chosen.');
      const lists = body.teamId !== undefined && (await authorsLists(deps, principal, shareId, body.teamId, state));
      // null at run time once the share's key was destroyed.
      const known = (before.emails ?? []).map((each) => each.toLowerCase());
      const mailed = emails?.filter((each) => !known.includes(each.toLowerCase())) ?? [];
      await sharing.claimMails(principal.userId, mailed.length);
      const password = body.password === undefined ? undefined : passwordIn(ctx.state.body);
      const passwordHash = password ? await sharing.hash(password) : password;
      const fields = {
        name: body.name === undefined ? undefined : (body.name ?? ''),
        expiresAt: expiryIn(body.expiresAt, now()),
        emails,
        ...(passwordHash !== undefined && { passwordHash, hasPassword: passwordHash !== null }),
        ...(lists && { scope: lists.scope, scopes: lists.scopes }),
      };
      const { name, scope, scopes, hasPassword, expiresAt } = withChanges(
        before,
        changesBetween<ShareFields>(before, fields),
      );
      const holdMails = async () => {
        const client = report
          ? { name, domains: [] }
          : (pinned?.client ?? (await readClientBook(deps.reads, scopes)).of(clientDomain));
        const counts = await sharing.countsOf(scopes, client.domains);
        return heldMails(deps, principal.userId, mailed.map(toRecipient), {
          ...{ shareId, client: client.name, hasPassword, expiresAt, scope, scopes, edit: end.revision },
          shows: report?.days ?? pinned ?? { live: sum(counts, 'live'), total: sum(counts, 'total') },
        });
      };
      const mails = mailed.length === 0 ? [] : await holdMails();
      const command = { type: 'EditShare', shareId, fields } as const;
      const edited = await handleAs(store, share, command, editor, authorizeEdit).catch(async (error: unknown) => {
        await sharing.drop(mails);
        throw error;
      });
      await setAccessPosition(ctx, deps, edited.position);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: shareId, revision: edited.revision, ...(await sharing.send(mails)) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/shared-links/:id',
    action: 'RevokeShare',
    summary: 'Revokes a share.',
    answers: { 204: null },
    async handle({ ctx, principal, params }, deps) {
      const { store, now } = deps;
      const { userId } = principal;
      const revoked = await handle(
        store,
        share,
        { type: 'RevokeShare', shareId: params.id },
        metadataOf(ctx, userId, now),
        (state) => authorizeOn(deps, 'RevokeShare', state.status === 'none' ? [] : listsOf(state.fields), principal),
      );
      await setAccessPosition(ctx, deps, revoked.position);
    },
  }),
];

/** The recipients in a body. @throws InputError that names each wrong address. */
function recipientsIn(rows: readonly unknown[] | null | undefined): readonly string[] {
  const wrong = validateRecipients(rows);
  if (Object.keys(wrong).length > 0) throw new InputError(wrong);
  return recipientsOf(rows);
}

/** The end in canonical form. @throws InputError if it has passed. */
export function expiryIn(typed: string | null | undefined, now: Date): string | null | undefined {
  if (!typed) return typed;
  const expiresAt = new Date(typed).toISOString();
  if (expiresAt <= now.toISOString()) throw new InputError({ expiresAt: 'Expiry must lie in the future' });
  return expiresAt;
}

/**
 * The lists with links of the client that a person may share: of those with this id, or all.
 * @throws 404 without a link; what `authorize` throws for a list that is named.
 */
async function listsIn(
  deps: CommandDeps,
  principal: Principal,
  teamId: string | null | undefined,
  clientDomain: string,
  pinned: PinnedMoment | undefined,
) {
  const { store, sharing, reads } = deps;
  const named = teamId === undefined || teamId === ALL_LISTS ? null : scopeOf(principal.userId, teamId);
  if (named !== null) authorize('CreateShare', await roleIn(store, named, principal));
  const open = named === null ? await sharedScopes(deps, principal) : [named];
  const client = pinned?.client ?? (await readClientBook(reads, open)).of(clientDomain);
  const counts = pinned === undefined ? await sharing.countsOf(open, client.domains) : [];
  // A client without links now may have had links at that time.
  const isThere =
    pinned === undefined
      ? open.map((scope) => counts.some((count) => count.scope === scope))
      : await Promise.all(open.map((scope) => hadLinks(deps, scope, client.domains, pinned)));
  const scopes = open.filter((_, at) => isThere[at]);
  const [only, ...others] = scopes;
  if (only === undefined) throw notFound(`You have no links of ${client.name} to share.`);
  return { client, counts, scope: others.length === 0 ? only : userScope(principal.userId), scopes };
}

/** The lists that an edit chooses. A share shows what its author may share, so nobody else chooses them. */
async function authorsLists(
  deps: CommandDeps,
  principal: Principal,
  shareId: string,
  teamId: string | null,
  { clientDomain, pinned }: { readonly clientDomain: string; readonly pinned: PinnedMoment | undefined },
) {
  if ((await deps.reads.get(shares, shareId))?.createdBy === principal.userId) {
    return listsIn(deps, principal, teamId, clientDomain, pinned);
  }
  throw new DomainError('forbidden', 'forbidden', 'Only the person who made this share can choose its lists.');
}

/** Whether a link of the domains had come to the scope by then. */
async function hadLinks(
  { reads }: Pick<CommandDeps, 'reads'>,
  scope: Scope,
  clientDomain: readonly string[],
  { position }: PinnedMoment,
): Promise<boolean> {
  const where = { scope, clientDomain, type: ['LinkAdded', 'LinkEdited', 'LinkMoved'] };
  const { rows } = await reads.find(ledgerEntries, { where, limit: 1, countUpTo: 1 });
  return rows.some(({ event }) => event.position <= position);
}

/** A person who may share one of the lists may change the share. A token must reach all lists of the share. */
async function authorizeOn(
  { store }: Pick<CommandDeps, 'store'>,
  action: 'EditShare' | 'RevokeShare',
  scopes: readonly Scope[],
  principal: Principal,
): Promise<void> {
  const roles = await Promise.all(scopes.map((scope) => roleIn(store, scope, principal)));
  const reachesAll = scopes.every((scope) => reaches(principal, scope));
  const role = roles.find((role) => allows(action, role)) ?? roles.find(isViewer) ?? 'stranger';
  authorize(action, reachesAll ? role : 'stranger');
}

/** The lists that show a share, the author's own included. */
function listsOf({ scope, scopes }: ShareFields): readonly Scope[] {
  return [scope, ...scopes];
}

/** The scopes whose links the principal may share. */
async function sharedScopes({ store, reads }: CommandDeps, principal: Principal): Promise<readonly Scope[]> {
  const scopes = await visibleScopes(reads, principal);
  const roles = await Promise.all(scopes.map((scope) => roleIn(store, scope, principal)));
  return scopes.filter((_, at) => allows('CreateShare', roles[at] ?? 'stranger'));
}

function sum(counts: readonly LinkCountDoc[], of: 'live' | 'total'): number {
  return counts.reduce((before, count) => before + count[of], 0);
}

function isViewer(role: Role): boolean {
  const viewers: readonly Role[] = VIEWERS;
  return viewers.includes(role);
}

/** The password as typed, including outer spaces; all other texts of a body are trimmed. */
export function passwordIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('password' in body)) return null;
  const { password } = body;
  return typeof password === 'string' && password !== '' ? password : null;
}
