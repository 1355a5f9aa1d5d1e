/** Moves a link to the trash, with a way back in the toast. */
import { useSyncExternalStore } from 'react';
import { ApiError, send } from '../../platform/api/client.ts';
import { refresh } from '../../platform/live/use-live-updates.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { linkPath } from '../link-queries.ts';
import { words } from '../messages.ts';
import { restoreLink } from './restore-link.ts';

/** Links on their way out: gone from the screen before the server has answered. */
let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  leaving = next;
  for (const listener of listeners) listener();
}

export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => leaving,
  );
}

function bringBack(linkId: string): void {
  set(new Set([...leaving].filter((id) => id !== linkId)));
}

export async function trashLink(linkId: string): Promise<void> {
  set(new Set(leaving).add(linkId));
  try {
    await send('DELETE', linkPath(linkId));
  } catch (error) {
    bringBack(linkId);
    // Gone already: what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) {
      const reason = error instanceof ApiError ? [error.message] : [];
      notify(words.error, { lines: [words.deleteFailed, ...reason], tone: 'destructive' });
    }
    await refresh(['links', 'stats']);
    return;
  }
  const undo = () => {
    bringBack(linkId);
    void restoreLink(linkId);
  };
  notify(words.linkDeleted, { lines: [words.movedToTrash], action: { label: words.undo, run: undo } });
  await refresh(['links', 'stats', 'trash']);
  bringBack(linkId);
}
