/** Which columns a person's tables of links have, and how wide they are. Pure; use-columns.ts saves it. */
import { parseObject } from '../../platform/store/persisted-store.ts';

/** In the order of most tables. */
export const COLUMNS = [
  'articleLink',
  'clientLink',
  'anchor',
  'tags',
  'linkType',
  'agreement',
  'status',
  'reason',
  'statusSince',
  'warnings',
  // Before columns without controls: the actions lie over the last one.
  'assignedTo',
  'lastChecked',
  'liveDate',
  'duration',
  'expirationDate',
  'promotionType',
  'publisher',
  'clientDomain',
  'campaignName',
  'teamName',
  'pocEmail',
  'remarks',
  'addedAt',
] as const;
export type Column = (typeof COLUMNS)[number];

/** The article column is always shown. */
export const FIXED: Column = 'articleLink';

/** The kind of a list: links of a campaign, links that expire soon, or any others. */
export type ListKind = 'usual' | 'campaign' | 'expiring';

const ALWAYS_FIRST = [
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'status',
  'lastChecked',
  'assignedTo',
] as const;

/** The default columns. Links of a campaign are permanent: their promotion type is more useful. */
const BEGINS_WITH: Readonly<Record<ListKind, readonly Column[]>> = {
  usual: [...ALWAYS_FIRST, 'expirationDate'],
  campaign: [...ALWAYS_FIRST, 'liveDate', 'promotionType'],
  expiring: [...ALWAYS_FIRST, 'expirationDate'],
};

/** Only the differences from the default, so that columns of a later version appear by default. */
export interface ColumnChoice {
  readonly shown: Readonly<Partial<Record<Column, boolean>>>;
  /** In pixels. */
  readonly widths: Readonly<Partial<Record<Column, number>>>;
  /** Lower rows. */
  readonly isCompact?: boolean;
}

export const DEFAULT_CHOICE: ColumnChoice = { shown: {}, widths: {} };

/** The limits of a column's width, in pixels. */
export const NARROWEST = 64;
export const WIDEST = 640;

const ADDRESSES = ['articleLink', 'clientLink'] as const;
const LEADING: ReadonlySet<Column> = new Set<Column>([...ADDRESSES, 'expirationDate']);

/** The columns in their order: for links that expire soon, the end date comes first. */
export function columnsOf(kind: ListKind): readonly Column[] {
  if (kind !== 'expiring') return COLUMNS;
  return [...ADDRESSES, 'expirationDate', ...COLUMNS.filter((column) => !LEADING.has(column))];
}

/** @param isAgreed whether anything was agreed about any link of the list. */
export function isShown({ shown }: ColumnChoice, column: Column, kind: ListKind, isAgreed = false): boolean {
  if (column === FIXED) return true;
  return shown[column] ?? (column === 'agreement' ? isAgreed : BEGINS_WITH[kind].includes(column));
}

/** The default columns that leave a table without room for them, the first one first. */
const LEAVING: readonly Column[] = [
  ...(['liveDate', 'lastChecked', 'linkType', 'promotionType'] as const),
  ...(['assignedTo', 'expirationDate', 'anchor', 'agreement', 'clientLink'] as const),
];

/**
 * The columns that a table shows in `room` pixels. Columns that the person chose stay: the table scrolls then.
 * @param least the least width of each column.
 */
export function columnsIn(
  room: number,
  choice: ColumnChoice,
  kind: ListKind,
  least: Readonly<Record<Column, number>>,
  isAgreed = false,
): readonly Column[] {
  const shown = new Set(columnsOf(kind).filter((column) => isShown(choice, column, kind, isAgreed)));
  const widthOf = (column: Column) => choice.widths[column] ?? least[column];
  const free = () => room - [...shown].reduce((sum, column) => sum + widthOf(column), 0);
  for (const column of LEAVING) {
    if (free() >= 0) break;
    const isSubject = kind === 'expiring' && column === 'expirationDate';
    if (choice.shown[column] !== true && !isSubject) shown.delete(column);
  }
  return [...shown];
}

export function showColumn(choice: ColumnChoice, column: Column, shown: boolean): ColumnChoice {
  return { ...choice, shown: { ...choice.shown, [column]: shown } };
}

export function resizeColumn(choice: ColumnChoice, column: Column, width: number): ColumnChoice {
  const within = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  return { ...choice, widths: { ...choice.widths, [column]: within } };
}

export function isDefault({ shown, widths, isCompact }: ColumnChoice): boolean {
  return isCompact !== true && Object.keys(shown).length + Object.keys(widths).length === 0;
}

function validColumns<Value>(saved: unknown, fits: (value: unknown) => value is Value): Partial<Record<Column, Value>> {
  if (typeof saved !== 'object' || saved === null) return {};
  return Object.fromEntries(
    COLUMNS.map((column) => [column, Reflect.get(saved, column)] as const).filter(([, value]) => fits(value)),
  );
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isWidth = (value: unknown): value is number => typeof value === 'number' && value >= NARROWEST && value <= WIDEST;

/** The saved choice; anything that is not valid is left out. Pure. */
export function parseColumns(text: string | null): ColumnChoice {
  const { shown, widths, isCompact } = parseObject(text);
  const choice = { shown: validColumns(shown, isFlag), widths: validColumns(widths, isWidth) };
  return isCompact === true ? { ...choice, isCompact } : choice;
}

/** The text to save; null for the default choice. Pure. */
export function serializeColumns(choice: ColumnChoice): string | null {
  return isDefault(choice) ? null : JSON.stringify(choice);
}
