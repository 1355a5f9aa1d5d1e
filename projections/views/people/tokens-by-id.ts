/** Every API token by its id, even if revoked: authenticates the tokens of reads. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { TokenAccess } from '../../../command-service/model/token/events.ts';
import type { View } from '../../view.ts';

interface TokenDoc {
  /** The SHA-256 of the token, in hex. */
  readonly id: string;
  readonly userId: string;
  readonly access: TokenAccess;
  readonly teamId: string | null;
  readonly money: boolean;
  readonly expiresAt: string | null;
  readonly revoked: boolean;
}

/** One document per token that was ever created, by token id. */
export const tokensById: View<TokenDoc, never> = {
  name: 'tokens-by-id',
  version: 2,
  fields: [],
  keys(event) {
    return isOf(event, 'token') ? [event.data.tokenId] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'token')) return doc;
    switch (event.type) {
      case 'TokenCreated': {
        const { userId, access, teamId, money = false, expiresAt } = event.data;
        return { id, userId, access, teamId, money, expiresAt, revoked: false };
      }
      case 'TokenRevoked':
        return doc === null ? null : { ...doc, revoked: true };
      default:
        event satisfies never;
        return doc;
    }
  },
};
