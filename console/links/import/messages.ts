/** Texts of the import. */

import type { RowField } from '../../../command-service/commands/import.ts';
import { formatCount, formatLinks, formatNumber } from '../../platform/format/counts.ts';

export const messages = {
  import: 'Import',
  export: 'Export',
  undo: 'Undo',

  importTitle: 'Import Links',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  drop: 'or drop it here',
  fileHint: 'CSV with column names in the first line. Up to 100,000 rows and 64 MB.',
  knownHint: 'Exports of Ahrefs, Semrush, Search Console, Majestic and Linkledger are recognized.',
  tooLarge: 'This file is larger than 64 MB. Split it and import the parts one by one.',
  oneFile: 'Choose one file at a time.',
  team: 'Team',
  noTeam: 'Personal (only you)',
  viewOnlyTeam: 'view only',
  clientLink: 'Client Link of all rows',
  clientLinkHint: 'No column has the client link. Choose one below, or enter one URL for all rows.',
  columns: 'Columns',
  column: 'Column',
  meaning: 'Means',
  firstRows: 'First rows',
  noName: 'No name',
  skip: 'Not imported',
  checking: 'Checking the file...',
  importing: 'Adding links...',
  goesOn: 'You can close this dialog: the import continues and reports when it is done.',
  nothingToAdd: 'Nothing to add',
  failedRows: 'Failed rows',
  downloadFailed: 'Download failed rows',
  importFailed: 'Failed to import the file.',
  undone: 'Import undone',
  undoFailed: 'Failed to undo the import. Please try again.',
} as const;

/** Labels of the possible meanings of a column. */
export const ROW_FIELD_LABELS: Readonly<Record<RowField, string>> = {
  articleLink: 'Article Link',
  clientLink: 'Client Link',
  duration: 'Duration',
  anchor: 'Anchor',
  linkType: 'Type',
  liveDate: 'Live Date',
  assignedTo: 'Assigned To',
  pocEmail: 'Contact Email',
  remarks: 'Remarks',
  tags: 'Tags',
  nofollow: 'Nofollow (yes or no)',
  ugc: 'UGC (yes or no)',
  sponsored: 'Sponsored (yes or no)',
};

/** 'Import 12 links'. */
export function formatImport(links: number): string {
  return links === 0 ? messages.nothingToAdd : `${messages.import} ${formatLinks(links)}`;
}

/** '3 rows are in the list already', in a preview. */
export function formatDuplicates(rows: number): string {
  return rows === 1 ? '1 row is in the list already' : `${formatCount(rows, 'row')} are in the list already`;
}

export function formatFailed(rows: number): string {
  return `${formatCount(rows, 'row')} cannot be imported`;
}

export function formatRow(row: number): string {
  return `Row ${formatNumber(row)}`;
}

/** 'and 1,200 more: download them all'. */
export function formatMore(rows: number): string {
  return `and ${formatNumber(rows)} more: download them to see them all`;
}

export function formatUndone(links: number): string {
  return `${formatLinks(links)} moved to trash`;
}

/** 'Means: Target URL', the label of a select. */
export function meaningOf(header: string): string {
  return `${messages.meaning}: ${header || messages.noName}`;
}

/** '20.4 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return formatCount(bytes, 'byte');
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
