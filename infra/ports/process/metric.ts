/** The port for figures of engines, roles and rooms that `/metrics` reports. */

/** One value of a figure, with the values of its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * A figure that is read at each scrape. Its name follows the conventions of Prometheus: the unit at its end (`_seconds`,
 * `_bytes`), and `_total` for a counter. A label has few values: never an id, an address or a path.
 */
export interface Metric {
  /** A counter only grows while the process runs. */
  readonly type: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** An empty array means that the figure is unknown now. */
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** A figure without labels that rises and falls. */
export function gauge(name: string, help: string, value: () => number | Promise<number>): Metric {
  return { type: 'gauge', name, help, labels: [], read: async () => [{ labels: {}, value: await value() }] };
}

/** A figure without labels that only grows. */
export function counter(name: string, help: string, value: () => number): Metric {
  return { type: 'counter', name, help, labels: [], read: () => [{ labels: {}, value: value() }] };
}
