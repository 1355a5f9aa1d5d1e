/** Commands and input of imports. The body is the file; the query string has the options. */
import * as yup from 'yup';
import type { Scope } from '../scope.ts';
import { text, url } from './schema/fields.ts';

/** The fields a column can hold. `nofollow`, `ugc` and `sponsored` are yes or no; together they give the link type. */
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
  /** The campaign that all links join, in its team. */
  campaignId: text('Campaign', 100).nullable(),
  /** Only previews the import. */
  dryRun: flag('dryRun'),
  /** Also adds links that the scope has already. */
  allowDuplicate: flag('allowDuplicate'),
  /** The client link of all rows, for a file without such a column. */
  clientLink: url('Client link').nullable(),
  /** A JSON object from column names to fields; null ignores a column. */
  columns: text('columns', 20_000).nullable(),
});

interface StartImport {
  readonly type: 'StartImport';
  readonly importId: string;
  readonly scope: Scope;
}
/** Records links that are about to be added. */
interface ImportLinks {
  readonly type: 'ImportLinks';
  readonly importId: string;
  /** How many links were recorded before these. */
  readonly from: number;
  readonly linkIds: readonly string[];
}
interface FinishImport {
  readonly type: 'FinishImport';
  readonly importId: string;
  readonly imported: number;
  readonly failed: number;
  readonly duplicates: number;
}
/** Sent once all links of the import are in the trash. */
interface UndoImport {
  readonly type: 'UndoImport';
  readonly importId: string;
}

export type ImportCommand = StartImport | ImportLinks | FinishImport | UndoImport;
