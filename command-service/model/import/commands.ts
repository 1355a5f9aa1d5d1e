/** Commands and input of imports. The body is the file; the query string has the options. */
import * as yup from 'yup';
import { CURRENCIES } from '../../contract/money.ts';
import { text, url } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import { tagText } from '../../contract/tags.ts';
import { CURRENCY } from '../money/commands.ts';

/**
 * The fields of any link. `nofollow`, `ugc` and `sponsored` are yes or no; together they give the link type. `timelineDate`
 * is the day on which the link is due, `until` the day until which it stays.
 */
const LINK_FIELDS = [
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
  'agreedAnchor',
  'agreedLinkTypes',
  'timelineDate',
  'until',
  'price',
  'currency',
  'vendor',
  'orderNumber',
] as const;

/** Further fields of a campaign's link. */
export const CAMPAIGN_FIELDS = ['promotionType', 'websiteUrl', 'status'] as const;

/** All fields that a column can have. */
export const IMPORT_FIELDS = [...LINK_FIELDS, ...CAMPAIGN_FIELDS] as const;

/** The fields that a column can have in an import into a list, or into a campaign, whose links are permanent. */
export function importFields(isCampaign: boolean): readonly RowField[] {
  return isCampaign ? IMPORT_FIELDS.filter((field) => field !== 'until') : LINK_FIELDS;
}
export type RowField = (typeof IMPORT_FIELDS)[number];

/** Which part comes first in '02/03/2026': the day or the month. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const flag = (label: string) =>
  yup.string().label(label).oneOf(['true', 'false'], `${label} must be true or false`).nullable();

/** Query string of POST /api/links/import. */
export const importSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  /** The campaign that all links join, in its team. */
  campaignId: text('Campaign', 100).nullable(),
  /** Only previews the import. */
  dryRun: flag('dryRun'),
  /** Also adds links that the scope already has. */
  allowDuplicate: flag('allowDuplicate'),
  /** The client link of all rows, for a file without such a column. */
  clientLink: url('Client link').nullable(),
  /** Tags of all links, separated by commas. */
  tags: tagText('Tags').nullable(),
  /** The template of the list, whose terms all links get: by default that of their campaign. Columns take precedence. */
  templateId: text('Template', 100).nullable(),
  /** The currency of prices that name none. */
  currency: yup.string().typeError(CURRENCY).oneOf(CURRENCIES, CURRENCY).nullable(),
  /** How to read days such as 02/03/2026. */
  dateOrder: yup
    .string()
    .oneOf(DATE_ORDERS, `dateOrder must be one of ${DATE_ORDERS.join(', ')}`)
    .nullable(),
  /** A JSON object from column names to fields; null ignores a column. */
  columns: text('columns', 20_000).nullable(),
});

/** How the columns of a file were mapped, for the next file with the same header. */
export interface ColumnMapping {
  /** The key of all files with the same column names. */
  readonly headerKey: string;
  /** The field of each column; null: ignored. */
  readonly fields: readonly (RowField | null)[];
  readonly dateOrder: DateOrder | null;
}

interface StartImport {
  readonly type: 'StartImport';
  readonly importId: string;
  readonly scope: Scope;
  /** The person's choices; null if they changed nothing. */
  readonly mapping: ColumnMapping | null;
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
