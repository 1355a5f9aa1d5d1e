/** `Idempotency-Key`: a POST that is repeated with the same key is carried out once and gets the same answer. */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import { decrypt, encrypt } from '../../crypto/encryption.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { Principal } from '../../ports/process/principal.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import { IDEMPOTENCY_KEY } from '../request/header-rules.ts';
import { Problem } from '../request/problem.ts';
import { hashStream, readStream } from '../request/request-body.ts';
import type { RequestContext, RequestState } from '../request/request-context.ts';

const KIND = 'sealed-answer';
/** 128 bits cannot be guessed. */
const SECRET_BYTES = 16;
const REMEMBER_MS = 24 * 60 * 60 * 1000;
/** With several processes, a request that ended with its process blocks its key for this long. */
const RUNNING_MS = 2 * 60 * 1000;
const REPLAYED_HEADERS = ['X-Position', 'Location', 'ETag', 'Content-Type'];

interface IdempotencyEntry {
  readonly fingerprint: string;
  /** Encrypted with the request's key; null while it runs. */
  readonly answer: string | null;
}

interface StoredAnswer {
  /** The caller's permissions at that time. */
  readonly permissions: readonly string[];
  /** A hash of the request's file; null without a file. */
  readonly file: string | null;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

interface IdempotencyDeps {
  readonly store: ExpiringStore;
  /** The session secret of the installation. */
  readonly secret: string;
  /** Whether other processes answer requests, too. */
  readonly isShared: boolean;
  /** The roles of a person. */
  readonly permissionsOf: (principal: Principal) => Promise<readonly string[]>;
  /** Whether a person has all these roles now. Must not lag behind: a stored answer depends on it. */
  readonly hasPermissions: (principal: Principal, roles: readonly string[]) => Promise<boolean>;
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Stores answers for a day, encrypted with the request's key: they contain personal data and the secret addresses of
 * shares. Ids and secrets that such a request makes (`ctx.state.newId`, `newSecret`) are derived from the key, so a
 * repetition after a crash writes to the same streams. An answer that is shown once is not stored. A repetition gets
 * the answer only under the same limits of an API token, with the same body or file, and while its person has every
 * role they had. A request that ended with its process is done again: at once in a process of its own, otherwise after
 * two minutes.
 * @throws Problem 400 for a key that is not 1 to 255 visible ASCII characters, 409 while the first request is still
 * running or if a role was lost, 422 if the key was used for another request.
 */
export function idempotent({
  store,
  secret,
  isShared,
  permissionsOf,
  hasPermissions,
  logger,
  now,
}: IdempotencyDeps): Middleware<RequestState> {
  /** The requests that this process is carrying out or repeating. */
  const here = new Set<string>();
  /** Whether the request is the first with its key, or the first one ended with its process. */
  const claim = async (entry: string, running: IdempotencyEntry, until: string) => {
    if (await store.putIfAbsent(KIND, entry, running, until)) return true;
    const stored = isShared ? null : await store.get<IdempotencyEntry>(KIND, entry);
    return stored?.answer === null && stored.fingerprint === running.fingerprint;
  };
  return async (ctx, next) => {
    ctx.state.newId = () => uuidv7();
    ctx.state.newSecret = () => randomBytes(SECRET_BYTES).toString('base64url');
    const key = ctx.get('Idempotency-Key');
    if (key === '' || ctx.method !== 'POST' || ctx.state.principal === null) return next();
    if (!IDEMPOTENCY_KEY.test(key)) {
      throw new Problem(400, 'bad-idempotency-key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    const { principal } = ctx.state;
    const { userId, access, teamId } = principal;
    const entry = hash([userId, access, teamId ?? '', ctx.path, key]);
    // Includes the Idempotency-Key, which is not stored: a hash of the body alone would reveal a password to guessing.
    const fingerprint = hash([key, ctx.querystring, JSON.stringify(ctx.state.body) ?? '']);
    const permissions = await permissionsOf(principal);
    const until = (ms: number) => new Date(now().getTime() + ms).toISOString();
    const running: IdempotencyEntry = { fingerprint, answer: null };

    const repetition: Repetition = {
      ...{ entry, fingerprint, key },
      hasPermissions: (earlier) => hasPermissions(principal, earlier),
    };
    if (here.has(entry)) return repeat(ctx, await store.get<IdempotencyEntry>(KIND, entry), repetition);
    here.add(entry);
    try {
      if (!(await claim(entry, running, until(RUNNING_MS))))
        return await repeat(ctx, await store.get<IdempotencyEntry>(KIND, entry), repetition);
      const fileHash = ctx.state.route?.rawBody?.isStream === true ? hashStream(ctx.req) : null;
      let made = 0;
      ctx.state.newId = () => asUuid(hash([entry, String(made++)]));
      // Derived from the key, which is not stored, and the body: a failed request may be repeated with another.
      ctx.state.newSecret = () => derived(secret, JSON.stringify([key, fingerprint, entry, made++]));
      try {
        await next();
      } catch (error) {
        // On a full disk the mark stays. The caller gets the first failure, not this one.
        await store.remove(KIND, entry).catch(() => undefined);
        throw error;
      }
      const answer = encrypt(answerOf(ctx, permissions, fileHash), keyFor(key), Buffer.from(entry));
      try {
        await store.put(KIND, entry, { fingerprint, answer } satisfies IdempotencyEntry, until(REMEMBER_MS));
      } catch (err) {
        // The request was carried out, and its repetition makes the same ids.
        logger.error({ err, requestId: ctx.state.requestId }, 'could not store the answer to a request with a key');
      }
    } finally {
      here.delete(entry);
    }
  };
}

function answerOf(ctx: RequestContext, permissions: readonly string[], fileHash: (() => string) | null): StoredAnswer {
  const headers = Object.fromEntries(
    REPLAYED_HEADERS.map((name) => [name, ctx.response.get(name)] as const).filter(([, value]) => value !== ''),
  );
  const { shownOnce } = ctx.state;
  const file = fileHash?.() ?? null;
  return shownOnce === undefined
    ? { permissions, file, status: ctx.status, body: ctx.body ?? null, headers }
    : { permissions, file, status: 409, body: { code: 'shown-once', message: shownOnce }, headers: {} };
}

interface Repetition {
  readonly entry: string;
  readonly fingerprint: string;
  readonly hasPermissions: (permissions: readonly string[]) => Promise<boolean>;
  readonly key: string;
}

async function repeat(
  ctx: RequestContext,
  remembered: IdempotencyEntry | null,
  { entry, fingerprint, hasPermissions, key }: Repetition,
): Promise<void> {
  if (remembered !== null && remembered.fingerprint !== fingerprint) throw reused();
  if (remembered === null || remembered.answer === null) {
    throw new Problem(409, 'in-progress', 'The first request with this Idempotency-Key is still running.', {
      headers: { 'Retry-After': '1' },
    });
  }
  const first = decrypt(remembered.answer, keyFor(key), Buffer.from(entry)) as StoredAnswer;
  if (first.file !== null) {
    if (first.file !== (await hashOf(ctx.req))) throw reused();
    await ctx.state.confirmPrincipal();
  }
  if (!(await hasPermissions(first.permissions))) {
    const message = 'Your permissions have changed since the first request with this Idempotency-Key. Use a new key.';
    throw new Problem(409, 'permissions-changed', message);
  }
  const { status, body, headers } = first;
  ctx.status = status;
  if (body !== null) ctx.body = body;
  ctx.set(headers);
}

function reused(): Problem {
  return new Problem(422, 'idempotency-key-reused', 'This Idempotency-Key was used for another request.');
}

async function hashOf(request: IncomingMessage): Promise<string> {
  const digest = hashStream(request);
  for await (const _ of readStream(request));
  return digest();
}

function derived(secret: string, use: string): string {
  const bytes = hkdfSync('sha256', secret, '', `a secret of a request ${use}`, SECRET_BYTES);
  return Buffer.from(bytes).toString('base64url');
}

function keyFor(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'remembered answer', 32));
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A UUID made from a hash: version 8, "vendor-specific" (RFC 9562 5.8). */
function asUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
