/** The events of a CSV import. */

import type { Scope } from '../scope.ts';
import type { Event } from './event.ts';

/** An import started. */
type ImportStarted = Event<'ImportStarted', { readonly importId: string; readonly scope: Scope }>;

/** These links are about to be added. Recorded first, so that an undo finds all of them. */
type LinksImported = Event<'LinksImported', { readonly importId: string; readonly linkIds: readonly string[] }>;

/** `failed`: rows that are not links; `duplicates`: rows whose link the scope already has. */
type ImportFinished = Event<
  'ImportFinished',
  { readonly importId: string; readonly imported: number; readonly failed: number; readonly duplicates: number }
>;

/** All links of the import are in the trash. */
type ImportUndone = Event<'ImportUndone', { readonly importId: string }>;

export type ImportEvent = ImportStarted | LinksImported | ImportFinished | ImportUndone;
