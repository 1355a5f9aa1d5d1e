/** What was last chosen to be exported, kept in local storage, and the request that answers it. */
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
} from '../../../query-service/contract/answers/exports.ts';
import { type BaseFilter, pathOf } from '../filters/list-request.ts';
import type { ListView } from '../filters/list-view.ts';

export interface ExportSettings {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
}

const KEY = 'exportColumns';

/** Those that the list on the screen shows, and what was noted beside. */
export const USUAL_COLUMNS = EXPORT_COLUMNS.slice(0, EXPORT_COLUMNS.indexOf('tags') + 1).filter(
  (column) => !['promotionType', 'websiteUrl', 'timelineDate'].includes(column),
);

/** The kept choice; the usual one where none is kept, or what is kept is not one. */
export function readChoice(store: Pick<Storage, 'getItem'>): ExportSettings {
  const usual = { format: 'csv', columns: USUAL_COLUMNS } as const;
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return usual;
    const { format, columns } = kept as { format?: unknown; columns?: unknown };
    const known = EXPORT_COLUMNS.filter((column) => Array.isArray(columns) && columns.includes(column));
    return {
      format: EXPORT_FORMATS.find((each) => each === format) ?? usual.format,
      columns: known.length > 0 ? known : usual.columns,
    };
  } catch {
    return usual;
  }
}

/** Full or blocked storage is no failure. */
export function saveSettings(store: Pick<Storage, 'setItem'>, choice: ExportSettings): void {
  try {
    store.setItem(KEY, JSON.stringify(choice));
  } catch {
    // The next export begins with the usual columns.
  }
}

/** The whole of a list as a file: narrowed and sorted as it is shown. */
export function exportPath({ format, columns }: ExportSettings, view: ListView, within: BaseFilter): string {
  const query = new URLSearchParams(pathOf(view, within).replace(/^[^?]*\?/, ''));
  for (const name of ['page', 'pageSize', 'countUpTo']) query.delete(name);
  query.set('format', format);
  if (format === 'csv') query.set('columns', columns.join(','));
  return `/api/links/export?${query}`;
}
