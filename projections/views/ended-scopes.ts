/** The scopes that are no more: deleted teams and deleted accounts. What was shared from one is closed. */
import { isOf, type Scope } from '../../command-service/events.ts';
import type { Recorded, View } from '../view.ts';

export interface EndedScopeDoc {
  readonly id: Scope;
  readonly endedAt: string;
}

/** One document an ended scope, by the scope itself. */
export const endedScopes: View<EndedScopeDoc> = {
  name: 'ended-scopes',
  version: 1,
  fields: ['endedAt'],
  keys(event) {
    const scope = endedBy(event);
    return scope === null ? [] : [scope];
  },
  evolve(doc, event) {
    const id = endedBy(event);
    return id === null ? doc : { id, endedAt: event.metadata.at };
  },
};

function endedBy(event: Recorded): Scope | null {
  if (!isOf(event, 'team', 'user')) return null;
  if (event.type === 'TeamDeleted') return `team:${event.data.teamId}`;
  return event.type === 'AccountDeleted' ? `user:${event.data.userId}` : null;
}
