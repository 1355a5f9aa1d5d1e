/**
 * Maps the columns of a file to fields: by the person's choice, by the name of a column if its cells fit, and by its cells.
 * Names are compared without case, accents, spaces and punctuation. Pure.
 */

import { bareHost } from '../contract/link-address.ts';
import { looksLikeAddress, normalizeAddress } from '../contract/schema/addresses.ts';
import { CAMPAIGN_FIELDS, importFields, type RowField } from '../model/import/commands.ts';
import { dayMeaning, isKeptWithName, isOwnName, meaningsOf, plainName } from './column-names.ts';
import { linkTypeOf } from './link-type.ts';
import { promotionTypeOf } from './promotion-type.ts';
import { readDate } from './read-date.ts';
import { readDuration, unitIn } from './read-duration.ts';

/** The field of each column in the file; null: ignored. */
export type Columns = readonly (RowField | null)[];

/** The person's choice: maps a column's name to a field, or to null to ignore the column. */
export type Choice = Readonly<Record<string, RowField | null>>;

/** The content of the first cells of a column. */
interface Contents {
  readonly name: string;
  readonly cells: readonly string[];
  readonly addresses: number;
}

/** The share of filled cells that must fit: files contain wrong cells. For addresses, half of the cells suffice. */
const BY_NAME = 0.5;
const BY_CONTENT = 0.8;
const ADDRESSES = 0.5;

/**
 * The field of each column. If several columns match a field, the column with the most specific name gets it, then the
 * first. Several columns may be chosen as remarks.
 * @param sample the first rows; without rows, only the names decide.
 * @param fields the fields that a column can have.
 */
export function mapColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[] = [],
  choice: Choice = {},
  fields: readonly RowField[] = importFields(false),
): Columns {
  const chosen = new Map(
    Object.entries(choice).flatMap(([name, field]) =>
      field === null || fields.includes(field) ? [[plainName(name), field]] : [],
    ),
  );
  const columns: (RowField | null)[] = header.map((name) => chosen.get(plainName(name)) ?? null);
  const taken = new Set(columns.filter((field) => field !== null));
  const free = (index: number) => columns[index] === null && !chosen.has(plainName(header[index] ?? ''));
  const contents = contentsOf(header, sample);
  const take = (field: RowField, index: number | undefined) => {
    if (index === undefined || taken.has(field)) return;
    columns[index] = field;
    taken.add(field);
  };
  const candidates = (fits: (column: Contents) => boolean) =>
    contents.flatMap((column, index) => (free(index) && fits(column) ? [index] : []));

  for (const field of fields) {
    const named = candidates((column) => {
      const isCertain = isOwnName(column.name, field) && !saysNothing(field, column);
      return isMeant(column.name, field, fields) && (isCertain || fits(field, column, BY_NAME));
    });
    const rank = (index: number) => meaningsOf(header[index] ?? '').get(field) ?? 0;
    take(field, named.toSorted((one, other) => rank(one) - rank(other))[0]);
  }

  const addresses = candidates(({ cells, addresses }) => addresses > 0 && addresses >= cells.length * ADDRESSES);
  const article = columns.indexOf('articleLink');
  const otherSites = addresses.filter((index) => article < 0 || !sameSite(sample, index, article));
  if (!taken.has('articleLink') && !taken.has('clientLink') && otherSites.length > 1) {
    const client = fewestHosts(sample, otherSites.toReversed());
    take('clientLink', client);
    take(
      'articleLink',
      mostValues(
        contents,
        otherSites.filter((index) => index !== client),
      ),
    );
  } else if (!taken.has('articleLink')) {
    // A column with the same address in every row has the client's page.
    const isArticle = (index: number) =>
      new Set(contents[index]?.cells).size > 1 || contents[index]?.cells.length === 1;
    take('articleLink', mostValues(contents, addresses.filter(isArticle)));
  }
  // Takes a column of broken addresses too: its rows say what is wrong with them.
  take('articleLink', candidates(({ name }) => header.length === 1 || meaningsOf(name).has('articleLink'))[0]);
  take(
    'clientLink',
    fewestHosts(
      sample,
      otherSites.filter((index) => free(index)),
    ),
  );

  // A name that means both is clear beside a column that has one of the meanings.
  const [day, ...moreDays] = candidates((column) => dayMeaning(column.name) === 'due-or-until' && hasDays(column));
  const isDue = taken.has('until') || !fields.includes('until');
  if (moreDays.length === 0 && (isDue || taken.has('timelineDate'))) take(isDue ? 'timelineDate' : 'until', day);
  for (const field of ['linkType', 'duration'] as const) {
    take(field, candidates((column) => column.cells.length > 0 && fits(field, column, BY_CONTENT))[0]);
  }
  return columns;
}

function contentsOf(header: readonly string[], sample: readonly (readonly string[])[]): readonly Contents[] {
  return header.map((name, index) => {
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return { name, cells, addresses: cells.filter(looksLikeAddress).length };
  });
}

function hasDays({ cells }: Contents): boolean {
  return cells.length > 0 && cells.filter(isDay).length >= cells.length * BY_CONTENT;
}

/**
 * The columns of days that may be the due day or the day until which links stay, for the person to say which: those whose
 * names mean both, or several unknown ones in a file that has neither.
 */
