/** The events of a sign-in identity: it belongs to at most one account. */

import type { Event } from '../../contract/event.ts';
import type { Provider } from '../user/events.ts';

/** An email address or a provider's subject now belongs to this user. */
type IdentityClaimed = Event<'IdentityClaimed', { readonly userId: string; readonly provider: Provider }>;

type IdentityReleased = Event<'IdentityReleased', { readonly userId: string }>;

export type IdentityEvent = IdentityClaimed | IdentityReleased;
