/** A log whose errors can be read, for tests. */
import type { Log } from '../ports/event-store.ts';

/** `said` grows with each error's message. */
export function listeningLog(): { readonly log: Log; readonly said: readonly string[] } {
  const said: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields, message) => void said.push(message),
  };
  return { log, said };
}
