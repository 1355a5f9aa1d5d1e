/** Moves a link to the trash; the toast can undo it. */
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { createStore, useStore } from '../../platform/store/create-store.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { restoreLinks } from './restore-link.ts';

/** Links being deleted: hidden before the server has answered. */
const hidden = createStore<ReadonlySet<string>>(() => new Set());

export function useHiddenLinks(): ReadonlySet<string> {
  return useStore(hidden);
}

function unhide(linkId: string): void {
  hidden.set(new Set([...hidden.get()].filter((id) => id !== linkId)));
}

export async function trashLink(linkId: string): Promise<void> {
  hidden.set(new Set(hidden.get()).add(linkId));
  try {
    await send('DELETE', '/api/links/:id', { params: { id: linkId } });
  } catch (error) {
    unhide(linkId);
    // It was deleted already.
    if (!(error instanceof ApiError && error.status === 404)) {
      const reason = error instanceof ApiError ? [error.message] : [];
      notify(common.error, { lines: [messages.deleteFailed, ...reason], severity: 'destructive' });
    }
    // The row comes back to its place at once, also under a resting pointer.
    await revalidateOwnChange(['links', 'stats']);
    return;
  }
  const undo = () => {
    unhide(linkId);
    void restoreLinks([linkId]);
  };
  notify(messages.linkDeleted, { lines: [messages.movedToTrash], action: { label: messages.undo, run: undo } });
  await revalidateLists(['links', 'stats', 'trash']);
  unhide(linkId);
}
