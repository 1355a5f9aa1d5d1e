/** What separates the cells of a file, and where its header stands. Pure. */
import { looksLikeAddress } from '../contract/schema/addresses.ts';
import { meaningsOf } from './column-names.ts';

type Cells = readonly string[];

/** The unit separator, which no text contains: a file with one column. */
const ONE_COLUMN = '\u001F';
/** What may separate cells; of equals, the first. */
export const SEPARATORS: readonly string[] = [',', ';', '\t', '|', ONE_COLUMN];
/** Lines in which a title may stand above the header. */
const TITLE_LINES = 10;
/** A cell of several addresses: its separator was missed. */
const GLUED = /[,;|\t]\s*["']?https?:\/\//i;

/** The line in which spreadsheets name the separator, and the blank lines above it. */
const NAMED = /^((?:[ \t]*(?:\r\n|\r|\n))*)"?sep=(\\t|[^\p{L}\p{N}"\r\n\\])"?[ \t]*(?=[\r\n]|$)/iu;

/** The separator that a line `sep=;` above the table names, and the text with that line emptied; null without it. */
export function namedSeparator(text: string): { readonly separator: string; readonly text: string } | null {
  const [line, blank = '', separator] = NAMED.exec(text) ?? [];
  if (line === undefined || separator === undefined) return null;
  return { separator: separator === '\\t' ? '\t' : separator, text: `${blank}${text.slice(line.length)}` };
}

/**
 * The separator by which the first lines of a file agree best: in how many cells a line has, in cells that are whole
 * addresses, and in a header that it separates too.
 * @param readings the filled lines as each separator separates them.
 */
export function agreedSeparator(readings: ReadonlyMap<string, readonly Cells[]>): string {
  const hasSchemes = [...readings.values()].flat(2).some((cell) => /https?:\/\//i.test(cell));
  const judged = [...readings].map(([separator, lines]) => {
    const isWhole = (cell: string) =>
      (!hasSchemes || cell.includes('://')) && !GLUED.test(cell) && looksLikeAddress(cell);
    return { separator, lines, addresses: lines.flat().filter(isWhole).length };
  });
  const most = Math.max(1, ...judged.map(({ addresses }) => addresses));
  const rated = judged.map(({ separator, lines, addresses }) => {
    const { width, share } = commonWidth(lines, separator === ONE_COLUMN);
    return { separator, width, points: share + addresses / most + (separatesHeader(lines, width) ? 1 : 0) };
  });
  return rated.reduce((best, next) =>
    next.points > best.points || (next.points === best.points && next.width > best.width) ? next : best,
  ).separator;
}

/** The most frequent number of cells, apart from lines that are not separated, and the share of lines that have it. */
function commonWidth(lines: readonly Cells[], isOneColumn: boolean) {
  const counts = new Map<number, number>();
  for (const { length } of lines) if (length > 1 || isOneColumn) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [0, 0];
  return { width, share: count / Math.max(1, lines.length) };
}

/** Whether the line above the first addresses has several cells; without addresses, whether the table has. */
function separatesHeader(lines: readonly Cells[], width: number): boolean {
  const data = firstData(lines);
  return data < 0 ? width > 1 : (lines[data - 1]?.length ?? 0) > 1;
}

/**
 * The first line of data; -1 without one. Above a line of names an address is a title: `Client;https://client.example/`
 * says whose links the table has.
 */
function firstData(lines: readonly Cells[]): number {
  const data = lines.findIndex(isData);
  if (data < 0 || data >= TITLE_LINES) return data;
  const header = lines.slice(0, TITLE_LINES).findIndex((cells, at) => at > data && isHeader(cells));
  const width = filled(lines[header] ?? []);
  if (header < 0 || !lines.slice(data, header).every((cells) => filled(cells) < width)) return data;
  const next = lines.findIndex((cells, at) => at > header && isData(cells));
  return next < 0 ? header + 1 : next;
}

/** Whether a line names several fields. */
function isHeader(cells: Cells): boolean {
  return !isData(cells) && cells.filter((name) => meaningsOf(name).size > 0).length > 1;
}

/** Whether the table begins with data, so that its columns have no names. */
export function isNameless(lines: readonly Cells[]): boolean {
  return firstData(lines) === 0;
}

/** Whether a line has addresses instead of names. */
function isData(cells: Cells): boolean {
  const values = cells.filter((cell) => cell.trim() !== '');
  return values.some((cell) => /^\W*https?:\/\//i.test(cell)) || values.every(looksLikeAddress);
}

const filled = (cells: Cells) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * How many lines above the header are titles. Above the first addresses, the header is the line with the most filled
 * cells and names of fields; without addresses, the first line with several filled cells.
 */
export function titleLines(lines: readonly Cells[]): number {
  const data = firstData(lines);
  const top = lines.slice(0, data < 0 ? TITLE_LINES : Math.min(data, TITLE_LINES));
  if (data < 0)
    return Math.max(
      0,
      top.findIndex((cells) => filled(cells) > 1),
    );
  const ranks = top.map((cells) => 2 * filled(cells) + 3 * cells.filter((name) => meaningsOf(name).size > 0).length);
  return Math.max(0, ranks.indexOf(Math.max(...ranks)));
}
