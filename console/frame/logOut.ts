/** The way out. */
import { ApiError, send } from '../api.ts';
import { forgetRecent } from '../palette/recent.ts';
import { notify } from '../toasts/toasts.ts';
import { tellSignedOut } from './otherTabs.ts';
import { words } from './words.ts';

/** Ends the session, then goes to /. A session that had already ended is no error. */
export async function logOut(): Promise<void> {
  try {
    await send('POST', '/api/logout');
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      notify(words.logOutFailed, { lines: error instanceof Error ? [error.message] : [], tone: 'destructive' });
      return;
    }
  }
  tellSignedOut();
  sessionStorage.clear();
  forgetRecent(localStorage);
  window.location.assign('/');
}
