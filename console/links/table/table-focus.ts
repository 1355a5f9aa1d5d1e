/** Moves the focus between the cells of a grid, as the ARIA grid pattern describes. */
import { isRightToLeft } from '../../platform/language/language.ts';

/** The rows that Page Up and Page Down pass. */
const PAGE = 10;

type Step = readonly [rows: number, columns: number];

const [NEXT, PREVIOUS] = isRightToLeft
  ? (['ArrowLeft', 'ArrowRight'] as const)
  : (['ArrowRight', 'ArrowLeft'] as const);
const FAR = Number.POSITIVE_INFINITY;
const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  [PREVIOUS]: [0, -1],
  [NEXT]: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [0, -FAR],
  End: [0, FAR],
  'Ctrl+Home': [-FAR, -FAR],
  'Ctrl+End': [FAR, FAR],
};

/** Moves from a cell as the key says; false for another key. A box to tick has the focus for its cell. */
export function moveFocus(cell: HTMLElement, key: string, withCtrl: boolean): boolean {
  const step = STEPS[withCtrl ? `Ctrl+${key}` : key];
  const row = cell.parentElement;
  if (step === undefined || row === null) return false;
  const rows = [...(cell.closest('[role="grid"]')?.querySelectorAll<HTMLElement>('tr') ?? [])];
  const [down, across] = step;
  const within = (at: number, length: number) => Math.max(0, Math.min(length - 1, at));
  const next = rows[within(rows.indexOf(row) + down, rows.length)];
  const column = [...row.children].indexOf(cell) + across;
  focusCell(next?.children[within(column, next.children.length)]);
  return true;
}

export function focusCell(cell: Element | null | undefined): void {
  if (cell instanceof HTMLElement) (cell.querySelector('input') ?? cell).focus();
}
