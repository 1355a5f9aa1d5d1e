/** The events of a bulk operation on many links. */

import type { Scope } from '../scope.ts';
import type { Event } from './event.ts';
import type { EditableFields } from './link.ts';

/** What can be done with many links at once. */
export const BULK_ACTIONS = ['edit', 'assign', 'move', 'tag', 'recheck', 'trash'] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What a bulk edit sets: the same for all its links. */
export type BulkFields = { readonly [Field in keyof Omit<EditableFields, 'promotionType'>]?: EditableFields[Field] };

/** What is to be done with each link, in full. */
export type BulkOperation =
  | { readonly action: 'edit'; readonly fields: BulkFields; readonly allowDuplicate: boolean }
  | { readonly action: 'assign'; readonly assignedTo: string | null }
  /** null: to the person's own links. */
  | { readonly action: 'move'; readonly teamId: string | null; readonly allowDuplicate: boolean }
  | { readonly action: 'tag'; readonly add: readonly string[]; readonly remove: readonly string[] }
  /** `whole`: lists all of whose links are checked, so that it counts as a status check of each. */
  | { readonly action: 'recheck'; readonly whole: readonly Scope[] }
  | { readonly action: 'trash' };

/** A link with which it could not be done, and why, in words for people. */
export interface BulkFailure {
  readonly linkId: string;
  readonly message: string;
}

/** These links are part of a batch that is about to begin. */
export type BulkLinksChosen = Event<
  'BulkLinksChosen',
  { readonly batchId: string; readonly linkIds: readonly string[] }
>;

/** All links are chosen: from now on it is done, whoever looks on. `within`: the one list it may reach; null: any. */
export type BulkStarted = Event<
  'BulkStarted',
  {
    readonly batchId: string;
    /** Whose order it is: with each link it can be done as far as they may. */
    readonly userId: string;
    readonly total: number;
    readonly order: BulkOperation;
    readonly within: Scope | null;
  }
>;

/** The first `done` links are done; with `failed` of them it could not be. `failures`: newly so, the first hundred told. */
export type BulkProgressed = Event<
  'BulkProgressed',
  {
    readonly batchId: string;
    readonly done: number;
    readonly failed: number;
    readonly failures: readonly BulkFailure[];
  }
>;

export type BulkFinished = Event<'BulkFinished', { readonly batchId: string }>;

/** Somebody takes it back: each link gets what it had before, unless it was changed since. */
export type BulkUndoStarted = Event<'BulkUndoStarted', { readonly batchId: string }>;

/** As `BulkProgressed`; `failed` links were changed since, or cannot be put back. */
export type BulkUndoProgressed = Event<'BulkUndoProgressed', BulkProgressed['data']>;

export type BulkUndone = Event<'BulkUndone', { readonly batchId: string }>;

export type BulkEvent =
  | BulkLinksChosen
  | BulkStarted
  | BulkProgressed
  | BulkFinished
  | BulkUndoStarted
  | BulkUndoProgressed
  | BulkUndone;
