/** The events of a CSV import. */

import type { Scope } from '../scope.ts';
import type { Event } from './event.ts';

/** A file of links was brought in. */
export type ImportStarted = Event<'ImportStarted', { readonly importId: string; readonly scope: Scope }>;

/** These links are about to be added: said first, so that whatever was added can be taken back. */
export type LinksImported = Event<'LinksImported', { readonly importId: string; readonly linkIds: readonly string[] }>;

/** `failed`: rows that are no links; `duplicates`: rows whose link the scope has already. */
export type ImportFinished = Event<
  'ImportFinished',
  { readonly importId: string; readonly imported: number; readonly failed: number; readonly duplicates: number }
>;

/** All its links were thrown away. */
export type ImportUndone = Event<'ImportUndone', { readonly importId: string }>;

export type ImportEvent = ImportStarted | LinksImported | ImportFinished | ImportUndone;
