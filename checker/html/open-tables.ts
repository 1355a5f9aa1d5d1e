/** The open tables: they decide where a select ends and what a cell closes (WHATWG HTML 13.2.6.4). */
import { CLOSES_SELECT_IN_TABLE } from './element-names.ts';
import { MAX_DEPTH } from './open-elements.ts';

/** The innermost open part of a table; `body` is any of tbody, tfoot and thead. */
type TablePart = '' | 'body' | 'row' | 'td' | 'th' | 'caption';

/** The open tables of the document, without those in templates and SVG. */
export class OpenTables {
  /** One entry for each table. */
  private readonly parts: TablePart[] = [];

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Opens a table. A table inside another table, but not in a cell, closes the outer one. */
  start(): void {
    if (this.parts.at(-1) === '') this.parts.pop();
    if (this.parts.length < MAX_DEPTH) this.parts.push('');
  }

  /** Handles the start tag of a table part while a table is open. */
  startPart(name: string): void {
    this.parts[this.parts.length - 1] = partOf(name);
  }

  /** Whether the end tag of a table or a table part closes anything. */
  isOpen(name: string): boolean {
    const part = this.parts.at(-1);
    if (part === undefined || !CLOSES_SELECT_IN_TABLE.has(name)) return false;
    if (name === 'table') return true;
    if (name === 'td' || name === 'th' || name === 'caption') return part === name;
    const inRow = part === 'row' || part === 'td' || part === 'th';
    return name === 'tr' ? inRow : inRow || part === 'body';
  }

  /** Handles an end tag. Returns true if it closed the innermost table or a part of it. */
  end(name: string): boolean {
    if (!this.isOpen(name)) return false;
    if (name === 'table') this.parts.pop();
    else this.parts[this.parts.length - 1] = name === 'tr' ? 'body' : name === 'td' || name === 'th' ? 'row' : '';
    return true;
  }
}

function partOf(name: string): TablePart {
  if (name === 'td' || name === 'th' || name === 'caption') return name;
  if (name === 'tr') return 'row';
  return name === 'col' || name === 'colgroup' ? '' : 'body';
}
