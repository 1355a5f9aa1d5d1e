/** Why the process cannot start, in a sentence for the terminal that says what to do. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
