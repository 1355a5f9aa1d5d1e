/** The position and state of each view. */

export interface ViewStatus {
  readonly view: string;
  /** The position of the last event the view has folded. */
  readonly position: number;
  /** `stopped`: at a poison event; only a new version or a rebuild helps. */
  readonly state: 'following' | 'stopped';
  /** Why the view stopped, or cannot be updated at the moment. */
  readonly error?: string;
}

export class ViewStatuses {
  readonly #statuses: Map<string, ViewStatus>;
  readonly #waiters = new Set<() => void>();

  constructor(views: readonly string[]) {
    this.#statuses = new Map(views.map((view) => [view, { view, position: 0, state: 'following' }]));
  }

  /** This process starts to keep the view. */
  add(view: string): void {
    this.#statuses.set(view, { view, position: 0, state: 'following' });
  }

  /** This process no longer keeps the view. */
  remove(view: string): void {
    this.#statuses.delete(view);
  }

  reached(view: string, position: number): void {
    this.#update(view, (status) => ({ ...status, position }));
  }

  /** Reports why the view cannot be updated at the moment; null: updates work again. */
  failing(view: string, reason: string | null): void {
    this.#update(view, ({ position, state }) => ({ view, position, state, ...(reason && { error: reason }) }));
  }

  stopped(view: string, error: string): void {
    this.#update(view, (status) => ({ ...status, state: 'stopped', error }));
  }

  list(): readonly ViewStatus[] {
    return [...this.#statuses.values()];
  }

  /** Resolves when every view has reached `head` or has stopped. */
  caughtUp(head: number): Promise<void> {
    const done = () => this.list().every(({ position, state }) => state === 'stopped' || position >= head);
    return new Promise((resolve) => {
      const check = () => {
        if (!done()) return;
        this.#waiters.delete(check);
        resolve();
      };
      this.#waiters.add(check);
      check();
    });
  }

  #update(view: string, change: (status: ViewStatus) => ViewStatus): void {
    const status = this.#statuses.get(view);
    if (status !== undefined) this.#statuses.set(view, change(status));
    for (const waiter of this.#waiters) waiter();
  }
}
