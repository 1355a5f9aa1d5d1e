/** Expires unanswered invitations and erases the invitee's address. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { handle } from '../core/handle.ts';
import { team } from '../model/team/decider.ts';

/** Invitations per round; the others follow in the next round. */
const BATCH = 100;
/** How long after its expiry an invitation is revoked, in milliseconds: clocks differ. */
const GRACE_MS = 60 * 60 * 1000;

interface LapseDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

/**
 * Revokes the invitations that have expired at `metadata.at`, which must come from a trusted clock: each revocation
 * destroys the key of the invitee's address.
 * @throws Error if some invitations could not be revoked; the others are revoked.
 */
export async function expireInvitations({ store, reads }: LapseDeps, metadata: EventMetadata): Promise<void> {
  const { rows } = await reads.find(invitations, {
    where: { status: 'pending' },
    // All invitations are valid for the same time.
    sort: { field: 'invitedAt', descending: false },
    limit: BATCH,
  });
  const last = new Date(Date.parse(metadata.at) - GRACE_MS).toISOString();
  const failures: unknown[] = [];
  for (const { id: invitationId, teamId, expiresAt } of rows) {
    if (expiresAt > last) continue;
    try {
      await handle(store, team, { type: 'RevokeInvitation', teamId, invitationId }, metadata);
    } catch (error) {
      // Refused: the team was deleted since the view was read, and its invitations with it.
      if (!(error instanceof DomainError)) failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} expired invitations could not be revoked`, { cause: failures[0] });
  }
}
