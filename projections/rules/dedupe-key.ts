/** When two links are duplicates (infra/docs/product.md, "Matching"). Pure. */
import { hash } from 'node:crypto';
import { addressOf } from '../../command-service/contract/link-address.ts';

/** 128 bits: keys of different pairs practically never collide. */
const KEY_BYTES = 16;

/**
 * A key that two links share exactly when both of their addresses match: 32 lower-case hex digits. null if either
 * address is missing or is not a web address; such links are never duplicates.
 */
export function dedupeKey(articleLink: string, clientLink: string): string | null {
  const article = addressOf(articleLink);
  const client = addressOf(clientLink);
  if (article === null || client === null) return null;
  return hash('sha256', `${article.key} ${client.key}`, 'buffer').toString('hex', 0, KEY_BYTES);
}
