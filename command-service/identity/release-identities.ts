/** Releases the identities of a deleted account. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import { emailIdentity, identity } from '../model/identity/decider.ts';
import { streamOf } from '../model/user/decider.ts';

/**
 * Releases every identity that an account ever had, so that each can be registered again.
 * @param userId a deleted account whose key still exists: the log then shows the address of its registration.
 */
export async function releaseIdentities(
  { store, identityKey }: { readonly store: EventStore<LinkledgerEvent>; readonly identityKey: string },
  userId: string,
  metadata: EventMetadata,
): Promise<void> {
  const { events } = await store.read(streamOf(userId));
  const hashes = new Set<string>();
  for (const event of events) {
    if (event.type === 'IdentityLinked') hashes.add(event.data.hash);
    // null without the key: the identity was already released then.
    if (event.type === 'UserRegistered' && event.data.email !== null) {
      hashes.add(emailIdentity(event.data.email, identityKey));
    }
  }
  for (const hash of hashes) await handle(store, identity, { type: 'ReleaseIdentity', userId, hash }, metadata);
}
