/** Texts of the export. */
import type { ExportColumn } from '../../../query-service/contract/answers/exports.ts';
import english from '../../languages/en/links.export.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('links.export', english);

export { format, messages };

export const EXPORT_COLUMN_LABELS: Readonly<Record<ExportColumn, string>> = labels('exportColumn');
