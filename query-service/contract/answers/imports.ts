/** Answers of imports. */
import type { RowField } from '../../../command-service/commands/import.ts';

/** POST /api/links/import. */
export interface ImportAnswer {
  /** Names the import for an undo; null for a dry run. */
  readonly importId: string | null;
  readonly message: string;
  readonly imported: number;
  readonly failed: number;
  /** Rows skipped because the link exists already or occurs twice in the file. */
  readonly duplicates: number;
  /** The field each column was read as; null if it was ignored. */
  readonly columns: readonly { readonly header: string; readonly field: RowField | null }[];
  /** Why reading stopped before the end of the file; null if it did not. */
  readonly problem: string | null;
  readonly failures: readonly FailedRow[];
  /** The cells of the first five rows, each cut to 200 characters. */
  readonly sample: readonly (readonly string[])[];
}

/** A row that could not be imported. */
export interface FailedRow {
  /** Counts from 1, without the header. */
  readonly row: number;
  /** One message per field. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The original cells, each cut to 2,048 characters. */
  readonly cells: readonly string[];
}

/** POST /api/imports/{id}/undo: how many links went to the trash. */
export interface UndoneImportAnswer {
  readonly trashed: number;
}
