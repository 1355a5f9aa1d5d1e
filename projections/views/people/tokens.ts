/** The API tokens of each person, for the list of tokens. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { TokenAccess } from '../../../command-service/model/token/events.ts';
import type { View } from '../../view.ts';

export interface TokenEntry {
  readonly id: string;
  /** '' once it is erased. */
  readonly name: string;
  readonly access: TokenAccess;
  readonly teamId: string | null;
  readonly money: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** The tokens of one person in order of creation, including expired and excluding revoked tokens. */
interface TokensDoc {
  readonly id: string;
  readonly tokens: readonly TokenEntry[];
}

/** One document per person with a token, by user id. */
export const tokens: View<TokensDoc, never> = {
  name: 'tokens',
  version: 2,
  fields: [],
  keys(event) {
    return isOf(event, 'token') ? [event.data.userId] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'token')) return doc;
    switch (event.type) {
      case 'TokenCreated': {
        const { tokenId, name, access, teamId, money = false, expiresAt } = event.data;
        const entry = { id: tokenId, name: name ?? '', access, teamId, money, createdAt: event.metadata.at, expiresAt };
        return { id, tokens: [...(doc?.tokens ?? []), entry] };
      }
      case 'TokenRevoked': {
        const left = doc?.tokens.filter((token) => token.id !== event.data.tokenId) ?? [];
        return left.length === 0 ? null : { id, tokens: left };
      }
      default:
        event satisfies never;
        return doc;
    }
  },
};
