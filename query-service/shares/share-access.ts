/** Who is let in at a share: what is asked for, in which order, and what is answered to everybody else. */
import { createHash, randomBytes } from 'node:crypto';
import { subnetOf } from '../../infra/http/client-address.ts';
import { notFound, Problem } from '../../infra/http/problem.ts';
import type { RequestContext } from '../../infra/http/request-context.ts';
import { NEVER } from '../../infra/ports/durable-store.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { type ShareDoc, shares } from '../../projections/views/people/shares.ts';
import { sharePasswordIn } from '../contract/share-password.ts';
import type { QueryDeps } from '../deps.ts';
import { ShareRateLimit } from './share-rate-limit.ts';

/** How long a browser that gave the right password is let in without it. */
export const PASS_MINUTES = 60;
/** A browser that comes again within this time is still at the same visit. */
export const VISIT_MINUTES = 30;
/** Long lists that one network is answered whole, of any shares, in WHOLE_LIST_MINUTES: pages cost next to nothing. */
export const WHOLE_LISTS = 20;
export const WHOLE_LIST_MINUTES = 15;

const PASSES = 'share-pass';
const VISITS = 'share-visit';
const VIEWS = 'share-views';
const WHOLE = 'share-whole-lists';

const SHARE_ID = /^[\w-]{22}$/;

/**
 * The share a path names, for whom it lets in. A share that is unknown, revoked, expired, or of a scope that is no more
 * answers the same 404, and with a password only after the work that a wrong one costs.
 * @throws Problem 404; 401 when a password is needed or wrong; 429 when too many were tried. BusyError.
 */
export async function authorizeShare(ctx: RequestContext, deps: QueryDeps, id: string): Promise<ShareDoc> {
  const doc = await openShare(deps, id);
  if (doc !== null && (!doc.hasPassword || (await hasPass(ctx, deps, id)))) return doc;
  const password = passwordOf(ctx);
  if (password === null) {
    if (doc === null) throw unknownShare();
    throw locked('password-required', 'This share is protected: its password is needed.');
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
  await givePass(ctx, deps, id);
  return doc;
}

/** Counts a visit: pages turned, and openings within half an hour from the same browser, are one. */
export async function countView(
  ctx: RequestContext,
  { sharing: { expiring, viewCounts }, now }: QueryDeps,
  id: string,
) {
  const visitor = digest(JSON.stringify([id, subnetOf(ctx.ip), ctx.get('User-Agent')]));
  const end = new Date(now().getTime() + VISIT_MINUTES * 60_000).toISOString();
  if (await expiring.putIfAbsent(VISITS, visitor, true, end)) await viewCounts.increment(VIEWS, id, NEVER);
}

/**
 * Counts a long list that is to be answered whole.
 * @throws Problem 429 when the network had too many of them.
 */
export async function countWhole(ctx: RequestContext, { sharing: { expiring }, now }: QueryDeps): Promise<void> {
  const end = new Date(now().getTime() + WHOLE_LIST_MINUTES * 60_000).toISOString();
  if ((await expiring.increment(WHOLE, digest(subnetOf(ctx.ip)), end)) <= WHOLE_LISTS) return;
  const message = `Too many long lists were read whole from your network. Read this one by pages (page=1), or try again in ${WHOLE_LIST_MINUTES} minutes.`;
  throw new Problem(429, 'too-many-requests', message, { headers: { 'Retry-After': String(WHOLE_LIST_MINUTES * 60) } });
}

/** How often a share was opened. */
export async function viewsOf({ sharing: { viewCounts } }: QueryDeps, id: string): Promise<number> {
  return (await viewCounts.get<number>(VIEWS, id)) ?? 0;
}

async function openShare({ reads, now }: QueryDeps, id: string): Promise<ShareDoc | null> {
  const doc = SHARE_ID.test(id) ? await reads.get(shares, id) : null;
  if (doc === null || (doc.expiresAt !== null && doc.expiresAt <= now().toISOString())) return null;
  // A password that nobody can check any more must not leave the share open.
  if (doc.hasPassword && doc.passwordHash === null) return null;
  return (await reads.get(closedScopes, doc.scope)) === null ? doc : null;
}

/** From the header, else from the query, exactly as it was typed; null where there is none. */
function passwordOf(ctx: RequestContext): string | null {
  const header = sharePasswordIn(ctx.get('X-Share-Password'));
  if (header !== '') return header;
  const { password } = ctx.query;
  return typeof password === 'string' && password !== '' ? password : null;
}

async function hasPass(ctx: RequestContext, { sharing }: QueryDeps, id: string): Promise<boolean> {
  const token = ctx.cookies.get(cookieOf(sharing.publicUrl, id));
  return token !== undefined && (await sharing.expiring.get<string>(PASSES, digest(token))) === id;
}

/** A random token in a cookie that scripts cannot read; its hash is kept, for this share alone. */
async function givePass(ctx: RequestContext, { sharing, now }: QueryDeps, id: string): Promise<void> {
  const { expiring, publicUrl } = sharing;
  const token = randomBytes(32).toString('base64url');
  const maxAge = PASS_MINUTES * 60_000;
  await expiring.put(PASSES, digest(token), id, new Date(now().getTime() + maxAge).toISOString());
  const secure = isHttps(publicUrl);
  ctx.cookies.secure = secure;
  ctx.cookies.set(cookieOf(publicUrl, id), token, {
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

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
