/** The scopes of deleted teams and accounts. Shares of their links are closed. */
import { isOf } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { Recorded, View } from '../../view.ts';

interface ClosedScopeDoc {
  readonly id: Scope;
  readonly endedAt: string;
  /** The person whose scope received the links; null for a deleted account. */
  readonly heir: string | null;
}

const FIELDS = ['endedAt', 'heir'] as const;

/** One document per closed scope, by the scope itself. */
export const closedScopes: View<ClosedScopeDoc, (typeof FIELDS)[number]> = {
  name: 'ended-scopes',
  version: 2,
  fields: FIELDS,
  keys(event) {
    const ended = endedBy(event);
    return ended === null ? [] : [ended.id];
  },
  evolve(doc, event) {
    return endedBy(event) ?? doc;
  },
};

function endedBy(event: Recorded): ClosedScopeDoc | null {
  if (!isOf(event, 'team', 'user')) return null;
  const endedAt = event.metadata.at;
  if (event.type === 'TeamDeleted') return { id: `team:${event.data.teamId}`, endedAt, heir: event.data.ownerId };
  return event.type === 'AccountDeleted' ? { id: `user:${event.data.userId}`, endedAt, heir: null } : null;
}
