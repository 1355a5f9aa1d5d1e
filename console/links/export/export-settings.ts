/** The settings of the last export, saved in this browser, and the request for a file. */
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
  MONEY_COLUMNS,
} from '../../../query-service/contract/answers/exports.ts';
import { createPersistedStore, parseObject } from '../../platform/store/persisted-store.ts';
import { type BaseFilter, pathOf } from '../filters/list-request.ts';
import type { ListView } from '../filters/list-view.ts';

export interface ExportSettings {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
}

/** The columns of the list, and remarks and tags. */
export const DEFAULT_COLUMNS = EXPORT_COLUMNS.slice(0, EXPORT_COLUMNS.indexOf('tags') + 1).filter(
  (column) => !['promotionType', 'websiteUrl', 'timelineDate'].includes(column),
);

/** The saved settings; defaults for missing or invalid ones. Pure. */
export function parseExportSettings(text: string | null): ExportSettings {
  const { format, columns } = parseObject(text);
  const chosen = EXPORT_COLUMNS.filter((column) => Array.isArray(columns) && columns.includes(column));
  return {
    format: EXPORT_FORMATS.find((each) => each === format) ?? 'csv',
    columns: chosen.length > 0 ? chosen : DEFAULT_COLUMNS,
  };
}

export const exportSettings = createPersistedStore<ExportSettings>({
  key: 'exportColumns',
  parse: parseExportSettings,
  serialize: JSON.stringify,
});

/** The request for these links as a file. */
export function chosenPath(settings: ExportSettings, ids: readonly string[]): string {
  return fileOf(settings, new URLSearchParams({ ids: ids.join(',') }));
}

/** The request for a whole list as a file: filtered and sorted as it is shown. */
export function exportPath(settings: ExportSettings, view: ListView, baseFilter: BaseFilter): string {
  const query = new URLSearchParams(pathOf(view, baseFilter).replace(/^[^?]*\?/, ''));
  for (const name of ['page', 'pageSize', 'countUpTo']) query.delete(name);
  return fileOf(settings, query);
}

/** Those of the columns that the person may read in a list. */
export function openColumns(columns: readonly ExportColumn[], readsMoney: boolean): readonly ExportColumn[] {
  return columns.filter((column) => readsMoney || !MONEY_COLUMNS.some((each) => each === column));
}

function fileOf({ format, columns }: ExportSettings, query: URLSearchParams): string {
  query.set('format', format);
  if (format === 'csv') query.set('columns', columns.join(','));
  return `/api/links/export?${query}`;
}
