/** A log whose errors can be read, for tests. */
import type { Logger } from '../ports/process/logger.ts';

/** `said` grows with each error's message. */
export function recordingLogger(): { readonly logger: Logger; readonly said: readonly string[] } {
  const said: string[] = [];
  const logger: Logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields, message) => void said.push(message),
  };
  return { logger, said };
}
