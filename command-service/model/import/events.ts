/** The events of a CSV import. */

import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

/** How a person mapped the columns of a file; `fields` has a name or null for each column. */
export interface ImportedColumns {
  /** The key of all files with the same column names. */
  readonly headerKey: string;
  readonly fields: readonly (string | null)[];
  readonly dateOrder: string | null;
}

/** An import started. `mapping` is absent if the person chose nothing. */
type ImportStarted = Event<
  'ImportStarted',
  { readonly importId: string; readonly scope: Scope; readonly mapping?: ImportedColumns }
>;

/** These links are about to be added. Recorded before, so that an undo finds all of them. */
type LinksImported = Event<'LinksImported', { readonly importId: string; readonly linkIds: readonly string[] }>;

/** `failed`: rows that are not links; `duplicates`: rows whose link the scope already has. */
type ImportFinished = Event<
  'ImportFinished',
  { readonly importId: string; readonly imported: number; readonly failed: number; readonly duplicates: number }
>;

/** All links of the import are in the trash. */
type ImportUndone = Event<'ImportUndone', { readonly importId: string }>;

export type ImportEvent = ImportStarted | LinksImported | ImportFinished | ImportUndone;
