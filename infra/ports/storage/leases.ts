/** The port for work that only one process may do at a time. */
export interface Leases {
  /**
   * Waits until `name` is free, holds it while `work` runs, and resolves when `work` ends or `signal` aborts first. A
   * lost lease is taken again, and `work` starts anew. The signal given to `work` aborts well before another process
   * can hold the lease. `token` is a positive number that increases with each holder. The store's clock counts. An
   * engine of a single process grants a free lease at once.
   * @throws what `work` throws.
   */
  hold(name: string, work: (signal: AbortSignal, token: number) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** Another process now holds the lease: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}
