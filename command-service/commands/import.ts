/** What can be asked of an import. The rows come as a file; what is to be done with it stands in the address. */
import * as yup from 'yup';
import type { Scope } from '../scope.ts';
import { text, url } from './schema/fields.ts';

/** What a row can say of a link. `nofollow`, `ugc` and `sponsored` are yes or no: together they are a link type. */
export const IMPORT_FIELDS = [
  'articleLink',
  'clientLink',
  'duration',
  'anchor',
  'linkType',
  'liveDate',
  'assignedTo',
  'pocEmail',
  'remarks',
  'tags',
  'nofollow',
  'ugc',
  'sponsored',
] as const;
export type RowField = (typeof IMPORT_FIELDS)[number];

const flag = (label: string) =>
  yup.string().label(label).oneOf(['true', 'false'], `${label} must be true or false`).nullable();

/** Query string of POST /api/links/import. */
export const importSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  /** The campaign all links become part of; its team is theirs. */
  campaignId: text('Campaign', 100).nullable(),
  /** Says what would happen and adds nothing. */
  dryRun: flag('dryRun'),
  /** Adds also what is there already. */
  allowDuplicate: flag('allowDuplicate'),
  /** Where all links lead to, for files without such a column. */
  clientLink: url('Client link').nullable(),
  /** A JSON object: what columns mean, by their names in the file; null passes one over. */
  columns: text('columns', 20_000).nullable(),
});

export interface StartImport {
  readonly type: 'StartImport';
  readonly importId: string;
  readonly scope: Scope;
}
/** Announces links that are about to be added. */
export interface ImportLinks {
  readonly type: 'ImportLinks';
  readonly importId: string;
  /** How many were announced before these. */
  readonly from: number;
  readonly linkIds: readonly string[];
}
export interface FinishImport {
  readonly type: 'FinishImport';
  readonly importId: string;
  readonly imported: number;
  readonly failed: number;
  readonly duplicates: number;
}
/** Said once all its links are thrown away. */
export interface UndoImport {
  readonly type: 'UndoImport';
  readonly importId: string;
}

export type ImportCommand = StartImport | ImportLinks | FinishImport | UndoImport;
