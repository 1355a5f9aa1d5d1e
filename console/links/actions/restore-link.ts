/** Takes a link out of the trash again. */
import { ApiError, send } from '../../platform/api/client.ts';
import { showOwnChange } from '../../platform/live/own-changes.ts';
import { words } from '../../trash/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';

export async function restoreLink(linkId: string): Promise<void> {
  try {
    await send('POST', `/api/trash/${encodeURIComponent(linkId)}/restore`);
    notify(words.restored, { lines: [words.restoredHint] });
  } catch (error) {
    const lines =
      error instanceof ApiError && error.status > 0 ? [words.restoreFailed, error.message] : [words.restoreFailed];
    notify(words.error, { lines, tone: 'destructive' });
  }
  await showOwnChange(['links', 'stats', 'trash']);
}
