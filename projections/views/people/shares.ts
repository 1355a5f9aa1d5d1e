/** Shares: their content, their author and their protection. */
import { isOf } from '../../../command-service/events.ts';
import type { Scope } from '../../../command-service/scope.ts';
import type { View } from '../../view.ts';

/** A revoked share has no document. An expired one has, so that its author sees it. */
export interface ShareDoc {
  readonly id: string;
  readonly scope: Scope;
  readonly clientDomain: string;
  readonly hasPassword: boolean;
  /** null without a password. null with `hasPassword` means that the hash is lost: nothing opens the share. */
  readonly passwordHash: string | null;
  readonly emails: readonly string[];
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
}

const FIELDS = ['scope', 'clientDomain', 'createdAt'] as const;

/** One document per share, by share id. */
export const shares: View<ShareDoc, (typeof FIELDS)[number]> = {
  name: 'shares',
  version: 1,
  fields: FIELDS,
  partition: 'scope',
  keys(event) {
    return isOf(event, 'share') ? [event.data.shareId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'share')) return doc;
    switch (event.type) {
      case 'ShareCreated': {
        const { shareId, scope, clientDomain, hasPassword, passwordHash, emails, expiresAt } = event.data;
        return {
          id: shareId,
          scope,
          clientDomain,
          hasPassword,
          passwordHash,
          // null at run time once the share's key is destroyed.
          emails: emails ?? [],
          createdAt: event.metadata.at,
          createdBy: event.metadata.actor,
          expiresAt,
        };
      }
      case 'ShareRevoked':
        return null;
      default:
        event satisfies never;
        return doc;
    }
  },
};
