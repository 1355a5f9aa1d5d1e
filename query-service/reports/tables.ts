/**
 * The tables of a report for spreadsheets: its chosen parts with all their rows. Days are dates and prices are numbers;
 * a text of a page never becomes a formula. Pure.
 */
import { stringify } from 'csv-stringify/sync';
import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { formatMoney, toDecimal } from '../../command-service/contract/money.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import {
  cellOf,
  columnsOf,
  isTable,
  type ReportColumn,
  type ReportTable,
  type ReportTexts,
  reportTexts,
} from './columns.ts';
import type { ReportDocument, ReportRow } from './report-document.ts';

/** The files of a report for spreadsheets. */
export interface ReportTables {
  readonly xlsx: Uint8Array;
  readonly csv: Uint8Array;
}

type Value = string | number | Date | null;
type Column = ReportColumn | 'currency' | 'table' | 'links';

/** In characters. */
const WIDTHS: Readonly<Record<Column, number>> = {
  ...{ table: 30, day: 12, since: 12, until: 12, type: 12, status: 18, links: 10, price: 12, currency: 10 },
  ...{ article: 60, client: 44, anchor: 32, reason: 60, deviations: 44 },
};

/** Excel takes no more characters in a cell, and in the name of a sheet. */
const [MAX_TEXT, MAX_NAME] = [32_767, 31];

/** A workbook with a summary and a sheet for each chosen part. */
export async function reportWorkbook(document: ReportDocument): Promise<Uint8Array> {
  const texts = reportTexts(document.reader);
  const parts = document.parts.flatMap((part) => {
    if (part === 'anchors') return anchorSheet(document, texts);
    return isTable(part) ? partSheet(part, document, texts) : [];
  });
  return writeXlsx({ sheets: [summarySheet(document, texts), ...parts], properties: { title: document.name } });
}

/** The rows of all chosen parts in one table, whose first column names the part; with a byte order mark for Excel. */
export function reportCsv(document: ReportDocument): string {
  const texts = reportTexts(document.reader);
  const tables = document.parts.filter(isTable);
  const used = new Set<Column>(tables.flatMap((table) => spread(columnsOf(table, document))));
  const columns = ORDER.filter((column) => used.has(column));
  const lines = tables.flatMap((table) => {
    const own = new Set<Column>(spread(columnsOf(table, document)));
    const name = partName(table, document, texts);
    return document.rows[table].map((row) => [
      name,
      ...columns.map((column) => (own.has(column) ? typedCell(row, column, texts) : null)),
    ]);
  });
  const head = (['table', ...columns] as const).map((column) => texts.text(`column.${column}`));
  const cast = { date: (day: Date) => day.toISOString().slice(0, 10) };
  return `\uFEFF${stringify([head, ...lines], { cast, escape_formulas: true })}`;
}

const ORDER = [
  ...(['day', 'article', 'client', 'status', 'anchor', 'type', 'since', 'until'] as const),
  ...(['reason', 'deviations', 'price', 'currency'] as const),
];

/** A price needs a column for its currency: a spreadsheet can only add up numbers. */
function spread(columns: readonly ReportColumn[]): readonly (typeof ORDER)[number][] {
  return columns.flatMap((column) => (column === 'price' ? (['price', 'currency'] as const) : [column]));
}

function typedCell(row: ReportRow, column: (typeof ORDER)[number], texts: ReportTexts): Value {
  if (column === 'day' || column === 'since') return dateOf(row.day);
  if (column === 'until') return dateOf(row.until);
  if (column === 'price') return row.price && Number(toDecimal(row.price.amount, row.price.currency));
  if (column === 'currency') return row.price?.currency ?? null;
  return textOf(cellOf(row, column, texts));
}

function dateOf(day: string | null): Date | null {
  return day === null ? null : new Date(`${day}T00:00:00Z`);
}

/** Without the characters that XML does not allow (W3C XML 1.0, 2.2). */
function textOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .slice(0, MAX_TEXT);
}

function partName(table: ReportTable, { period }: ReportDocument, { text }: ReportTexts): string {
  return text(`part.${table}`, { day: period.to });
}

function partSheet(table: ReportTable, document: ReportDocument, texts: ReportTexts): WriteSheet {
  const columns = spread(columnsOf(table, document));
  const rows = document.rows[table].map((row) => columns.map((column) => typedCell(row, column, texts)));
  return sheetOf(partName(table, document, texts), columns, rows, texts);
}

/** Anchors and link types, side by side. */
function anchorSheet({ anchors, types }: ReportDocument, texts: ReportTexts): WriteSheet {
  const rows = Array.from({ length: Math.max(anchors.length, types.length) }, (_, index) =>
    [anchors[index], types[index]].flatMap((share) => [share ? textOf(share.value) : null, share?.links ?? null]),
  );
  return sheetOf(texts.text('part.anchors'), ['anchor', 'links', 'type', 'links'], rows, texts);
}

function sheetOf(name: string, columns: readonly Column[], rows: Value[][], { text }: ReportTexts): WriteSheet {
  return {
    name: name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, MAX_NAME),
    columns: columns.map((column) => ({
      width: WIDTHS[column],
      ...(column === 'price' && { numFmt: '#,##0.00' }),
    })),
    rows: [columns.map((column) => text(`column.${column}`)), ...rows],
    cells: boldCells(columns.length),
    freezePane: { rows: 1 },
  };
}

/** The first row. */
function boldCells(count: number): NonNullable<WriteSheet['cells']> {
  return new Map(Array.from({ length: count }, (_, index) => [`0,${index}`, { style: { font: { bold: true } } }]));
}

function summarySheet(document: ReportDocument, texts: ReportTexts): WriteSheet {
  const { name, subject, agency, period, note, counts, delivered, rules } = document;
  const { text, locale } = texts;
  const [from, to] = [formatDay(period.from, locale), formatDay(period.to, locale)];
  const sums = delivered.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(', ');
  const rows: Value[][] = [
    [textOf(name)],
    [textOf(subject)],
    ...(agency === null ? [] : [[textOf(text('preparedBy', { agency }))]]),
    [text('period', { from, to })],
    [text('days', { zone: period.timeZone })],
    ...(note === '' ? [] : [[textOf(note)]]),
    [],
    [text('summary')],
    ...(['delivered', 'lost', 'back', 'live', 'pending', 'deviating'] as const).map((count) => [
      text(`count.${count}`),
      counts[count],
    ]),
    ...(sums === '' ? [] : [[text('sum', { sums })]]),
    [],
    [text('rules')],
    ...[text('rule.events'), text('rule.pending')].map((rule) => [rule]),
    [text('rule.end', { day: to })],
    ...[text('rule.deleted'), text('rule.version', { rules, position: period.position })].map((rule) => [rule]),
  ];
  return {
    ...{ name: text('summary').slice(0, MAX_NAME), rows },
    columns: [{ width: 32 }, { width: 60 }],
    cells: boldCells(1),
  };
}
