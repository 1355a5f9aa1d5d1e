/** The tables of a report: its texts, the columns of each part, and what a cell says. */
import german from '../../command-service/contract/languages/de/report.json' with { type: 'json' };
import english from '../../command-service/contract/languages/en/report.json' with { type: 'json' };
import { type Texts, textsOf } from '../../command-service/contract/languages/texts.ts';
import { formatMoney } from '../../command-service/contract/money.ts';
import type { ReportPart } from '../../command-service/model/report/events.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import type { ReportDocument, ReportRow } from './report-document.ts';

export const reportTexts = textsOf({ en: english, de: german });

export type ReportTexts = Texts<keyof typeof english>;

const COLUMNS = {
  delivered: ['day', 'article', 'client', 'anchor', 'type', 'until'],
  lost: ['day', 'article', 'client', 'reason'],
  back: ['day', 'article', 'client', 'anchor', 'type'],
  deviations: ['article', 'client', 'status', 'deviations'],
  pending: ['article', 'client', 'since', 'reason'],
  standing: ['article', 'client', 'anchor', 'type', 'since', 'until'],
  all: ['article', 'client', 'status', 'anchor', 'type', 'since', 'until', 'reason', 'deviations'],
} as const;

export type ReportTable = keyof typeof COLUMNS;

export type ReportColumn = (typeof COLUMNS)[ReportTable][number] | 'price';

/** Whether a part is a table of links. */
export function isTable(part: ReportPart): part is ReportTable {
  return part in COLUMNS;
}

/** The columns of a table, in their order. */
export function columnsOf(table: ReportTable, { prices }: Pick<ReportDocument, 'prices'>): readonly ReportColumn[] {
  return prices ? [...COLUMNS[table], 'price'] : COLUMNS[table];
}

/** What a cell says, in the report’s language; '' for nothing. */
export function cellOf(row: ReportRow, column: ReportColumn, { text, locale }: ReportTexts): string {
  const day = (value: string | null) => (value === null ? '' : formatDay(value, locale));
  switch (column) {
    case 'day':
    case 'since':
      return day(row.day);
    case 'article':
      return row.articleLink;
    case 'client':
      return row.clientLink;
    case 'anchor':
      return row.anchor ?? '';
    case 'type':
      return row.linkType ?? '';
    case 'until':
      return day(row.until);
    case 'status':
      return text(`status.${row.status}`);
    case 'reason':
      return row.reason;
    case 'deviations':
      return row.deviations
        .map(({ code, since }) => text('deviation', { what: text(`deviation.${code}`), day: day(since) }))
        .join('; ');
    case 'price':
      return row.price === null ? '' : formatMoney(row.price.amount, row.price.currency, locale);
    default:
      return column satisfies never;
  }
}
