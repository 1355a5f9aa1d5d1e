/** A reader that answers each message with itself, and exits on request. */
import type { RunReader } from '../../ports/engine.ts';

export const read: RunReader = (_parts, post) => (message) => {
  if (message === 'exit') process.exit(1);
  post(message);
};
