/** Shares: their content, their author and their protection. */

import { isOf, withChanges } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { IssuedReport } from '../../../command-service/model/report/events.ts';
import type { PinnedMoment, ShareFields } from '../../../command-service/model/share/events.ts';
import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import type { View } from '../../view.ts';

/** A revoked share has no document. An expired share has one, so that its author sees it. */
export interface ShareDoc extends ShareFields {
  readonly id: string;
  readonly revision: number;
  /** The scopes in which it is listed, joined; equal for shares listed in the same scopes. */
  readonly scopeSet: string;
  readonly clientDomain: string;
  readonly createdAt: string;
  readonly createdBy: string;
  /** The moment that the share shows; absent: now. */
  readonly pinned?: PinnedMoment;
  /** The issue of a report that the share is. */
  readonly report?: IssuedReport;
}

/** How many shares are listed in a scope set, one counter for each scope of the set. */
interface ShareScopeDoc {
  readonly id: string;
  readonly scope: Scope;
  readonly scopeSet: string;
  readonly shares: number;
}

export const shareScopes: ViewRef<ShareScopeDoc, 'scope'> = {
  name: 'share-scopes',
  version: 1,
  fields: ['scope'],
  partition: 'scope',
};

const FIELDS = ['scope', 'scopeSet', 'clientDomain', 'createdAt'] as const;

/** One document per share, by share id. */
export const shares: View<ShareDoc, (typeof FIELDS)[number]> = {
  name: 'shares',
  version: 3,
  fields: FIELDS,
  partition: 'scope',
  companions: [shareScopes],
  counters: {
    schema: shareScopes,
    increments: ({ scope, scopes, scopeSet }) =>
      listedIn(scope, scopes).map((each) => ({
        id: `${each} ${scopeSet}`,
        labels: { scope: each, scopeSet },
        amounts: { shares: 1 },
      })),
  },
  keys(event) {
    return isOf(event, 'share') ? [event.data.shareId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'share')) return doc;
    switch (event.type) {
      case 'ShareCreated': {
        const { shareId: id, ...data } = event.data;
        const { at: createdAt, actor: createdBy } = event.metadata;
        return docOf({ name: '', scopes: [data.scope], ...data, id, createdAt, createdBy }, event.revision);
      }
      case 'ShareEdited':
        return doc && docOf(withChanges<ShareFields, ShareDoc>(doc, event.data.changes), event.revision);
      case 'ShareRevoked':
        return null;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function docOf(share: Omit<ShareDoc, 'scopeSet' | 'revision'>, revision: number): ShareDoc {
  const scopeSet = listedIn(share.scope, share.scopes).join();
  // null at run time once the share's key is destroyed.
  return { ...share, emails: share.emails ?? [], scopeSet, revision };
}

/** The scopes in which a share is listed: the author's, and those whose links it shows. */
function listedIn(scope: Scope, scopes: readonly Scope[]): readonly Scope[] {
  return [...new Set([scope, ...scopes])].toSorted();
}

/** The scopes in which a share of this set is listed. */
export function scopesInSet(scopeSet: string): readonly string[] {
  return scopeSet.split(',');
}
