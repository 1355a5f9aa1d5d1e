/** Restores a link from the trash. */
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export async function restoreLink(linkId: string): Promise<void> {
  try {
    const { duplicateOf } = await send('POST', '/api/trash/:id/restore', { params: { id: linkId } });
    const twice = duplicateOf === null ? [] : [messages.restoredTwice];
    notify(messages.restored, { lines: [messages.restoredHint, ...twice] });
  } catch (error) {
    const lines =
      error instanceof ApiError && error.status > 0
        ? [messages.restoreFailed, error.message]
        : [messages.restoreFailed];
    notify(common.error, { lines, severity: 'destructive' });
  }
  await revalidateOwnChange(['links', 'stats', 'trash']);
}
