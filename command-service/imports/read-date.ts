/** Days as sheets write them. Pure. */

import { DATE_ORDERS, type DateOrder } from '../model/import/commands.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'];
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/s;
const YEAR_LAST = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?:[T ,].*)?$/s;
const DAY_NAME_YEAR = /^(\d{1,2})(?:st|nd|rd|th|\.|º|er)?[\s-]+(?:de )?(\p{L}+)\.?,?[\s-]+(?:de )?(\d{4}|\d{2})$/u;
const NAME_DAY_YEAR = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;

/** Months from 1, by their long and short names in every language. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const day = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      const alone = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => index).flatMap((index) => {
        const date = new Date(Date.UTC(2026, index, 1));
        // Polish inflects the name of the month beside a day.
        const beside = day.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
        return [beside, alone.format(date)].map((name) => [plain(name), index + 1] as const);
      });
    }),
  ),
);

/**
 * The day as YYYY-MM-DD. 'ambiguous' if it can start with the day or the month and `order` does not say which; null if
 * the text is not a day. Between dots the day comes first.
 */
export function readDate(text: string, order: DateOrder | null): string | null {
  const read = readNumbers(text.trim());
  if (read === null) return null;
  const { first, second, year } = read;
  if (read.order !== null) return dayOf(year, ...inOrder(first, second, read.order));
  const orders = possibleOrders(first, second);
  const only = orders.length === 1 || first === second ? orders[0] : orders.find((each) => each === order);
  if (only !== undefined) return dayOf(year, ...inOrder(first, second, only));
  return orders.length === 0 ? null : AMBIGUOUS;
}

/** The result of `readDate` for a day that can be read in two ways. */
export const AMBIGUOUS = 'ambiguous';

/** The order that the unambiguous days of a column prove, if they agree; else null. */
export function orderOf(texts: Iterable<string>): DateOrder | null {
  const proven = new Set<DateOrder>();
  for (const text of texts) {
    const read = readNumbers(text.trim());
    if (read === null || read.order !== null || read.first === read.second) continue;
    const [only, other] = possibleOrders(read.first, read.second);
    if (only !== undefined && other === undefined) proven.add(only);
  }
  const [order, more] = proven;
  return more === undefined ? (order ?? null) : null;
}

interface Numbers {
  readonly first: number;
  readonly second: number;
  readonly year: number;
  /** The order that the notation fixes; null if the numbers must decide. */
  readonly order: DateOrder | null;
}

function readNumbers(text: string): Numbers | null {
  const numbers = (first: string, second: string, year: string, order: DateOrder | null): Numbers => ({
    first: Number(first),
    second: Number(second),
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    order,
  });
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) return numbers(month, day, year, 'mdy');
  const [, first, separator, second, last] = YEAR_LAST.exec(text) ?? [];
  if (first !== undefined && second !== undefined && last !== undefined) {
    return numbers(first, second, last, separator === '.' ? 'dmy' : null);
  }
  const [, dayFirst, named, yearOfDay] = DAY_NAME_YEAR.exec(text) ?? [];
  const [, namedFirst, dayOfName, yearOfName] = NAME_DAY_YEAR.exec(text) ?? [];
  const number = MONTHS.get(plain(named ?? namedFirst ?? ''));
  const date = dayFirst ?? dayOfName;
  const of = yearOfDay ?? yearOfName;
  return number === undefined || date === undefined || of === undefined
    ? null
    : numbers(String(number), date, of, 'mdy');
}

function possibleOrders(first: number, second: number): readonly DateOrder[] {
  return DATE_ORDERS.filter((order) => inOrder(first, second, order)[0] <= 12);
}

/** The month and the day. */
function inOrder(first: number, second: number, order: DateOrder): readonly [month: number, day: number] {
  return order === 'mdy' ? [first, second] : [second, first];
}

/** The day if it exists in the calendar. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
  const wanted = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return text === wanted ? text : null;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '');
}
