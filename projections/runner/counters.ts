/** The changes of a batch to counters, in total and by day. Pure. */
import type { CounterMonth, Increment } from '../view.ts';

export interface CounterDelta {
  readonly labels: Readonly<Record<string, string>>;
  readonly amounts: Readonly<Amounts>;
}

export interface MonthDelta {
  readonly counter: string;
  /** By day, YYYY-MM-DD. */
  readonly days: ReadonlyMap<string, Readonly<Amounts>>;
}

type Amounts = Record<string, number>;

const NOTHING: Readonly<Amounts> = {};

/** Collects the changes of counters, event by event. */
export class CounterChanges {
  readonly #counters = new Map<string, { readonly labels: CounterDelta['labels']; readonly amounts: Amounts }>();
  readonly #months = new Map<string, { readonly counter: string; readonly days: Map<string, Amounts> }>();

  /** From the UTC day `day` on, the document adds `after` instead of `before`. */
  record(day: string, before: readonly Increment[], after: readonly Increment[]): void {
    if (same(before, after)) return;
    for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
      const [old, now] = [before[index], after[index]];
      // Usually the amounts of one counter change, which then needs one lookup.
      if (old !== undefined && now !== undefined && old.id === now.id) this.#add(day, now, now.amounts, old.amounts);
      else {
        if (old !== undefined) this.#add(day, old, NOTHING, old.amounts);
        if (now !== undefined) this.#add(day, now, now.amounts, NOTHING);
      }
    }
  }

  /** Changed counters, by id. */
  get deltas(): ReadonlyMap<string, CounterDelta> {
    return new Map([...this.#counters].filter(([, { amounts }]) => !isZero(amounts)));
  }

  /** Changed months, by the id of their document. */
  get months(): ReadonlyMap<string, MonthDelta> {
    return new Map([...this.#months].filter(([, { days }]) => days.values().some((amounts) => !isZero(amounts))));
  }

  #add(day: string, { id, labels, dated }: Increment, more: Readonly<Amounts>, less: Readonly<Amounts>): void {
    let counter = this.#counters.get(id);
    if (counter === undefined) {
      counter = { labels, amounts: {} };
      this.#counters.set(id, counter);
    }
    sum(counter.amounts, more, 1);
    sum(counter.amounts, less, -1);
    if (dated !== true) return;
    const monthId = counterMonthId(id, day);
    let month = this.#months.get(monthId);
    if (month === undefined) {
      month = { counter: id, days: new Map() };
      this.#months.set(monthId, month);
    }
    let ofDay = month.days.get(day);
    if (ofDay === undefined) {
      ofDay = {};
      month.days.set(day, ofDay);
    }
    sum(ofDay, more, 1);
    sum(ofDay, less, -1);
  }
}

function counterMonthId(counter: string, day: string): string {
  return `${counter} ${day.slice(0, 7)}`;
}

/** A counter's document after the delta; null if all amounts are 0. */
export function counterAfter(id: string, before: object | undefined, delta: CounterDelta): object | null {
  const numbers = Object.entries(before ?? {}).filter((entry): entry is [string, number] => {
    // Amounts are numbers, labels are texts.
    return typeof entry[1] === 'number';
  });
  const amounts: Amounts = Object.fromEntries(numbers);
  sum(amounts, delta.amounts, 1);
  return isZero(amounts) ? null : { id, ...delta.labels, ...amounts };
}

/** A month's document after the delta; null if all its amounts are 0. */
export function monthAfter(id: string, before: CounterMonth | undefined, delta: MonthDelta): CounterMonth | null {
  const days = new Map(Object.entries(before?.days ?? {}));
  for (const [day, moved] of delta.days) {
    const amounts: Amounts = { ...days.get(day) };
    sum(amounts, moved, 1);
    const left = Object.entries(amounts).filter(([, amount]) => amount !== 0);
    if (left.length === 0) days.delete(day);
    else days.set(day, Object.fromEntries(left));
  }
  return days.size === 0 ? null : { id, counter: delta.counter, days: Object.fromEntries([...days].sort()) };
}

function sum(into: Amounts, amounts: Readonly<Amounts>, sign: 1 | -1): void {
  for (const name in amounts) into[name] = (into[name] ?? 0) + sign * (amounts[name] ?? 0);
}

function isZero(amounts: Readonly<Amounts>): boolean {
  return Object.values(amounts).every((amount) => amount === 0);
}

function same(one: readonly Increment[], other: readonly Increment[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((increment, index) => isSame(increment, other[index]));
}

function isSame({ id, amounts }: Increment, other: Increment | undefined): boolean {
  if (id !== other?.id) return false;
  for (const name in amounts) if (other.amounts[name] !== amounts[name]) return false;
  return true;
}
