/** The address of the function HYPERLINK, in any place of a formula. Pure. */
import type { CellValue } from 'hucre/xlsx';

/** The value of a cell, by its reference in A1 style; an empty cell, and one that is not read, have no value. */
type ReadCell = (column: string, row: number, hasFixedRow: boolean) => CellValue | undefined;

const HYPERLINK = /\bHYPERLINK\s*\(/gi;
const TEXT = /\s*"((?:[^"]|"")*)"/y;
const NUMBER = /\s*(\d+(?:\.\d+)?)(?![\w.!(])/y;
const CELL = /\s*\$?([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.!:(])/iy;
const GROUP = /\s*(?:CONCATENATE|CONCAT)?\s*\(/iy;
const AND = /\s*&/y;
const SEPARATOR = /\s*[,;]/y;
const END = /\s*\)/y;
/** Deeper formulas are not read. */
const MAX_DEPTH = 20;

/**
 * The first argument of the first HYPERLINK that has a known one: texts, numbers and cells of the sheet, joined by `&`,
 * CONCATENATE or CONCAT; undefined without one.
 */
export function hyperlinkOf(formula: string, cellAt: ReadCell): string | undefined {
  for (const { index, 0: start } of formula.matchAll(HYPERLINK)) {
    const argument = new Argument(formula, index + start.length, cellAt).read();
    if (argument !== undefined) return argument;
  }
  return undefined;
}

class Argument {
  readonly #formula: string;
  readonly #cellAt: ReadCell;
  #at: number;

  constructor(formula: string, at: number, cellAt: ReadCell) {
    this.#formula = formula;
    this.#at = at;
    this.#cellAt = cellAt;
  }

  read(): string | undefined {
    const text = this.#joined(0);
    return this.#take(SEPARATOR) === null && this.#take(END) === null ? undefined : text;
  }

  #joined(depth: number): string | undefined {
    let text = this.#value(depth);
    while (text !== undefined && this.#take(AND) !== null) {
      const next = this.#value(depth);
      text = next === undefined ? undefined : text + next;
    }
    return text;
  }

  #value(depth: number): string | undefined {
    const quoted = this.#take(TEXT)?.[1];
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    const number = this.#take(NUMBER)?.[1];
    if (number !== undefined) return number;
    const [, column, fixed, row] = this.#take(CELL) ?? [];
    if (column !== undefined) {
      const value = this.#cellAt(column, Number(row), fixed === '$');
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    }
    return depth < MAX_DEPTH && this.#take(GROUP) !== null ? this.#group(depth + 1) : undefined;
  }

  #group(depth: number): string | undefined {
    let text = this.#joined(depth);
    while (text !== undefined && this.#take(SEPARATOR) !== null) {
      const next = this.#joined(depth);
      text = next === undefined ? undefined : text + next;
    }
    return this.#take(END) === null ? undefined : text;
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#formula);
    if (found !== null) this.#at = token.lastIndex;
    return found;
  }
}