export function unclearDays(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  columns: Columns,
  choice: Choice,
): readonly string[] {
  const chosen = new Set(Object.keys(choice).map(plainName));
  const isFree = (name: string, index: number) => columns[index] === null && !chosen.has(plainName(name));
  const days = contentsOf(header, sample).flatMap((column, index) => {
    const isAsked = isFree(column.name, index) && dayMeaning(column.name) !== 'other' && hasDays(column);
    return isAsked ? [column.name] : [];
  });
  const isKnown = columns.includes('timelineDate') || columns.includes('until');
  return isKnown || days.length < 2 ? days.filter((name) => dayMeaning(name) === 'due-or-until') : days;
}

/** Whether a name means this field, and fits no campaign field better: in a campaign, 'Website' is no article. */
function isMeant(name: string, field: RowField, fields: readonly RowField[]): boolean {
  const meanings = meaningsOf(name);
  const rank = meanings.get(field);
  const closer = (other: RowField) => (meanings.get(other) ?? Number.POSITIVE_INFINITY) < (rank ?? 0);
  return rank !== undefined && !CAMPAIGN_FIELDS.some((other) => fields.includes(other) && closer(other));
}

/** Whether it is a column of link types that names none: of ticks, for example. A check finds the types. */
function saysNothing(field: RowField, { name, cells }: Contents): boolean {
  const isType = field === 'linkType' || field === 'agreedLinkTypes';
  return isType && cells.length > 0 && cells.every((cell) => linkTypeOf(cell, name) === undefined);
}

/** Whether enough cells of a column can be values of the field. */
function fits(field: RowField, { name, cells, addresses }: Contents, share: number): boolean {
  if (cells.length === 0) return true;
  const enough = (isValue: (cell: string) => boolean) => cells.filter(isValue).length >= cells.length * share;
  switch (field) {
    case 'articleLink':
    case 'clientLink':
    case 'websiteUrl':
      return addresses >= cells.length * share;
    case 'tags':
      return !cells.every(isNumber);
    case 'anchor':
      return addresses < cells.length || cells.length < 3;
    case 'duration':
      return unitIn(name) !== null || share === BY_NAME
        ? enough((cell) => readDuration(cell, null) !== null)
        : enough((cell) => !isNumber(cell) && readDuration(cell, null) !== null);
    case 'promotionType':
      return enough((cell) => promotionTypeOf(cell) !== null);
    case 'status':
      return enough((cell) => /^(?:pending|live)$/i.test(cell));
    case 'liveDate':
    case 'timelineDate':
    case 'until':
      return enough(isDay);
    case 'price':
      return enough((cell) => /\d/.test(cell));
    case 'linkType':
    case 'agreedLinkTypes':
      return enough((cell) => linkTypeOf(cell, name) !== null) && cells.some((cell) => linkTypeOf(cell, name));
    case 'pocEmail':
      return enough((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell));
    case 'assignedTo':
    case 'remarks':
    case 'nofollow':
    case 'ugc':
    case 'sponsored':
    case 'agreedAnchor':
    case 'currency':
    case 'vendor':
    case 'orderNumber':
      return true;
    default:
      field satisfies never;
      return false;
  }
}

function isDay(cell: string): boolean {
  return readDate(cell, 'dmy') !== null;
}

function isNumber(cell: string): boolean {
  return /^[-+]?[\d\s.,]+%?$/.test(cell);
}

function hostOf(cell: string): string {
  return bareHost(URL.parse(normalizeAddress(cell))?.hostname ?? '');
}

/** Whether most cells of a column name the site of the other column's cell: a column of domains beside their pages. */
function sameSite(sample: readonly (readonly string[])[], index: number, other: number): boolean {
  const same = sample.filter((row) => hostOf(row[index] ?? '') === hostOf(row[other] ?? '')).length;
  return sample.length > 0 && same * 2 > sample.length;
}

/** The column with the fewest sites: a file has more publishers than clients. */
function fewestHosts(sample: readonly (readonly string[])[], indexes: readonly number[]): number | undefined {
  const hosts = (index: number) => new Set(sample.map((row) => hostOf(row[index] ?? ''))).size;
  return indexes.toSorted((one, other) => hosts(one) - hosts(other))[0];
}

/** The column with the most different cells; among equals, the longest cells: pages are longer than domains. */
function mostValues(contents: readonly Contents[], indexes: readonly number[]): number | undefined {
  const different = (index: number) => new Set(contents[index]?.cells).size;
  const length = (index: number) => contents[index]?.cells.join('').length ?? 0;
  return indexes.toSorted((one, other) => different(other) - different(one) || length(other) - length(one))[0];
}

/** The apostrophe with which our exports prevent a spreadsheet from reading a text as a formula. */
const DEFUSED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Reads the texts of a row by field, without missing cells and cells beyond the header. Remarks from several columns,
 * or from a column not named as remarks, keep the column's name ("Publisher: Northside").
 */
export function fieldReader(
  header: readonly string[],
  columns: Columns,
): (cells: readonly string[]) => Partial<Record<RowField, string>> {
  const isShared = columns.filter((field) => field === 'remarks').length > 1;
  const labels = columns.map((field, index) => {
    const name = header[index]?.trim() ?? '';
    return field === 'remarks' && name !== '' && (isShared || isKeptWithName(name)) ? `${name}: ` : '';
  });
  return (cells) => {
    const fields: Partial<Record<RowField, string>> = {};
    for (const [index, field] of columns.entries()) {
      const cell = cells[index]?.replace(DEFUSED, '');
      if (field === null || cell === undefined) continue;
      if (field !== 'remarks') fields[field] = cell;
      else if (cell.trim() !== '') {
        const text = `${labels[index] ?? ''}${cell}`;
        fields.remarks = fields.remarks === undefined ? text : `${fields.remarks}\n${text}`;
      }
    }
    return fields;
  };
}
