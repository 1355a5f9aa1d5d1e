/** Broadcasts the end of the session to the other tabs. */

/** One channel per tab: a tab does not receive its own messages. */
const channel = new BroadcastChannel('session');

/** Notifies the other tabs. */
export function broadcastSignOut(): void {
  channel.postMessage('signed-out');
}

/** Calls back when another tab signed out. Returns a function that stops it. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
