/**
 * The invitation someone went to sign in for, remembered in this browser: whoever comes back signed in to the same
 * invitation joins automatically. Local storage, since the mailed sign-in link opens another tab.
 */

const KEY = 'pendingInvitation';
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function rememberInvitation(store: Store, token: string): void {
  try {
    store.setItem(KEY, token);
  } catch {
    // Then the button is pressed once more after signing in.
  }
}

export function isPendingInvitation(store: Store, token: string): boolean {
  try {
    return store.getItem(KEY) === token;
  } catch {
    return false;
  }
}

export function forgetInvitation(store: Store): void {
  try {
    store.removeItem(KEY);
  } catch {
    // Nothing was remembered.
  }
}
