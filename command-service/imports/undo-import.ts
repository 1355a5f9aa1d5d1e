/** Undoes an import: its links go to the trash. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import { importDecider, streamOf } from '../model/import/decider.ts';
import { link } from '../model/link/decider.ts';

/** Links moved to the trash at once. */
const SLICE = 500;

/**
 * Moves all links of an import to the trash; returns how many were moved.
 * @throws DomainError `not-found` for an unknown import.
 */
export async function undoImport(
  store: EventStore<LinkledgerEvent>,
  importId: string,
  metadata: EventMetadata,
): Promise<{ readonly trashed: number; readonly position: number }> {
  const { state, position } = await load(store, importDecider, streamOf(importId));
  let last = position;
  let trashed = 0;
  const ids = state?.slices.flat() ?? [];
  for (let from = 0; from < ids.length; from += SLICE) {
    const done = await Promise.all(ids.slice(from, from + SLICE).map((linkId) => trash(store, linkId, metadata)));
    for (const outcome of done) {
      if (outcome === null) continue;
      trashed += 1;
      last = Math.max(last, outcome);
    }
    await nextTurn();
  }
  const undone = await handle(store, importDecider, { type: 'UndoImport', importId }, metadata);
  return { trashed, position: Math.max(last, undone.position) };
}

/** The position at which the link was moved to the trash; null if there was nothing to move. */
async function trash(
  store: EventStore<LinkledgerEvent>,
  linkId: string,
  metadata: EventMetadata,
): Promise<number | null> {
  try {
    const { changed, position } = await handle(store, link, { type: 'TrashLink', linkId }, metadata);
    return changed ? position : null;
  } catch (error) {
    // The link was never added, because the process died after recording it, or it was purged since.
    if (error instanceof DomainError) return null;
    throw error;
  }
}
