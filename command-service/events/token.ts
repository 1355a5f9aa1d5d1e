/** The events of an API token. */

import type { Event } from './event.ts';

/** What a program may do with a token: only read, or all that its person may change too. */
export const TOKEN_ACCESSES = ['read', 'write'] as const;

export type TokenAccess = (typeof TOKEN_ACCESSES)[number];

/**
 * A person let programs act in their place. `tokenId` is the SHA-256 of the token, hex: the token itself is kept nowhere.
 * `teamId`: the one team it is for; null: all that the person sees.
 */
export type TokenCreated = Event<
  'TokenCreated',
  {
    readonly tokenId: string;
    readonly userId: string;
    readonly name: string;
    readonly access: TokenAccess;
    readonly teamId: string | null;
    readonly expiresAt: string | null;
  }
>;

/** `reason`: its person took it back, left its team, or deleted their account. */
export type TokenRevoked = Event<
  'TokenRevoked',
  { readonly tokenId: string; readonly userId: string; readonly reason: TokenEnd }
>;

export type TokenEnd = 'revoked' | 'left-team' | 'account-deleted';

export type TokenEvent = TokenCreated | TokenRevoked;
