/** Waiting for views before a command reads them. */
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';

/** How long a request waits for a view that is behind, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Resolves with true once all views include the log up to `position`; with false on `signal`, by default after 2 s. */
export async function waitForViews(
  reads: Pick<ReadStore, 'reached'>,
  views: readonly ViewRef[],
  position: number,
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<boolean> {
  const each = await Promise.all(views.map((view) => reads.reached(view, position, signal)));
  return each.every(Boolean);
}

/** Waits at most 2 s until the views include everything recorded before the call. Returns whether they do. */
export async function waitForHead(
  deps: { readonly reads: Pick<ReadStore, 'reached'>; readonly feed: Pick<Feed<LinkledgerEvent>, 'head'> },
  views: readonly ViewRef[],
): Promise<boolean> {
  return waitForViews(deps.reads, views, await deps.feed.head());
}
