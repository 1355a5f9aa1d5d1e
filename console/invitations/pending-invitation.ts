/**
 * The invitation for which a visitor went to sign in. After the sign-in they join automatically. It is in local storage,
 * because the mailed sign-in link opens another tab.
 */

const KEY = 'pendingInvitation';
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function rememberInvitation(store: Store, token: string): void {
  try {
    store.setItem(KEY, token);
  } catch {
    // Blocked storage: the person accepts with the button after signing in.
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
    // Blocked storage kept nothing.
  }
}
