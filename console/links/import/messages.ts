/** Texts of the import. */

import type { DateOrder, RowField } from '../../../command-service/commands/import.ts';
import english from '../../languages/en/links.import.json' with { type: 'json' };
import { formatLinks, formatNumber } from '../../platform/format/counts.ts';
import { translation } from '../../platform/language/translation.ts';

const { labels, format } = translation('links.import', english);

export const messages = {
  import: 'Import',
  add: 'Add',
  export: 'Export',
  undo: 'Undo',

  importTitle: 'Import Links',
  pasteTitle: 'Add Many Links',
  source: 'Where the links come from',
  fromFile: 'File',
  fromPaste: 'Paste',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  drop: 'or drop it here',
  fileHint: 'CSV or XLSX with a header row, up to 100,000 rows.',
  knownHint: 'Works with Ahrefs, Semrush, Search Console, Majestic and your own sheets.',
  tooLarge: 'This file is larger than 64 MB. Split it and import the parts one by one.',
  oneFile: 'Choose one file at a time.',
  pasted: 'Article links',
  pastedName: 'Pasted lines',
  pastedHint: 'One per line, or rows copied from a spreadsheet.',
  pastedExample: 'https://blog.example/first\nhttps://news.example/second',
  sheet: 'Sheet',
  team: 'Team',
  noTeam: 'Personal (only you)',
  viewOnlyTeam: 'view only',
  campaign: 'Campaign',
  noCampaign: 'None',
  campaignHint: 'The links become permanent. Rows need a client link only.',
  tags: 'Tags for all links',
  clientLink: 'Same client link for every row',
  clientLinkAlone: 'We found no client column.',
  clientLinkHint: 'We found no client column. Enter one link for all rows, or choose a column below.',
  pastedClient: 'Client link',
  pastedClientHint: 'Where all links should point. Rows with a client column keep their own.',
  columns: 'Columns',
  remembered: 'As in your last import with these columns.',
  column: 'Column',
  meaning: 'Import as',
  firstRows: 'First rows',
  noName: 'No name',
  skip: 'Skip',
  dateOrder: (day: string) => `Which day is ${day}?`,
  checking: 'Checking the file...',
  importing: 'Adding links...',
  goesOn: 'You can close this. We’ll tell you when it’s done.',
  nothingToAdd: 'Nothing to add',
  failedRows: 'Failed rows',
  skippedRows: 'Duplicates',
  inList: 'already in your list',
  downloadFailed: 'Download failed rows',
  importFailed: 'Failed to import the file.',
  undone: 'Import undone',
  undoFailed: 'Failed to undo the import. Please try again.',
} as const;

/** Labels of the possible meanings of a column. */
export const ROW_FIELD_LABELS: Readonly<Record<RowField, string>> = labels('rowField');

/** 'Import 12 links', or another verb. */
export function formatImport(links: number, verb: string): string {
  return links === 0 ? messages.nothingToAdd : `${verb} ${formatLinks(links)}`;
}

/** '3 duplicates', which an import leaves out. */
export function formatDuplicates(rows: number): string {
  return format('duplicates', { rows });
}

/** 'same as line 2', or 'already in your list'. */
export function formatSkipped(repeats: number | null): string {
  return repeats === null ? messages.inList : `same as line ${formatNumber(repeats)}`;
}

/** '27 not imported', the columns without a meaning. */
export function formatUnmapped(columns: number): string {
  return `${formatNumber(columns)} not imported`;
}

/** '2 March 2026 (day first)', as the browser writes days. */
export function formatOrder(day: string, order: DateOrder): string {
  const [first = 1, second = 1, year = 2026] = day.split(/\D+/).filter(Boolean).map(Number);
  const [month, date] = order === 'mdy' ? [first, second] : [second, first];
  const shown = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, date));
  const written = shown.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${written} (${order === 'mdy' ? 'month first' : 'day first'})`;
}

export function formatFailed(rows: number): string {
  return format('failed', { rows });
}

/** 'Line 4', as a spreadsheet numbers it. */
export function formatLine(line: number): string {
  return `Line ${formatNumber(line)}`;
}

/** 'and 1,200 more: download them all'. */
export function formatMore(rows: number): string {
  return `and ${formatNumber(rows)} more: download them to see them all`;
}

/** 'and 1,200 more'. */
export function formatFurther(rows: number): string {
  return `and ${formatNumber(rows)} more`;
}

export function formatUndone(links: number): string {
  return `${formatLinks(links)} moved to trash`;
}

/** 'Import as: Target URL', the label of a select. */
export function meaningOf(header: string): string {
  return `${messages.meaning}: ${header || messages.noName}`;
}

/** '20.4 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return format('bytes', { bytes });
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
