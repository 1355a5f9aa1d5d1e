/** Finds prices, vendors and order numbers in remarks, where imports wrote columns as "Vendor: Northside". Pure. */
import { currencyIn, MONEY_COLUMNS, plainName, withoutUnit } from '../../command-service/contract/money-columns.ts';
import { readPrice } from '../../command-service/contract/price-text.ts';
import { moneyOf, moneySchema } from '../../command-service/model/money/commands.ts';
import { type Money, NO_MONEY } from '../../command-service/model/money/events.ts';
import { vendorKey } from './vendor-key.ts';

const FIELDS = ['price', 'vendor', 'orderNumber'] as const;

type Column = keyof typeof MONEY_COLUMNS;

const COLUMN_OF: ReadonlyMap<string, Column> = new Map(
  [...FIELDS, 'currency' as const].flatMap((column) =>
    [column, ...MONEY_COLUMNS[column]].map((name) => [plainName(name), column] as const),
  ),
);

/**
 * The money in remarks. A line stays if it cannot be read, if another line says something else, or if the link has
 * another value already. `moved`: what the link does not have yet; null if no line can go. `remarks`: the other lines.
 * `left`: how many of them name money.
 */
export function moneyInRemarks(text: string | null, known: Money | null) {
  const lines = (text ?? '').split('\n').map(lineOf);
  const currency = lines.find(({ column }) => column === 'currency')?.value ?? '';
  const read = new Map<Column, unknown>();
  for (const field of FIELDS) {
    const values = lines.flatMap((line) => (line.column === field ? [valueIn(field, line, currency)] : []));
    const [value = null] = values;
    const before = known?.[field] ?? null;
    if (value === null || [...values, before ?? value].some((other) => keyOf(other) !== keyOf(value))) continue;
    read.set(field, before === null ? value : undefined);
  }
  if (read.has('price')) read.set('currency', undefined);
  const staying = lines.filter(({ column }) => column === null || !read.has(column));
  const rest = staying.map(({ line }) => line).join('\n');
  const moved: Partial<Money> = Object.fromEntries([...read].filter(([, value]) => value !== undefined));
  return {
    moved: read.size === 0 ? null : moved,
    remarks: rest.trim() || null,
    left: staying.filter(({ column }) => column !== null && column !== 'currency').length,
  };
}

/** The column that a line comes from; null for any other line, and for a cell that says nothing. */
function lineOf(line: string) {
  const colon = Math.max(0, line.indexOf(':'));
  const label = line.slice(0, colon).trim().slice(0, 60);
  const value = line.slice(colon + 1).trim();
  const named = COLUMN_OF.get(plainName(label)) ?? COLUMN_OF.get(plainName(withoutUnit(label))) ?? null;
  return { line, column: /^(?:na)?$/.test(plainName(value)) ? null : named, value, label };
}

/** Equal for spellings of a vendor. */
const keyOf = (value: unknown) => vendorKey(JSON.stringify(value));

/** null for a text that is not such a value, has a second name in it, or as an order number has no digit. */
function valueIn(field: keyof Money, { value, label }: ReturnType<typeof lineOf>, currency: string) {
  if (/:\s/.test(value) || (field === 'orderNumber' && !/\d/.test(value))) return null;
  const price = field === 'price' ? readPrice(value, currencyIn(label) || currency) : null;
  const body = price === null ? { [field]: value } : { price: 'field' in price ? null : price };
  return (moneySchema.isValidSync(body, { strict: true }) ? moneyOf(body) : NO_MONEY)[field];
}
