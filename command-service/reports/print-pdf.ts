/** Orders PDFs of the server's own pages from a checker, which has a browser. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { askCheckers } from '../checks/ask-checkers.ts';
import { MAX_PRINT_BYTES, type Print, type PrintOrder, type PrintReport } from '../contract/check-contract.ts';

/** A page takes half a minute at most once its browser runs, and people wait for it. */
const AGAIN_MS = 40_000;

export type PdfPrinter = ReturnType<typeof openPdfPrinter>;

/** Connects to the checkers. @param againMs milliseconds after which an order without a report is announced again. */
export function openPdfPrinter(
  queue: Pick<CheckQueue<PrintOrder, PrintReport>, 'announce' | 'reports'>,
  logger: Pick<Logger, 'warn'>,
  stopping: AbortSignal,
  againMs = AGAIN_MS,
) {
  const { ask, running } = askCheckers(queue, stopping, againMs);
  return {
    running,
    /**
     * Prints a whole HTML page whose styles, images and fonts are in it; its `@page` rules set paper and margins. Never
     * rejects. Without a browser it resolves at once with `missed`, without a checker after some minutes, or on abort.
     */
    async printPdf(html: string, signal: AbortSignal): Promise<Print> {
      try {
        const page = await promisify(gzip)(html);
        if (page.byteLength > MAX_PRINT_BYTES)
          return { kind: 'missed', reason: 'the page is too large: leave out pictures or parts' };
        const report = await ask({ checkId: randomUUID(), page }, signal);
        if (report === null)
          return { kind: 'missed', reason: 'no checker made it in time: start a process with the role “checker”' };
        const { print } = report;
        if (print.kind === 'missed') return print;
        return { kind: 'printed', pdf: await promisify(gunzip)(print.pdf, { maxOutputLength: 50_000_000 }) };
      } catch (error) {
        logger.warn({ err: error }, 'could not print a page');
        return { kind: 'missed', reason: 'the server failed, and its log says why' };
      }
    },
  };
}
