/** Writes the files of reports: the query service reads their content, and a checker prints the PDF. */
import { waitForHead } from '../../../command-service/links/wait-for-views.ts';
import type { ReportOrder, ReportWriter } from '../../../command-service/reports/report-writer.ts';
import { moments } from '../../../projections/views/ledger/moments.ts';
import { links } from '../../../projections/views/links/links.ts';
import { momentOf } from '../../../query-service/as-of/moment.ts';
import { reportPage } from '../../../query-service/reports/page.ts';
import { REPORT_RULES } from '../../../query-service/reports/report-document.ts';
import { writeDocument } from '../../../query-service/reports/write-document.ts';
import { writeTables } from '../../../query-service/reports/write-tables.ts';
import { BusyError } from '../../ports/storage/errors.ts';
import type { RoleContext } from './role.ts';

/** How long the views may take to reach the end of the period, in milliseconds. */
const PATIENCE_MS = 5_000;
/** How long a checker may take for the PDF, in milliseconds: without a checker, the issue goes out without it. */
const PRINT_MS = 40_000;
const BEHIND = 'The lists have not reached the end of the period yet. Try again in a minute.';

type WriterContext = Pick<RoleContext, 'now' | 'log' | 'past' | 'printer'> & {
  readonly engine: Pick<RoleContext['engine'], 'views' | 'blobs'>;
};

export function openReportWriter(context: WriterContext): ReportWriter {
  const { engine, now } = context;
  const reads = engine.views;
  const documentOf = async (order: ReportOrder) => {
    const isReached = await reads.reached(links, order.period.position, AbortSignal.timeout(PATIENCE_MS));
    if (!isReached) throw new BusyError(BEHIND);
    return writeDocument({ reads, past: context.past(), blobs: engine.blobs }, order);
  };
  return {
    rules: REPORT_RULES,
    async positionBefore(instant) {
      if (!(await waitForHead({ reads, feed: context.log() }, [moments]))) throw new BusyError(BEHIND);
      const { position } = await momentOf(reads, new Date(Date.parse(instant) - 1).toISOString(), now());
      return position;
    },
    count: async (order) => (await documentOf({ ...order, fields: { ...order.fields, parts: [] } })).counts,
    async write(order, signal) {
      const document = await documentOf(order);
      const pageWith = (files: Parameters<typeof reportPage>[1]['files']) =>
        reportPage(document, { isDraft: false, files, linkOf: () => null, paper: order.fields.paper });
      // On paper, the page has no links to files.
      const page = pageWith({ pdf: 'pdf', xlsx: 'xlsx', csv: 'csv' });
      const patience = AbortSignal.any([signal, AbortSignal.timeout(PRINT_MS)]);
      const [print, tables] = await Promise.all([
        context.printer().printPdf(page, patience),
        writeTables(document, signal),
      ]);
      const isPrinted = print.kind === 'printed';
      return {
        files: [
          { format: 'html', bytes: Buffer.from(isPrinted ? page : pageWith({ xlsx: 'xlsx', csv: 'csv' })) },
          ...(isPrinted ? [{ format: 'pdf' as const, bytes: print.pdf }] : []),
          { format: 'xlsx', bytes: tables.xlsx },
          { format: 'csv', bytes: tables.csv },
        ],
        missed: isPrinted ? null : print.reason,
      };
    },
  };
}
