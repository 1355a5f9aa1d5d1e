/** The way out. */

import { forgetRecent } from '../app/palette/recent-items.ts';
import { messages } from '../app/shell/messages.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { broadcastSignOut } from './sign-out-broadcast.ts';

/** Ends the session, then goes to /. A session that had already ended is no error. */
export async function logOut(): Promise<void> {
  try {
    await send('POST', '/api/logout');
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      notify(messages.logOutFailed, { lines: error instanceof Error ? [error.message] : [], severity: 'destructive' });
      return;
    }
  }
  broadcastSignOut();
  sessionStorage.clear();
  forgetRecent(localStorage);
  window.location.assign('/');
}
