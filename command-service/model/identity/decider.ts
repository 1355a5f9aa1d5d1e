/** An identity (the keyed hash of an email address or of a provider's subject) belongs to one user at a time. */
import { createHmac } from 'node:crypto';
import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { IdentityCommand } from './commands.ts';
import type { IdentityEvent } from './events.ts';

/**
 * The keyed hash of an email address: without a key, guessing would find the address. Ignores case: no provider in use
 * distinguishes `Ann@` from `ann@`, and people type both.
 */
export function emailIdentity(email: string, key: string): string {
  return createHmac('sha256', key).update(`email:${email.toLowerCase()}`).digest('hex');
}

/**
 * The keyed hash of a provider's subject. `realm` names the issuer within which subjects are unique (OpenID Connect).
 * Issuers contain colons, so both are hashed as JSON.
 */
export function providerIdentity(realm: string, subject: string, key: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([realm, subject]))
    .digest('hex');
}

/** The stream of one identity. */
const streamOf = (hash: string): string => `identity-${hash}`;

export type IdentityState = { readonly userId: string } | null;

export const initialState: IdentityState = null;

/** The user that an identity belongs to. */
export function evolve(_state: IdentityState, event: IdentityEvent): IdentityState {
  switch (event.type) {
    case 'IdentityClaimed':
      return { userId: event.data.userId };
    case 'IdentityReleased':
      return null;
    default: {
      const _: never = event;
      return _;
    }
  }
}

export function decide(state: IdentityState, command: IdentityCommand): readonly IdentityEvent[] {
  const { userId } = command;
  switch (command.type) {
    case 'ClaimIdentity':
      if (state === null) return [{ type: 'IdentityClaimed', data: { userId, provider: command.provider } }];
      if (state.userId === userId) return [];
      throw new DomainError('conflict', 'identity-taken', 'This way to sign in belongs to another account.');
    case 'ReleaseIdentity':
      return state?.userId === userId ? [{ type: 'IdentityReleased', data: { userId } }] : [];
    default: {
      const _: never = command;
      return _;
    }
  }
}

export const identity: Decider<IdentityState, IdentityCommand & { readonly hash: string }, IdentityEvent> = {
  streamOf: (command) => streamOf(command.hash),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is IdentityEvent => isOf(event, 'identity'),
};
