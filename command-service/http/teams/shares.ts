/** POST /api/shared-links and DELETE /api/shared-links/{id}. */
import { notFound } from '../../../infra/http/request/problem.ts';
import { type Principal, reaches } from '../../../infra/ports/process/principal.ts';
import { domainKey } from '../../../projections/rules/client-domain.ts';
import type { LinkCountDoc } from '../../../projections/views/links/link-counts.ts';
import { allows, type Role, VIEWERS } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { type Scope, scopeOf, teamIdOf, userScope } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { handle, load } from '../../core/handle.ts';
import { visibleScopes } from '../../links/visible-scopes.ts';
import type { ShareMail } from '../../mail/share-mail.ts';
import { createShareSchema, recipientsOf, validateRecipients } from '../../model/share/commands.ts';
import { share } from '../../model/share/decider.ts';
import { team, streamOf as teamStreamOf } from '../../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../../model/user/decider.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf, setAccessPosition } from '../request.ts';
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
      const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null;
      if (expiresAt !== null && expiresAt <= now().toISOString()) {
        throw new InputError({ expiresAt: 'Expiry must lie in the future' });
      }
      const pinned = body.asOf ? await sharing.momentOf(body.asOf) : null;
      const clientDomain = domainKey(body.clientDomain);
      const open = named === null ? await sharedScopes(deps, principal) : [named];
      // A client without links now may have had links at that time.
      const counts = pinned === null ? await sharing.countsOf(open, clientDomain) : [];
      const shared = pinned === null ? open.filter((scope) => counts.some((count) => count.scope === scope)) : open;
      const [only, ...others] = shared;
      if (only === undefined) throw notFound(`You have no links of ${clientDomain} to share.`);
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
              clientDomain,
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
          ...lists,
          clientDomain,
          passwordHash,
          emails,
          expiresAt,
          ...(pinned && { pinned }),
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
        async (state) => {
          const scopes = state.status === 'none' ? [] : state.scopes;
          const roles = await Promise.all(scopes.map((scope) => roleIn(store, scope, principal)));
          // A person who may share one of the lists may revoke the share. A token must reach all lists of the share.
          const reachesAll = scopes.every((scope) => reaches(principal, scope));
          const role = roles.find((role) => allows('RevokeShare', role)) ?? roles.find(isViewer) ?? 'stranger';
          authorize('RevokeShare', reachesAll ? role : 'stranger');
        },
      );
      await setAccessPosition(ctx, deps, revoked.position);
    },
  }),
];

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
