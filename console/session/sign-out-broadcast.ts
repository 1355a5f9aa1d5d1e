/** What the tabs of one browser tell each other. */

/** One for the whole tab: what it tells itself it does not hear. */
const channel = new BroadcastChannel('session');

/** Tells the other tabs that nobody is signed in any more. */
export function broadcastSignOut(): void {
  channel.postMessage('signed-out');
}

/** Calls back when another tab tells so. Returns the way to stop. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
