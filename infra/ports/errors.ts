/** Failures that every engine reports in the same way. */

/** More of a costly work was asked for than is done at once: try again in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** A stream or a checkpoint was not where the caller had seen it: read again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly expected: number;
  readonly actual: number;

  constructor(what: string, expected: number, actual: number) {
    super(`${what} is at ${actual}, not at ${expected}`);
    this.expected = expected;
    this.actual = actual;
  }
}
