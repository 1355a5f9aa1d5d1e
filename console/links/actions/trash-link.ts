/** Moves a link to the trash, with a way back in the toast. */
import { useSyncExternalStore } from 'react';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { linkPath } from '../link-queries.ts';
import { messages } from '../messages.ts';
import { restoreLink } from './restore-link.ts';

/** Links on their way out: gone from the screen before the server has answered. */
let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  leaving = next;
  for (const listener of listeners) listener();
}

export function useHiddenLinks(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => leaving,
  );
}

function unhide(linkId: string): void {
  set(new Set([...leaving].filter((id) => id !== linkId)));
}

export async function trashLink(linkId: string): Promise<void> {
  set(new Set(leaving).add(linkId));
  try {
    await send('DELETE', linkPath(linkId));
  } catch (error) {
    unhide(linkId);
    // Gone already: what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) {
      const reason = error instanceof ApiError ? [error.message] : [];
      notify(messages.error, { lines: [messages.deleteFailed, ...reason], severity: 'destructive' });
    }
    await revalidateLists(['links', 'stats']);
    return;
  }
  const undo = () => {
    unhide(linkId);
    void restoreLink(linkId);
  };
  notify(messages.linkDeleted, { lines: [messages.movedToTrash], action: { label: messages.undo, run: undo } });
  await revalidateLists(['links', 'stats', 'trash']);
  unhide(linkId);
}
