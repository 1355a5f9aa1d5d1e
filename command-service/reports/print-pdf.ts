/** Orders PDFs of the server's own pages from a checker, which has a browser. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { askCheckers } from '../checks/ask-checkers.ts';
import { MAX_PRINT_BYTES, type Print, type PrintOrder, type PrintReport } from '../contract/check-contract.ts';

/** The most bytes of a PDF that is unpacked. */
const MAX_PDF_BYTES = 50_000_000;

const TOO_LARGE = 'The page is too large for a PDF. Leave out pictures or parts of it.';
const NO_CHECKER = 'No checker made the PDF in time. Start a process with the role “checker” and try again.';
const FAILED = 'The PDF could not be made. The log of the server says why.';

export interface PdfPrinter {
  /**
   * Prints a whole HTML page whose styles, images and fonts are in it; its `@page` rules set paper and margins. Never
   * rejects. Without a browser it resolves at once with `missed`, without a checker after some minutes, or on abort.
   */
  printPdf(html: string, signal: AbortSignal): Promise<Print>;
  /** Takes PDFs until the signal aborts. */
  readonly running: Promise<void>;
}

/** Connects to the checkers. @param againMs milliseconds after which an order without a report is announced again. */
export function openPdfPrinter(
  queue: Pick<CheckQueue<PrintOrder, PrintReport>, 'announce' | 'reports'>,
  logger: Pick<Logger, 'warn'>,
  stopping: AbortSignal,
  againMs?: number,
): PdfPrinter {
  const { ask, running } = askCheckers(queue, stopping, againMs);
  return {
    running,
    async printPdf(html, signal) {
      try {
        const page = await promisify(gzip)(html);
        if (page.byteLength > MAX_PRINT_BYTES) return { kind: 'missed', reason: TOO_LARGE };
        const report = await ask({ checkId: randomUUID(), page }, signal);
        if (report === null) return { kind: 'missed', reason: NO_CHECKER };
        const { print } = report;
        if (print.kind === 'missed') return print;
        return { kind: 'printed', pdf: await promisify(gunzip)(print.pdf, { maxOutputLength: MAX_PDF_BYTES }) };
      } catch (error) {
        logger.warn({ err: error }, 'could not print a page');
        return { kind: 'missed', reason: FAILED };
      }
    },
  };
}
