/** Revokes API tokens of one person. */
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type TokenEntry, tokens } from '../../projections/views/people/tokens.ts';
import { TOKEN_USE } from '../../query-service/contract/api-tokens.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import { token } from '../model/token/decider.ts';
import type { TokenEnd } from '../model/token/events.ts';

/** Revokes the person's tokens that match, as the view lists them; returns the last position written, or 0. */
export async function revokeTokens(
  { store, reads }: { readonly store: EventStore<LinkledgerEvent>; readonly reads: Pick<ReadStore, 'get'> },
  userId: string,
  matches: (entry: TokenEntry) => boolean,
  reason: TokenEnd,
  metadata: EventMetadata,
): Promise<number> {
  const doc = await reads.get(tokens, userId);
  let position = 0;
  for (const { id } of doc?.tokens.filter(matches) ?? []) {
    position = (await handle(store, token, { type: 'RevokeToken', tokenId: id, reason }, metadata)).position;
  }
  return position;
}

/** Deletes the records of when a person's tokens were used. */
export function deleteTokenUses(uses: Pick<DurableStore, 'removeOf'>, userId: string): Promise<void> {
  return uses.removeOf(TOKEN_USE, userId);
}
