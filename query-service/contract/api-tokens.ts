/** The id of an API token, and when it was last used. Contract of both services: each authenticates tokens. */
import { createHash } from 'node:crypto';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';

/** The kind of entries with the last use of a token: one entry per token, by its id, owned by its owner. */
export const TOKEN_USE = 'token-use';

export interface TokenUse {
  /** An ISO instant; a later use within a minute is not recorded. */
  readonly at: string;
}

const RECORD_EVERY_MS = 60_000;
const KEEP_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** SHA-256, in hex. A token has 256 random bits, so a fast hash is safe. */
export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Records a use, at most once a minute, so that most reads do not write. */
export async function recordTokenUse(
  uses: Pick<ExpiringStore, 'get' | 'put'>,
  tokenId: string,
  userId: string,
  now: Date,
): Promise<void> {
  const last = await uses.get<TokenUse>(TOKEN_USE, tokenId);
  if (last !== null && now.getTime() - Date.parse(last.at) < RECORD_EVERY_MS) return;
  const use: TokenUse = { at: now.toISOString() };
  await uses.put(TOKEN_USE, tokenId, use, new Date(now.getTime() + KEEP_MS).toISOString(), userId);
}
