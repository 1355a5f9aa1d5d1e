/** The events of a bulk operation on many links. */

import type { Event } from '../../contract/event.ts';
import type { Matching } from '../../contract/observation.ts';
import type { Scope } from '../../contract/scope.ts';
import type { EditableFields } from '../link/events.ts';
import type { Money } from '../money/events.ts';
import type { AgreedTerms } from '../terms/events.ts';

/** The actions that a person chooses for selected links. */
export const BULK_ACTIONS = ['edit', 'assign', 'move', 'tag', 'terms', 'money', 'remarks', 'recheck', 'trash'] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The fields of a bulk edit: the same values for all links. */
export type BulkFields = { readonly [Field in keyof Omit<EditableFields, 'promotionType'>]?: EditableFields[Field] };

/** The price and the vendor that links get; an absent field stays. Within a price, null: erased, as in the ledger. */
export interface BulkMoney extends Partial<Pick<Money, 'vendor'>> {
  readonly price?: { readonly amount: number | null; readonly currency: string | null } | null;
}

/** The operation on each link. */
export type BulkOperation =
  | { readonly action: 'edit'; readonly fields: BulkFields; readonly allowDuplicate: boolean }
  | { readonly action: 'assign'; readonly assignedTo: string | null }
  /** null: the person's own links. */
  | { readonly action: 'move'; readonly teamId: string | null; readonly allowDuplicate: boolean }
  | { readonly action: 'tag'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | ({ readonly action: 'terms' } & AgreedTerms)
  | { readonly action: 'money'; readonly money: BulkMoney }
  /** Moves money from remarks to its fields. */
  | { readonly action: 'remarks' }
  /** `whole`: the lists whose links are all checked; this counts as a status check of each. */
  | { readonly action: 'recheck'; readonly whole: readonly Scope[] }
  | { readonly action: 'trash' }
  /** Judges the newest checks of a list's links again. */
  | { readonly action: 'judge'; readonly scope: Scope; readonly matching: Matching };

/** A link that was left out, and the message for the person. */
export interface BulkFailure {
  readonly linkId: string;
  readonly message: string;
}

/** These links belong to a bulk operation that is about to start. */
type BulkLinksChosen = Event<'BulkLinksChosen', { readonly batchId: string; readonly linkIds: readonly string[] }>;

/** All links are chosen and the operation starts. `within`: the only list that it may change; null: all lists. */
type BulkStarted = Event<
  'BulkStarted',
  {
    readonly batchId: string;
    /** The person who started it: their permissions apply to each link. */
    readonly userId: string;
    readonly total: number;
    readonly order: BulkOperation;
    readonly within: Scope | null;
    /** The API token that started it; null: no token. Absent in old events. */
    readonly tokenId?: string | null;
  }
>;

/** The first `done` links are done, `failed` of them were left out. `failures`: the new ones, 100 in all. */
type BulkProgressed = Event<
  'BulkProgressed',
  {
    readonly batchId: string;
    readonly done: number;
    readonly failed: number;
    readonly failures: readonly BulkFailure[];
  }
>;

type BulkFinished = Event<'BulkFinished', { readonly batchId: string }>;

/** The undo starts: each link gets its earlier values back, unless somebody changed it since. `tokenId` as at the start. */
type BulkUndoStarted = Event<'BulkUndoStarted', { readonly batchId: string; readonly tokenId?: string | null }>;

/** Like `BulkProgressed`; `failed` links were changed since, or cannot be restored. */
type BulkUndoProgressed = Event<'BulkUndoProgressed', BulkProgressed['data']>;

type BulkUndone = Event<'BulkUndone', { readonly batchId: string }>;

export type BulkEvent =
  | BulkLinksChosen
  | BulkStarted
  | BulkProgressed
  | BulkFinished
  | BulkUndoStarted
  | BulkUndoProgressed
  | BulkUndone;
