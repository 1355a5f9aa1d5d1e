/** GET /api/links/export: a filtered and sorted list of links as a file. */

import { Readable } from 'node:stream';
import { dayOf } from '../../command-service/contract/schema/days.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import { readAt } from '../as-of/read-at.ts';
import type { ExportColumn, ExportFormat } from '../contract/answers/exports.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { exportSchema } from '../contract/queries.ts';
import { linkList } from '../lists/link-list.ts';
import { beginList, streamList, WHOLE_LISTS } from '../lists/list-response.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { csvHead, csvLines, ndjsonLines } from '../presenters/export.ts';
import { route } from './route.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const exportRoutes = [
  route({
    method: 'GET',
    path: '/api/links/export',
    action: 'ReadLinks',
    summary: 'A list of links as a file.',
    query: exportSchema,
    answers: { 200: { media: ['text/csv', 'application/x-ndjson'] } },
    errorStatuses: [429, 503],
    async handle(request, live) {
      const { ctx, query } = request;
      const { format = 'csv', columns, ...list } = query;
      if (format === 'ndjson' && columns !== undefined) {
        throw invalidQuery({ columns: 'columns can be chosen only for csv: ndjson has all fields' });
      }
      ctx.state.acquireSlot(WHOLE_LISTS);
      const { deps, access } = await readAt(request, live, links, campaigns);
      const options = await linkList(deps, access, list);
      const beginning = await beginList(options);
      ctx.set('X-Total-Count', String(beginning.total));
      ctx.set('Content-Disposition', `attachment; filename="links-${dayOf(deps.now())}.${format}"`);
      ctx.set('Content-Type', TYPES[format]);
      return Readable.from(textOf(streamList(options, beginning), format, columns), { objectMode: false });
    },
  }),
];

async function* textOf(
  chunks: AsyncIterable<readonly LinkAnswer[]>,
  format: ExportFormat,
  columns: readonly ExportColumn[] | undefined,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead(columns);
  for await (const chunk of chunks) yield format === 'csv' ? csvLines(chunk, columns) : ndjsonLines(chunk);
}
