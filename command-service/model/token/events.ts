/** The events of an API token. */

import type { Event } from '../../contract/event.ts';

/** What a token allows: reading only, or also every change its person may make. */
export const TOKEN_ACCESSES = ['read', 'write'] as const;

export type TokenAccess = (typeof TOKEN_ACCESSES)[number];

/**
 * A person created a token for programs. `tokenId` is the SHA-256 of the token, hex; the token itself is not stored.
 * `teamId`: the only team that the token reaches; null: everything that the person sees. `money`: whether it is open for
 * prices, vendors and order numbers; absent: no.
 */
export type TokenCreated = Event<
  'TokenCreated',
  {
    readonly tokenId: string;
    readonly userId: string;
    readonly name: string;
    readonly access: TokenAccess;
    readonly teamId: string | null;
    readonly money?: true;
    readonly expiresAt: string | null;
  }
>;

/** `reason`: the token's owner revoked it, left its team, or deleted their account. */
type TokenRevoked = Event<
  'TokenRevoked',
  { readonly tokenId: string; readonly userId: string; readonly reason: TokenEnd }
>;

export type TokenEnd = 'revoked' | 'left-team' | 'account-deleted';

export type TokenEvent = TokenCreated | TokenRevoked;
