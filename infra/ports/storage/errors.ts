/** Failures that every engine reports in the same way. */

/** The work is refused because too much is in progress, or a store does not answer: try again in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** A stream or a checkpoint is not where the caller saw it: read and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly expected: number;
  readonly actual: number;

  constructor(subject: string, expected: number, actual: number) {
    super(`${subject} is at ${actual}, not at ${expected}`);
    this.expected = expected;
    this.actual = actual;
  }
}

/** An append has more bytes than any engine accepts. Nothing was written. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor(stream: string, bytes: number, most: number) {
    super(`an append to ${stream} has ${bytes} bytes of JSON; at most ${most} are allowed`);
  }
}
