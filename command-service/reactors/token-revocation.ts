/**
 * Revokes a person's API tokens for a team when the person leaves it. From that moment such a token is refused; it
 * stays revoked even if the person returns.
 */

import { personPrincipal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type TokenEntry, tokens } from '../../projections/views/people/tokens.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { allows } from '../contract/policy.ts';
import { teamScope } from '../contract/scope.ts';
import { roleIn } from '../core/authorize.ts';
import { revokeTokens } from '../identity/revoke-tokens.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import type { Reaction, Reactor, ReactorDeps, Recorded, RecordedOf } from './run-reactor.ts';

interface TokenRevocationDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

export function tokenRevocation(deps: TokenRevocationDeps): Reactor {
  const memberGone = async (event: RecordedOf<'MemberRemoved' | 'MemberLeft'>, reaction: Reaction) => {
    await revokeFor(deps, event.data.teamId, [event.data.userId], event, reaction);
    return true;
  };
  return {
    name: 'tokens',
    failing: 'could not revoke the tokens of a former member; trying again',
    handlers: {
      MemberRemoved: memberGone,
      MemberLeft: memberGone,
      async TeamDeleted(event, reaction) {
        const { teamId, ownerId, memberIds } = event.data;
        await revokeFor(deps, teamId, [ownerId, ...memberIds], event, reaction);
        return true;
      },
      // The person may have been removed while they created the token.
      async TokenCreated(event, reaction) {
        const { teamId, userId } = event.data;
        if (teamId === null) return false;
        const role = await roleIn(deps.store, teamScope(teamId), personPrincipal(userId));
        if (allows('ReadTeam', role)) return false;
        await revokeFor(deps, teamId, [userId], event, reaction);
        return true;
      },
    },
  };
}

async function revokeFor(
  deps: TokenRevocationDeps,
  teamId: string,
  people: readonly string[],
  { position, metadata: { at } }: Recorded,
  { signal, metadata }: Reaction,
): Promise<void> {
  if (!(await waitForViews(deps.reads, [tokens], position, signal))) return;
  // A person who returned meanwhile may have newer tokens.
  const matches = (entry: TokenEntry) => entry.teamId === teamId && entry.createdAt <= at;
  for (const userId of people) await revokeTokens(deps, userId, matches, 'left-team', metadata());
}
