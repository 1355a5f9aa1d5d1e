/** The failed rows as a CSV file to correct and import again, with a column for the reasons. */
import type { FailedRow, ImportAnswer } from '../../../query-service/contract/answers/imports.ts';

/** Characters that start a formula in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** All errors of a row in one line. */
export function reasonOf({ reasons }: FailedRow, translate = (reason: string) => reason): string {
  return Object.values(reasons).map(translate).join('; ');
}

/** The text of the file. Every row is as wide as the widest, so that the reasons share a column. */
export function failedRowsCsv({ columns, failures }: Pick<ImportAnswer, 'columns' | 'failures'>): string {
  const width = failures.reduce((widest, { cells }) => Math.max(widest, cells.length), columns.length);
  const whole = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  const head = lineOf([...whole(columns.map(({ header }) => header)), 'reason']);
  return `\uFEFF${head}${failures.map((row) => lineOf([...whole(row.cells), reasonOf(row)])).join('')}`;
}
