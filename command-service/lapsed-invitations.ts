/** Invitations that nobody answered: the address of somebody who never came is not kept for ever. */
import type { EventMetadata, EventStore, ReadStore } from '../infra/ports.ts';
import { type InvitationDoc, invitations } from '../projections/views/invitations.ts';
import { team } from './deciders/team.ts';
import { Refusal } from './errors.ts';
import type { LinkledgerEvent } from './events.ts';
import { handle } from './handle.ts';

/** Invitations looked at in one go; the others have their turn in the next. */
const BATCH = 100;
/** So long after it ended an invitation is still there, in milliseconds: clocks differ. */
const GRACE_MS = 60 * 60 * 1000;

export interface LapseDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

/**
 * Takes back the invitations that have expired: with each goes the key of the address it was sent to.
 * @throws Error when some could not be; the others are.
 */
export async function takeBackLapsed({ store, reads }: LapseDeps, metadata: EventMetadata): Promise<void> {
  const { rows } = await reads.find<InvitationDoc>(invitations.name, {
    where: { status: 'pending' },
    // All live equally long.
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
      if (!(error instanceof Refusal)) failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} expired invitations could not be taken back`, { cause: failures[0] });
  }
}
