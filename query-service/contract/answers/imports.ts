/** Answers of imports. */
import type { DateOrder, RowField } from '../../../command-service/model/import/commands.ts';

/** POST /api/links/import. */
export interface ImportAnswer {
  /** Identifies the import for an undo; null for a dry run. */
  readonly importId: string | null;
  readonly message: string;
  readonly imported: number;
  readonly failed: number;
  /** Rows skipped because their link already exists or occurs twice in the file. */
  readonly duplicates: number;
  /** The field that each column was mapped to; null if it was ignored. */
  readonly columns: readonly { readonly header: string; readonly field: RowField | null }[];
  /** Whether the columns are mapped as for an earlier file with the same header. */
  readonly remembered: boolean;
  /** How days such as 02/03/2026 were read: as requested, or as other days of the file prove; else null. */
  readonly dateOrder: DateOrder | null;
  /** Rows that failed because their day can be read in two ways, and the day of the first such row. */
  readonly ambiguousDates: { readonly rows: number; readonly example: string } | null;
  /** Columns of days that may be the due day or the day until which links stay: choose their fields with `columns`. */
  readonly unclearDays: readonly string[];
  /** Whether rows failed because their price names no currency: choose it with `currency`. */
  readonly lacksCurrency: boolean;
  /** Why the columns of prices, vendors and order numbers are left out; null if they are read. */
  readonly leftOut: string | null;
  /** Why reading stopped before the end of the file; else null. */
  readonly problem: string | null;
  readonly failures: readonly FailedRow[];
  /** The first 100 of the skipped rows. */
  readonly skipped: readonly SkippedRow[];
  /** The cells of the first five rows, each cut to 200 characters. */
  readonly sample: readonly (readonly string[])[];
}

/** A row that could not be imported. */
export interface FailedRow {
  /** Counts from 1, without the header. */
  readonly row: number;
  /** The line as a spreadsheet numbers it: with the header and empty lines. */
  readonly line: number;
  /** One message per field. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The original cells, each cut to 2,048 characters. */
  readonly cells: readonly string[];
}

/** A row whose link already exists. */
export interface SkippedRow {
  /** The line as a spreadsheet numbers it. */
  readonly line: number;
  /** The earlier line of the file with the same link; null if the link is in the list. */
  readonly repeats: number | null;
  readonly articleLink: string;
}

/** POST /api/imports/{id}/undo: how many links went to the trash. */
export interface UndoneImportAnswer {
  readonly trashed: number;
}
