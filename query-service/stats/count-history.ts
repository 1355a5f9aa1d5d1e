/** How counters stood at the end of each day. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { daysFrom, daysUntil } from '../../projections/rules/calendar-days.ts';
import type { CounterMonth } from '../../projections/view.ts';
import { linkCountMonths } from '../../projections/views/links/links.ts';
import type { DayCountsAnswer } from '../contract/answers/stats.ts';

/** Counters read in one turn of the event loop: each has a document for every month in which it moved. */
const SLICE = 20;

/** The sums of the counters on each day from `from` to `to`: both are YYYY-MM-DD, and `from` is not after `to`. */
export async function countHistory(
  reads: ReadStore,
  counters: readonly string[],
  from: string,
  to: string,
): Promise<readonly DayCountsAnswer[]> {
  const moved = new DailyChanges(from, to);
  for (let start = 0; start < counters.length; start += SLICE) {
    if (start > 0) await nextTurn();
    const counter = counters.slice(start, start + SLICE);
    const { rows } = await reads.find(linkCountMonths, { where: { counter } });
    for (const month of rows) moved.add(month);
  }
  return moved.days(daysFrom(from, daysUntil(to, from)));
}

interface Amounts {
  live: number;
  removed: number;
  pending: number;
}

/** What was added before the first day, and on each day. */
class DailyChanges {
  readonly #from: string;
  readonly #to: string;
  readonly #before: Amounts = { live: 0, removed: 0, pending: 0 };
  readonly #on = new Map<string, Amounts>();

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  add({ days }: CounterMonth): void {
    for (const [day, amounts] of Object.entries(days)) {
      if (day < this.#from) put(this.#before, amounts);
      else if (day <= this.#to) put(this.#of(day), amounts);
    }
  }

  days(days: readonly string[]): readonly DayCountsAnswer[] {
    const sum = { ...this.#before };
    return days.map((day) => {
      put(sum, this.#of(day));
      const { live, removed, pending } = sum;
      return { day, live, removed, pending };
    });
  }

  #of(day: string): Amounts {
    const known = this.#on.get(day) ?? { live: 0, removed: 0, pending: 0 };
    this.#on.set(day, known);
    return known;
  }
}

function put(into: Amounts, { live = 0, removed = 0, pending = 0 }: Readonly<Partial<Amounts>>): void {
  into.live += live;
  into.removed += removed;
  into.pending += pending;
}
