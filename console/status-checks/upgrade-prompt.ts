/** Asks for the upgrade dialog from anywhere, also from work that outlives its button. */

const listeners = new Set<() => void>();

/** Opens the upgrade dialog: for answers that say `cooldown`. */
export function promptUpgrade(): void {
  for (const listener of listeners) listener();
}

/** Calls back at each such wish. Returns the way to stop. */
export function onUpgradePrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
