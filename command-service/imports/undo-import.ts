/** Undoes an import: its links go to the trash. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import { requireAccess } from '../links/link-access.ts';
import { importDecider, streamOf } from '../model/import/decider.ts';
import { link } from '../model/link/decider.ts';

/** Links moved to the trash at once. */
const SLICE = 500;

/** Who undoes an import, and how to record it. */
interface Undoing {
  readonly store: EventStore<LinkledgerEvent>;
  readonly principal: Principal;
  readonly metadata: EventMetadata;
}

/**
 * Moves the links of an import to the trash that the principal may delete where they are now; returns how many were
 * moved.
 * @throws DomainError `not-found` for an unknown import and for one into a list that the principal does not see.
 */
export async function undoImport(
  undoing: Undoing,
  importId: string,
): Promise<{ readonly trashed: number; readonly position: number }> {
  const { store, principal, metadata } = undoing;
  const { state, position } = await load(store, importDecider, streamOf(importId));
  const scope = state?.scope ?? null;
  const requireRole = async () =>
    authorize('TrashLink', scope === null ? 'stranger' : await roleIn(store, scope, principal));
  await requireRole();
  if (state === null) throw new Error('the policy must refuse TrashLink to strangers: the import does not exist');
  let last = position;
  let trashed = 0;
  const ids = state.slices.flat();
  for (let from = 0; from < ids.length; from += SLICE) {
    const done = await Promise.all(ids.slice(from, from + SLICE).map((linkId) => trash(undoing, state.scope, linkId)));
    for (const outcome of done) {
      if (outcome === null) continue;
      trashed += 1;
      last = Math.max(last, outcome);
    }
    await nextTurn();
    // The role may have ended meanwhile.
    await requireRole();
  }
  const undone = await handle(store, importDecider, { type: 'UndoImport', importId }, metadata);
  return { trashed, position: Math.max(last, undone.position) };
}

/**
 * The position at which the link was moved to the trash; null if there was nothing to move.
 * @param scope the list of the import, in which the principal may delete links.
 */
async function trash({ store, principal, metadata }: Undoing, scope: Scope, linkId: string): Promise<number | null> {
  try {
    const { changed, position } = await handle(store, link, { type: 'TrashLink', linkId }, metadata, async (state) => {
      const isThere = 'scope' in state && state.scope === scope;
      if (!isThere) await requireAccess({ store }, state, principal, 'TrashLink');
    });
    return changed ? position : null;
  } catch (error) {
    // The link was never added, because the process died after recording it; it was purged since; or it was moved to a
    // list in which the principal may not delete links.
    if (error instanceof DomainError) return null;
    throw error;
  }
}
