/** The answer to an import, with its message: 'Imported N links, M failed'. */
import type { RowField } from '../../../command-service/commands/import.ts';

/** POST /api/links/import. */
export interface ImportAnswer {
  /** To undo it by; null for a dry run, which adds nothing. */
  readonly importId: string | null;
  readonly message: string;
  readonly imported: number;
  readonly failed: number;
  /** Rows whose link is there already, or stands in the file twice: they add nothing. */
  readonly duplicates: number;
  /** What each column was taken for, by its header; null: passed over. */
  readonly columns: readonly { readonly header: string; readonly field: RowField | null }[];
  /** Why the file was not read to its end; null: it was. */
  readonly problem: string | null;
  readonly failures: readonly FailedRow[];
  /** The cells of the first five rows, each cut at 200 characters. */
  readonly sample: readonly (readonly string[])[];
}

/** A row that is no link. */
export interface FailedRow {
  /** Counted from 1, the header left out. */
  readonly row: number;
  /** One message a field. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Its cells as they stand, each cut at 2,048 characters. */
  readonly cells: readonly string[];
}

/** POST /api/imports/{id}/undo: how many links went to the trash. */
export interface UndoneImportAnswer {
  readonly trashed: number;
}
