/**
 * The invitation for which a visitor went to sign in. After the sign-in they join automatically. It is in local storage,
 * because the mailed sign-in link opens another tab.
 */

import type { WebStorage } from '../platform/store/persisted-store.ts';

const KEY = 'pendingInvitation';

export function rememberInvitation(store: WebStorage, token: string): void {
  try {
    store.setItem(KEY, token);
  } catch {
    // Blocked storage: the person accepts with the button after signing in.
  }
}

export function isPendingInvitation(store: WebStorage, token: string): boolean {
  try {
    return store.getItem(KEY) === token;
  } catch {
    return false;
  }
}

export function forgetInvitation(store: WebStorage): void {
  try {
    store.removeItem(KEY);
  } catch {
    // Blocked storage kept nothing.
  }
}
