/** How the columns and days of a file are read, and which choices are remembered for the next file. */
import { createHash } from 'node:crypto';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { importMappingId, importMappings } from '../../projections/views/links/import-mappings.ts';
import type { Scope } from '../contract/scope.ts';
import {
  type ColumnMapping,
  DATE_ORDERS,
  type DateOrder,
  IMPORT_FIELDS,
  importFields,
} from '../model/import/commands.ts';
import { plainName } from './column-names.ts';
import { type Choice, type Columns, mapColumns, unclearDays } from './columns.ts';
import type { Csv } from './csv.ts';
import { DAY_FIELDS } from './parse-row.ts';
import { orderOf } from './read-date.ts';

/** The characters of a cell that show what its column has: no address is longer. */
const LOOKED_AT = 2_048;

/** The person's choices. */
interface ReadingOrder {
  readonly scope: Scope;
  /** The campaign that the links join; null without a campaign. */
  readonly campaignId: string | null;
  readonly chosen: Choice;
  readonly dateOrder: DateOrder | null;
}

/** How the columns and days of a file are read. */
export interface Reading {
  readonly columns: Columns;
  readonly dateOrder: DateOrder | null;
  readonly remembered: boolean;
  /** Columns of days of which the person must say what they mean, by name. */
  readonly unclearDays: readonly string[];
}

/** Combines the person's choice, the choice for an earlier file with the same header, the names and the first rows. */
export async function readingOf(reads: ReadStore, { header, sample }: Csv, order: ReadingOrder): Promise<Reading> {
  const beginnings = sample.map(({ cells }) => cells.slice(0, header.length).map((cell) => cell.slice(0, LOOKED_AT)));
  const earlier = await reads.get(importMappings, importMappingId(order.scope, headerKey(header)));
  const remembered: Choice = Object.fromEntries(
    header.map((name, index) => [name, IMPORT_FIELDS.find((field) => field === earlier?.fields[index]) ?? null]),
  );
  const choice = { ...(earlier === null ? {} : remembered), ...order.chosen };
  const fields = importFields(order.campaignId !== null);
  const columns = mapColumns(header, beginnings, choice, fields);
  const days = DAY_FIELDS.map((field) => columns.indexOf(field)).filter((index) => index >= 0);
  const proven = orderOf(beginnings.flatMap((cells) => days.map((index) => cells[index] ?? '')));
  const earlierOrder = DATE_ORDERS.find((each) => each === earlier?.dateOrder) ?? null;
  const unclear = fields.includes('until') ? unclearDays(header, beginnings, columns, choice) : [];
  const dateOrder = order.dateOrder ?? proven ?? earlierOrder;
  return { columns, dateOrder, remembered: earlier !== null, unclearDays: unclear };
}

/** The choice to remember; null if the person chose nothing. */
export function mappingOf(header: readonly string[], { columns }: Reading, order: ReadingOrder): ColumnMapping | null {
  if (Object.keys(order.chosen).length === 0 && order.dateOrder === null) return null;
  return { headerKey: headerKey(header), fields: columns, dateOrder: order.dateOrder };
}

function headerKey(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(header.map(plainName)))
    .digest('hex');
}

/** The message about missing columns, or null. Links of a campaign may get their articles later. */
export function missingColumns(
  header: readonly string[],
  columns: Columns,
  { clientLink, campaignId }: { readonly clientLink: string | null; readonly campaignId: string | null },
): string | null {
  if (header.length === 0) return 'This file is empty.';
  if (campaignId === null && !columns.includes('articleLink')) {
    return 'We couldn’t find the article column. Choose it, or name it articleLink.';
  }
  if (columns.includes('clientLink') || clientLink !== null) return null;
  return 'Which client are these links for? Enter one client link for all rows, or choose the client column.';
}
