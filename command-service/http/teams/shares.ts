/** POST /api/shared-links, PATCH and DELETE /api/shared-links/{id}. */
import { notFound } from '../../../infra/http/request/problem.ts';
import { type Principal, reaches } from '../../../infra/ports/process/principal.ts';
import { ledgerEntries } from '../../../projections/views/ledger/ledger.ts';
import { readClientBook } from '../../../projections/views/links/client-book.ts';
import type { LinkCountDoc } from '../../../projections/views/links/link-counts.ts';
import { allows, type Role, VIEWERS } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { type Scope, scopeOf, teamIdOf, userScope } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { handle, handleAs, load } from '../../core/handle.ts';
import { visibleScopes } from '../../links/visible-scopes.ts';
import type { ShareMail } from '../../mail/share-mail.ts';
import { createShareSchema, editShareSchema, recipientsOf, validateRecipients } from '../../model/share/commands.ts';
import { share } from '../../model/share/decider.ts';
import type { PinnedMoment } from '../../model/share/events.ts';
import { team, streamOf as teamStreamOf } from '../../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../../model/user/decider.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, metadataOf, setAccessPosition } from '../request.ts';
import { route } from '../route.ts';

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
      const wrong = validateRecipients(body.emails);
      if (Object.keys(wrong).length > 0) throw new InputError(wrong);
      const named = body.teamId === undefined ? null : scopeOf(userId, body.teamId);
      if (named !== null) authorize('CreateShare', await roleIn(store, named, principal));
      const expiresAt = expiryIn(body.expiresAt, now()) ?? null;
      const pinned = body.asOf ? await sharing.momentOf(body.asOf) : null;
      const open = named === null ? await sharedScopes(deps, principal) : [named];
      const client = (await readClientBook(deps.reads, open)).of(body.clientDomain);
      const clientDomain = client.domains[0] ?? '';
      const counts = pinned === null ? await sharing.countsOf(open, client.domains) : [];
      // A client without links now may have had links at that time.
      const isThere =
        pinned === null
          ? open.map((scope) => counts.some((count) => count.scope === scope))
          : await Promise.all(open.map((scope) => hadLinks(deps, scope, client.domains, pinned)));
      const shared = open.filter((_, at) => isThere[at]);
      const [only, ...others] = shared;
      if (only === undefined) throw notFound(`You have no links of ${client.name} to share.`);
      const lists = others.length === 0 ? { scope: only } : { scope: userScope(userId), scopes: shared };
      const emails = recipientsOf(body.emails);
      await sharing.claimMails(userId, emails.length);
      const password = passwordIn(ctx.state.body);
      const passwordHash = password === null ? null : await sharing.hash(password);
      // 128 random bits: the id grants access.
      const shareId = ctx.state.newSecret();
      const mails =
        emails.length === 0
          ? []
          : await sharing.hold(emails, {
              shareId,
              client: client.name,
              shows: pinned ?? { live: sum(counts, 'live'), total: sum(counts, 'total') },
              hasPassword: passwordHash !== null,
              expiresAt,
              agency: await agencyOf(deps, shared),
              ...(await senderOf(deps, userId)),
            });
      const { position } = await handle(
        store,
        share,
        {
          type: 'CreateShare',
          shareId,
          ...(body.name && { name: body.name }),
          ...lists,
          clientDomain,
          passwordHash,
          emails,
          expiresAt,
          ...(pinned && { pinned: { ...pinned, client: { name: client.name, domains: client.domains } } }),
        },
        metadataOf(ctx, userId, now),
        // Hashing the password takes a while.
        async () => {
          for (const scope of shared) authorize('CreateShare', await roleIn(store, scope, principal));
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
    summary: 'Changes the name or the end of a share; omitted fields stay unchanged.',
    body: editShareSchema,
    answers: { 200: 'ChangedAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params: { id: shareId } }, deps) {
      const { store, now } = deps;
      const editor = editorOf(ctx, now);
      const name = body.name === undefined ? undefined : (body.name ?? '');
      const fields = { name, expiresAt: expiryIn(body.expiresAt, now()) };
      const edited = await handleAs(store, share, { type: 'EditShare', shareId, fields }, editor, (state) =>
        authorizeOn(deps, 'EditShare', state.status === 'open' ? state.scopes : [], editor.principal),
      );
      await setAccessPosition(ctx, deps, edited.position);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: shareId, revision: edited.revision };
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
        (state) => authorizeOn(deps, 'RevokeShare', state.status === 'none' ? [] : state.scopes, principal),
      );
      await setAccessPosition(ctx, deps, revoked.position);
    },
  }),
];

/** The end in canonical form. @throws InputError if it has passed. */
function expiryIn(typed: string | null | undefined, now: Date): string | null | undefined {
  if (!typed) return typed;
  const expiresAt = new Date(typed).toISOString();
  if (expiresAt <= now.toISOString()) throw new InputError({ expiresAt: 'Expiry must lie in the future' });
  return expiresAt;
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
function passwordIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('password' in body)) return null;
  const { password } = body;
  return typeof password === 'string' && password !== '' ? password : null;
}

/** The team's name if all shared lists belong to one team; else null. */
async function agencyOf({ store }: CommandDeps, scopes: readonly Scope[]): Promise<string | null> {
  const [only, ...others] = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  if (only === undefined || others.length > 0) return null;
  const { state } = await load(store, team, teamStreamOf(only));
  return state.status === 'active' ? state.name : null;
}

async function senderOf(
  { store }: CommandDeps,
  userId: string,
): Promise<Pick<ShareMail, 'sender' | 'replyTo' | 'language'>> {
  const { state } = await load(store, user, userStreamOf(userId));
  if (state.status !== 'active') return { sender: '', replyTo: null, language: null };
  const { email, firstName, lastName, settings } = state;
  const sender = `${firstName} ${lastName}`.trim() || email;
  return { sender, replyTo: email === '' ? null : email, language: settings.language };
}
