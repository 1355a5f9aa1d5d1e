/** Waiting for views before a command reads them. */
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';

/** How long a request waits for a view that is behind, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Resolves once all views have seen the log up to `position`; to false when `signal` aborts first, by default after 2 s. */
export async function waitForViews(
  reads: Pick<ReadStore, 'reached'>,
  views: readonly ViewRef[],
  position: number,
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<boolean> {
  const each = await Promise.all(views.map((view) => reads.reached(view, position, signal)));
  return each.every(Boolean);
}

/** Waits until the views have seen all that was recorded before the call, at most 2 s. Returns whether they have. */
export async function waitForHead(
  deps: { readonly reads: Pick<ReadStore, 'reached'>; readonly feed: Pick<Feed<LinkledgerEvent>, 'head'> },
  views: readonly ViewRef[],
): Promise<boolean> {
  return waitForViews(deps.reads, views, await deps.feed.head());
}
