/** Texts of the import. */

import type { DateOrder, RowField } from '../../../command-service/model/import/commands.ts';
import english from '../../languages/en/links.import.json' with { type: 'json' };
import { locale } from '../../platform/language/language.ts';
import { translation } from '../../platform/language/translation.ts';
import type { WorkbookProblem } from './workbook.ts';

const { messages, labels, format } = translation('links.import', english);

export { format, messages };

/** Labels of the possible meanings of a column. */
export const ROW_FIELD_LABELS: Readonly<Record<RowField, string>> = labels('rowField');

/** 'Import 12 links' of a file, 'Add 12 links' that were pasted. */
export function formatImport(links: number, isPasted: boolean): string {
  return links === 0 ? messages.nothingToAdd : format(isPasted ? 'addCount' : 'importCount', { count: links });
}

/** '12 links to add'. */
export function formatToAdd(links: number): string {
  return links === 0 ? messages.nothingToAdd : format('toAdd', { count: links });
}

/** 'same as line 2', or 'already in your list'. */
export function formatSkipped(repeats: number | null): string {
  return repeats === null ? messages.inList : format('sameAs', { line: repeats });
}

const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2 March 2026 (day first)'. */
export function formatOrder(day: string, order: DateOrder): string {
  const [first = 1, second = 1, year = 2026] = day.split(/\D+/).filter(Boolean).map(Number);
  const [month, date] = order === 'mdy' ? [first, second] : [second, first];
  const shown = days.format(Date.UTC(year < 100 ? 2000 + year : year, month - 1, date));
  return format(order === 'mdy' ? 'monthFirst' : 'dayFirst', { day: shown });
}

/** 'Import as: Target URL', the label of a select. */
export function meaningOf(header: string): string {
  return format('meaningOf', { column: header || messages.noName });
}

/** The part of the work that is done: '42 %'. @param share from 0 to 1 */
export function formatShare(share: number): string {
  return format('progress', { percent: Math.floor(share * 100) });
}

const megabytes = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '20.4 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return format('bytes', { bytes });
  if (bytes < 1_000_000) return format('kilobytes', { size: Math.round(bytes / 1_000) });
  return format('megabytes', { size: megabytes.format(bytes / 1_000_000) });
}

/** Why a workbook could not be read. */
export const WORKBOOK_PROBLEMS: Readonly<Record<WorkbookProblem, string>> = labels('workbook');
