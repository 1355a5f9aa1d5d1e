/** Waiting for views before a command reads them. */
import { BusyError } from '../../infra/ports/errors.ts';
import type { Feed } from '../../infra/ports/event-store.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/read-store.ts';
import type { LinkledgerEvent } from '../events.ts';

/** How long a request waits for a view that shows what it wrote, in milliseconds. */
const PATIENCE_MS = 2_000;
/** How long a request waits for views that it decides by, in milliseconds. */
const HEAD_PATIENCE_MS = 10_000;

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

/**
 * Waits until the views have seen all that was recorded before the call.
 * @throws BusyError if they have not within 10 s: what was decided by them would leave out what is just recorded.
 */
export async function waitForHead(
  deps: { readonly reads: Pick<ReadStore, 'reached'>; readonly feed: Pick<Feed<LinkledgerEvent>, 'head'> },
  views: readonly ViewRef[],
): Promise<void> {
  const patience = AbortSignal.timeout(HEAD_PATIENCE_MS);
  if (await waitForViews(deps.reads, views, await deps.feed.head(), patience)) return;
  throw new BusyError('The latest changes are still being worked in. Please try again in a moment.');
}
