/** What the rows of a sheet do not hold: addresses behind words, and values merged over rows. Runs in the worker. */
import { type Cell, type CellValue, type MergeRange, parseCellRef, readXlsx } from 'hucre/xlsx';
import { looksLikeAddress } from '../../../command-service/contract/schema/addresses.ts';
import { hyperlinkOf } from './hyperlink-formula.ts';

/** Positions count from 0. */
interface SheetDetails {
  /** The address to which a cell links, by "row,column". */
  readonly targets: ReadonlyMap<string, string>;
  /** The ranges over several rows, from the top. */
  readonly merges: readonly MergeRange[];
}

/** Where formulas are read: the library keeps this rectangle in memory. It reads links and merged ranges of all rows. */
const FORMULA_RANGE = 'A1:CV120000';

/**
 * The details of a sheet.
 * @param maxRows rows in which formulas are read.
 */
export async function readDetails(bytes: Uint8Array, sheet: string, maxRows: number): Promise<SheetDetails> {
  const { sheets } = await readXlsx(bytes, { sheets: [sheet], maxRows, range: FORMULA_RANGE });
  const [found] = sheets;
  const cells = [...(found?.cells ?? [])];
  const shared = new Map(
    cells.flatMap(([key, { formula, formulaSharedIndex }]) =>
      formula && formulaSharedIndex !== undefined ? [[formulaSharedIndex, { formula, row: rowOf(key) }] as const] : [],
    ),
  );
  const linked = (key: string, { formula, formulaSharedIndex }: Cell): CellValue | undefined => {
    const first = formula || formulaSharedIndex === undefined ? undefined : shared.get(formulaSharedIndex);
    const moved = first === undefined ? 0 : rowOf(key) - first.row;
    return hyperlinkOf(formula || (first?.formula ?? ''), (column, row, hasFixedRow) => {
      const { row: at, col } = parseCellRef(`${column}${row}`);
      return found?.rows[at + (hasFixedRow ? 0 : moved)]?.[col];
    });
  };
  const targets = new Map<string, string>();
  for (const [key, cell] of cells) {
    const { hyperlink } = cell;
    const target = [hyperlink?.target, hyperlink?.display, linked(key, cell)].find(isAddress);
    if (target !== undefined) targets.set(key, target);
  }
  const merges = (found?.merges ?? []).filter(({ startRow, endRow }) => endRow > startRow);
  return { targets, merges: merges.toSorted((one, other) => one.startRow - other.startRow) };
}

const rowOf = (key: string) => Number(key.split(',')[0]);

function isAddress(value: CellValue | undefined): value is string {
  return typeof value === 'string' && looksLikeAddress(value);
}

/**
 * Completes the rows of a sheet, which come from the top. The address behind a cell's words takes the place of the
 * words, unless the row has two addresses without it: then the words are an anchor. The first filled row keeps its words,
 * which are names. A merged value counts in all its rows that have another value; rows are never added.
 */
export class RowCompleter {
  readonly #details: SheetDetails;
  /** By column: the value merged over the next rows, and the last of these rows. */
  readonly #merged = new Map<number, { readonly value: CellValue; readonly endRow: number }>();
  #merges = 0;
  #isFirst = true;

  constructor(details: SheetDetails) {
    this.#details = details;
  }

  complete(row: number, values: readonly CellValue[]): readonly CellValue[] {
    const isFilled = values.some((value) => String(value ?? '').trim() !== '');
    const linked = this.#isFirst || !isFilled ? [...values] : this.#withTargets(row, values);
    if (isFilled) this.#isFirst = false;
    this.#begin(row, linked);
    if (!isFilled) return values;
    for (const [column, { value, endRow }] of this.#merged) {
      if (endRow < row) this.#merged.delete(column);
      else {
        while (linked.length < column) linked.push(null);
        linked[column] ??= value;
        if (linked[column] === '') linked[column] = value;
      }
    }
    return linked;
  }

  #withTargets(row: number, values: readonly CellValue[]): CellValue[] {
    if (values.filter(isAddress).length >= 2) return [...values];
    return values.map((value, column) =>
      isAddress(value) ? value : (this.#details.targets.get(`${row},${column}`) ?? value),
    );
  }

  #begin(row: number, values: readonly CellValue[]): void {
    const { merges } = this.#details;
    for (let next = merges[this.#merges]; next !== undefined && next.startRow <= row; next = merges[this.#merges]) {
      this.#merges += 1;
      const value = next.startRow === row ? (values[next.startCol] ?? '') : '';
      if (value !== '') this.#merged.set(next.startCol, { value, endRow: next.endRow });
    }
  }
}
