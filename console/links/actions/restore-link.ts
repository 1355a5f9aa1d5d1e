/** Restores links from the trash. */
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { format, messages } from './messages.ts';

/** One after the other, up to the first that fails: the toasts tell how many are back, and the failure. */
export async function restoreLinks(linkIds: readonly string[]): Promise<void> {
  let count = 0;
  let isTwice = false;
  try {
    for (const id of linkIds) {
      const { duplicateOf } = await send('POST', '/api/trash/:id/restore', { params: { id } });
      isTwice ||= duplicateOf !== null;
      count += 1;
    }
  } catch (error) {
    const lines =
      error instanceof ApiError && error.status > 0
        ? [messages.restoreFailed, error.message]
        : [messages.restoreFailed];
    notify(common.error, { lines, severity: 'destructive' });
  }
  const lines = [format('restoredHint', { count }), ...(isTwice ? [messages.restoredTwice] : [])];
  if (count > 0) notify(format('restored', { count }), { lines });
  await revalidateOwnChange(['links', 'stats', 'trash']);
}
