/** The link counts at the end of each day. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { daysFrom, daysUntil } from '../../projections/rules/calendar-days.ts';
import type { CounterMonth } from '../../projections/view.ts';
import { linkCountMonths } from '../../projections/views/links/link-counts.ts';
import type { DayCountsAnswer } from '../contract/answers/stats.ts';

/** Counters read in one turn of the event loop: each has one document per month with changes. */
const SLICE = 20;

/** The sums of the counters at the end of each day from `from` to `to` (YYYY-MM-DD, `from` not after `to`). */
export async function countHistory(
  reads: ReadStore,
  counters: readonly string[],
  from: string,
  to: string,
): Promise<readonly DayCountsAnswer[]> {
  const changes = new DailyChanges(from, to);
  for (let start = 0; start < counters.length; start += SLICE) {
    if (start > 0) await nextTurn();
    const counter = counters.slice(start, start + SLICE);
    const { rows } = await reads.find(linkCountMonths, { where: { counter } });
    for (const month of rows) changes.add(month);
  }
  return changes.days(daysFrom(from, daysUntil(to, from)));
}

interface StatusCounts {
  live: number;
  removed: number;
  notFound: number;
  pending: number;
}

const NO_LINKS: Readonly<StatusCounts> = { live: 0, removed: 0, notFound: 0, pending: 0 };

/** The net changes before the first day, and on each day. */
class DailyChanges {
  readonly #from: string;
  readonly #to: string;
  readonly #before: StatusCounts = { ...NO_LINKS };
  readonly #on = new Map<string, StatusCounts>();

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  add({ days }: CounterMonth): void {
    for (const [day, amounts] of Object.entries(days)) {
      if (day < this.#from) add(this.#before, amounts);
      else if (day <= this.#to) add(this.#of(day), amounts);
    }
  }

  days(days: readonly string[]): readonly DayCountsAnswer[] {
    const sum = { ...this.#before };
    return days.map((day) => {
      add(sum, this.#of(day));
      return { day, ...sum };
    });
  }

  #of(day: string): StatusCounts {
    const counts = this.#on.get(day) ?? { ...NO_LINKS };
    this.#on.set(day, counts);
    return counts;
  }
}

function add(into: StatusCounts, amounts: Readonly<Partial<StatusCounts>>): void {
  into.live += amounts.live ?? 0;
  into.removed += amounts.removed ?? 0;
  into.notFound += amounts.notFound ?? 0;
  into.pending += amounts.pending ?? 0;
}
