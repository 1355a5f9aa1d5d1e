/** Tells the other tabs that the session has ended. */

/** One channel per tab: a tab does not receive its own messages. */
const channel = new BroadcastChannel('session');

/** Tells the other tabs that nobody is signed in any more. */
export function broadcastSignOut(): void {
  channel.postMessage('signed-out');
}

/** Calls back when another tab signed out. Returns the way to stop. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
