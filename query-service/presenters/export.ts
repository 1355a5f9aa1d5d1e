/** Links as lines of an export file. Pure. */
import { stringify } from 'csv-stringify/sync';
import { toDecimal } from '../../command-service/contract/money.ts';
import { EXPORT_COLUMNS, type ExportColumn } from '../contract/answers/exports.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { UNASSIGNED } from '../contract/list-options.ts';

/** The name in the assignee column of an unassigned link. */
const NOBODY = 'Unassigned';

/** The header line of a CSV file, with a byte order mark so that spreadsheets read UTF-8. */
export function csvHead(columns: readonly string[] = EXPORT_COLUMNS): string {
  return `\uFEFF${stringify([columns])}`;
}

/**
 * One line per link. Texts that a spreadsheet would take for a formula get a leading apostrophe; our own numbers, such
 * as negative days, stay numbers.
 */
export function csvLines(links: readonly LinkAnswer[], columns: readonly ExportColumn[] = EXPORT_COLUMNS): string {
  const rows = links.map((link) => columns.map((column) => cellOf(link, column)));
  return stringify(rows, { escape_formulas: true });
}

/** One JSON text per line and link. */
export function ndjsonLines(links: readonly LinkAnswer[]): string {
  return links.map((link) => `${JSON.stringify(link)}\n`).join('');
}

function cellOf(link: LinkAnswer, column: ExportColumn): string | number | null {
  const { price = null } = link.money ?? {};
  if (column === 'price') return price && toDecimal(price.amount, price.currency);
  if (column === 'currency') return price?.currency ?? null;
  if (column === 'vendor' || column === 'orderNumber') return link.money?.[column] ?? null;
  if (column === 'reason') return link.reason.text;
  if (column === 'warnings') return link.warnings.map(({ text }) => text).join(' ');
  if (column === 'agreedAnchor') {
    const { rule, texts } = link.terms?.anchor ?? { rule: '', texts: [] };
    return rule === '' ? null : `${rule}: ${texts.join(' | ')}`;
  }
  if (column === 'agreedLinkTypes') return link.terms?.linkTypes?.join(', ') ?? null;
  if (column === 'deviations') return link.deviations.map(({ code, since }) => `${code} since ${since}`).join(', ');
  if (column === 'tags') return link.tags.join(', ');
  if (column === 'assignedTo') return link.assignedTo ?? UNASSIGNED;
  if (column === 'assignedToName') return link.assignedTo === null ? NOBODY : link.assignedToName;
  return link[column];
}
