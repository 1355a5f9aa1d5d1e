/** Signing out. */

import { leaveSample } from '../platform/address/sample.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { clearPersonalStorage } from '../platform/store/persisted-store.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { broadcastSignOut } from './sign-out-broadcast.ts';

/** Ends the session and opens the welcome page. A session that has already ended is no error. */
export async function logOut(): Promise<void> {
  try {
    await send('POST', '/api/logout');
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      notify(messages.logOutFailed, { lines: error instanceof Error ? [error.message] : [], severity: 'destructive' });
      return;
    }
  }
  clearAndReload();
}

/** Leaves the signed-in console after the session ended, in all tabs; nothing personal stays in this browser. */
export function clearAndReload(): void {
  broadcastSignOut();
  clearPersonalStorage(sessionStorage, localStorage);
  leaveSample();
}
