/** The port for the progress of reactors in the log. Progress belongs in a backup. */
export interface Checkpoints {
  /** The position up to which `name` has handled the log; null before it began. */
  get(name: string): Promise<number | null>;
  /**
   * Records that `name` has handled everything up to `position`.
   * @param token the fencing token of the lease under which the work was done.
   * @throws LeaseLostError if a later holder of the lease has already written.
   */
  put(name: string, position: number, token: number): Promise<void>;
}
