/** Access control for shared pages. */

import { randomBytes } from 'node:crypto';
import { allows } from '../../command-service/contract/policy.ts';
import { type Scope, teamIdOf } from '../../command-service/contract/scope.ts';
import { subnetOf } from '../../infra/http/request/client-address.ts';
import { notFound, Problem } from '../../infra/http/request/problem.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import type { PasswordHasher } from '../../infra/ports/process/password-hasher.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { membershipId, memberships } from '../../projections/views/people/memberships.ts';
import { type ShareDoc, shares } from '../../projections/views/people/shares.ts';
import { sharePasswordIn } from '../contract/share-password.ts';
import { ShareRateLimit } from './share-rate-limit.ts';
import { digest } from './share-views.ts';

/** The dependencies of access to shares. */
export interface SharingDeps {
  /** Stores passes of browsers that gave the password, attempts at passwords, and recent visits. */
  readonly expiring: ExpiringStore;
  /** Stores the number of visits of each share. */
  readonly viewCounts: Pick<DurableStore, 'get' | 'increment'>;
  readonly passwords: Pick<PasswordHasher, 'verify'>;
  /** Public base URL, without a trailing slash. */
  readonly publicUrl: string;
}

interface ShareDeps {
  readonly reads: Pick<ReadStore, 'get'>;
  readonly sharing: SharingDeps;
  readonly now: () => Date;
}

/** How long the right password is valid in a browser. */
const PASS_MINUTES = 60;

const PASSES = 'share-pass';

const SHARE_ID = /^[\w-]{22}$/;

/**
 * The share of the path, if the request may open it. An unknown, revoked or expired share, or one of a closed scope,
 * gets the same 404; if the request has a password, only after the work of a wrong one.
 * @throws Problem 404; 401 if a password is missing or wrong; 429 after too many attempts. BusyError.
 */
export async function authorizeShare(ctx: RequestContext, deps: ShareDeps, id: string): Promise<ShareDoc> {
  const doc = await openShare(deps, id);
  if (doc !== null && (!doc.hasPassword || (await hasPass(ctx, deps, doc)))) return doc;
  const password = passwordOf(ctx);
  if (password === null) {
    if (doc === null) throw unknownShare();
    throw locked('password-required', 'This share is protected: enter its password.');
  }
  const { expiring, passwords } = deps.sharing;
  const tries = new ShareRateLimit(expiring, deps.now);
  const network = subnetOf(ctx.ip);
  const wait = await tries.tryAcquire(id, network);
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60);
    const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
    throw new Problem(429, 'too-many-tries', `Too many wrong passwords were tried. Try again ${when}.`, {
      headers: { 'Retry-After': String(wait) },
    });
  }
  if (!(await passwords.verify(password, doc?.passwordHash ?? null))) {
    await tries.wrong(id, network);
    throw doc === null ? unknownShare() : locked('wrong-password', 'Invalid password. Please try again.');
  }
  if (doc === null) throw unknownShare();
  await tries.right(id, network);
  await givePass(ctx, deps, doc);
  return doc;
}

/** @throws Problem 404 if the share no longer shows all its scopes: it was revoked or expired, or a scope was closed. */
export async function confirmShare(deps: ShareDeps, { id, scopes }: Pick<ShareDoc, 'id' | 'scopes'>): Promise<void> {
  const open = (await openShare(deps, id))?.scopes ?? [];
  if (!scopes.every((scope) => open.includes(scope))) throw unknownShare();
}

async function openShare({ reads, now }: ShareDeps, id: string): Promise<ShareDoc | null> {
  const doc = SHARE_ID.test(id) ? await reads.get(shares, id) : null;
  if (doc === null || (doc.expiresAt !== null && doc.expiresAt <= now().toISOString())) return null;
  // Without the hash, a password cannot be verified: the share must stay closed.
  if (doc.hasPassword && doc.passwordHash === null) return null;
  const scopes = await openScopes(reads, doc);
  return scopes.length === 0 ? null : { ...doc, scopes };
}

/**
 * The scopes whose links a share shows now. Closed scopes show nothing. A share of several scopes shows the links of
 * those teams in which its author may still share, and nothing once its author's account is deleted.
 */
async function openScopes(reads: Pick<ReadStore, 'get'>, doc: ShareDoc): Promise<readonly Scope[]> {
  const { scope: home, scopes, createdBy } = doc;
  if (!scopes.includes(home) && (await reads.get(closedScopes, home)) !== null) return [];
  const open = await Promise.all(
    scopes.map(async (scope) => {
      if ((await reads.get(closedScopes, scope)) !== null) return false;
      const teamId = teamIdOf(scope);
      if (teamId === null || scopes.length === 1) return true;
      const membership = await reads.get(memberships, membershipId(teamId, createdBy));
      return membership !== null && allows('CreateShare', membership.role);
    }),
  );
  return scopes.filter((_, at) => open[at]);
}

/** The password exactly as typed, from the header or from the query; null without one. */
function passwordOf(ctx: RequestContext): string | null {
  const header = sharePasswordIn(ctx.get('X-Share-Password'));
  if (header !== '') return header;
  const { password } = ctx.query;
  return typeof password === 'string' && password !== '' ? password : null;
}

async function hasPass(ctx: RequestContext, { sharing }: ShareDeps, doc: ShareDoc): Promise<boolean> {
  const token = ctx.cookies.get(cookieOf(sharing.publicUrl, doc.id));
  return token !== undefined && (await sharing.expiring.get<string>(PASSES, digest(token))) === passOf(doc);
}

/** A pass opens one share, until its password changes. */
function passOf({ id, passwordHash }: ShareDoc): string {
  return digest(`${id} ${passwordHash}`);
}

/** Sets a random token in an HttpOnly cookie and stores its hash, for this share only. */
async function givePass(ctx: RequestContext, { sharing, now }: ShareDeps, doc: ShareDoc): Promise<void> {
  const { expiring, publicUrl } = sharing;
  const token = randomBytes(32).toString('base64url');
  const maxAge = PASS_MINUTES * 60_000;
  await expiring.put(PASSES, digest(token), passOf(doc), new Date(now().getTime() + maxAge).toISOString());
  const secure = isHttps(publicUrl);
  ctx.cookies.secure = secure;
  ctx.cookies.set(cookieOf(publicUrl, doc.id), token, {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: '/',
    maxAge,
    overwrite: true,
  });
}

function cookieOf(publicUrl: string, id: string): string {
  return `${isHttps(publicUrl) ? '__Host-' : ''}linkledger-share-${id}`;
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

function unknownShare(): Problem {
  return notFound('Failed to load shared data. Please check the link and try again.');
}

function locked(code: 'password-required' | 'wrong-password', message: string): Problem {
  return new Problem(401, code, message, { body: { requiresPassword: true } });
}
