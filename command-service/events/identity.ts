/** The events of a sign-in identity: it belongs to at most one account. */

import type { Event } from './event.ts';
import type { Provider } from './user.ts';

/** An e-mail address or a provider's subject belongs to one user, reserved by expected revision -1. */
export type IdentityClaimed = Event<'IdentityClaimed', { readonly userId: string; readonly provider: Provider }>;

export type IdentityReleased = Event<'IdentityReleased', { readonly userId: string }>;

export type IdentityEvent = IdentityClaimed | IdentityReleased;
