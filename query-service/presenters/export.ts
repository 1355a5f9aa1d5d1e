/** Links as the lines of a file. Pure. */
import { stringify } from 'csv-stringify/sync';
import { EXPORT_COLUMNS, type ExportColumn } from '../contract/answers/exports.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { UNASSIGNED } from '../contract/list-options.ts';

/** The assignee column of a link that has none. */
const NOBODY = 'Unassigned';

/** The first line of a CSV file, after the mark that tells spreadsheets that it is UTF-8. */
export function csvHead(columns: readonly ExportColumn[] = EXPORT_COLUMNS): string {
  return `\uFEFF${stringify([columns])}`;
}

/**
 * A line a link. What a spreadsheet would take for a formula begins with an apostrophe instead; numbers of ours, such as
 * days that have passed, stay numbers.
 */
export function csvLines(links: readonly LinkAnswer[], columns: readonly ExportColumn[] = EXPORT_COLUMNS): string {
  const rows = links.map((link) => columns.map((column) => cellOf(link, column)));
  return stringify(rows, { escape_formulas: true });
}

export function ndjsonLines(links: readonly LinkAnswer[]): string {
  return links.map((link) => `${JSON.stringify(link)}\n`).join('');
}

function cellOf(link: LinkAnswer, column: ExportColumn): string | number | null {
  if (column === 'reason') return link.reason.text;
  if (column === 'tags') return link.tags.join(', ');
  if (column === 'assignedTo') return link.assignedTo ?? UNASSIGNED;
  if (column === 'assignedToName') return link.assignedTo === null ? NOBODY : link.assignedToName;
  return link[column];
}
