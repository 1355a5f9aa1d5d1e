/** The port for the progress of reactors: how far each one has followed the log. Progress belongs in a backup. */
export interface Checkpoints {
  /** The position up to which `name` has handled the log, or null when it never began. */
  get(name: string): Promise<number | null>;
  /**
   * Records that `name` has handled everything up to `position`.
   * @param token the fencing token of the lease under which the work was done.
   * @throws LeaseLostError when a later holder of the lease has written already.
   */
  put(name: string, position: number, token: number): Promise<void>;
}
