/**
 * Revokes API tokens that their person may not use any more: one for a team ends when its person leaves that team, and all
 * end with the account. They open nothing from that very moment; being revoked they stay shut, whoever comes back.
 */

import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type TokenEntry, tokens } from '../../projections/views/people/tokens.ts';
import { TOKEN_USE } from '../../query-service/contract/api-tokens.ts';
import { roleIn } from '../authorize.ts';
import { token } from '../deciders/token.ts';
import type { TokenEnd } from '../events/token.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle } from '../handle.ts';
import { waitForViews } from '../links/scan-links.ts';
import { allows } from '../policy.ts';
import { personPrincipal } from '../principal.ts';
import { type FollowerDeps, type Recorded, runReactor } from './run-reactor.ts';

export interface TokenAftermathDeps extends FollowerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** Follows the log until aborted. */
export function followTokens(deps: TokenAftermathDeps, signal: AbortSignal): Promise<void> {
  const failing = 'the tokens of somebody who left cannot be revoked at the moment; trying again';
  return runReactor(deps, { name: 'tokens', failing, onEvent: (event) => take(deps, event, signal) }, signal);
}

/** Says whether there was anything to do. */
async function take(deps: TokenAftermathDeps, event: Recorded, signal: AbortSignal): Promise<boolean> {
  switch (event.type) {
    case 'MemberRemoved':
    case 'MemberLeft':
      await leave(deps, event.data.teamId, [event.data.userId], event, signal);
      return true;
    case 'TeamDeleted': {
      const { teamId, ownerId, memberIds } = event.data;
      await leave(deps, teamId, [ownerId, ...memberIds], event, signal);
      return true;
    }
    case 'TokenCreated': {
      // Somebody may have been removed while they were making it.
      const { teamId, userId } = event.data;
      if (teamId === null || allows('ReadTeam', await roleIn(deps.store, `team:${teamId}`, personPrincipal(userId))))
        return false;
      await leave(deps, teamId, [userId], event, signal);
      return true;
    }
    default:
      return false;
  }
}

async function leave(
  deps: TokenAftermathDeps,
  teamId: string,
  people: readonly string[],
  cause: Recorded,
  signal: AbortSignal,
): Promise<void> {
  if (!(await waitForViews(deps.reads, [tokens], cause.position, signal))) return;
  const { correlationId } = cause.metadata;
  const metadata = { actor: 'system', correlationId, causationId: cause.id, at: deps.now().toISOString() };
  for (const userId of people) {
    // Who came back since may have made others.
    const isMeant = (entry: TokenEntry) => entry.teamId === teamId && entry.createdAt <= cause.metadata.at;
    await revokeTokens(deps, userId, isMeant, 'left-team', metadata);
  }
}

/** Revokes those of a person's tokens that the view knows; answers the last position written, 0 for none. */
export async function revokeTokens(
  { store, reads }: Pick<TokenAftermathDeps, 'store' | 'reads'>,
  userId: string,
  isMeant: (entry: TokenEntry) => boolean,
  reason: TokenEnd,
  metadata: EventMetadata,
): Promise<number> {
  const doc = await reads.get(tokens, userId);
  let position = 0;
  for (const { id } of doc?.tokens.filter(isMeant) ?? []) {
    position = (await handle(store, token, { type: 'RevokeToken', tokenId: id, reason }, metadata)).position;
  }
  return position;
}

/** Forgets when a person's tokens were used. */
export function forgetUses(uses: Pick<DurableStore, 'removeOf'>, userId: string): Promise<void> {
  return uses.removeOf(TOKEN_USE, userId);
}
