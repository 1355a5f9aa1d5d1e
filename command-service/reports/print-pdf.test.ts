import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { answerOrders } from '../../checker/answer-orders.ts';
import { NO_PRINTER, type Printer } from '../../checker/render/printer.ts';
import { createCheckQueue } from '../../infra/engines/embedded/stores/check-queue.ts';
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { MAX_PRINT_BYTES, type PrintOrder, type PrintReport } from '../contract/check-contract.ts';
import { openPdfPrinter } from './print-pdf.ts';

const never = new AbortController().signal;

const answering = (
  queue: CheckQueue<PrintOrder, PrintReport>,
  printer: Pick<Printer, 'print'>,
  log: Logger,
  signal: AbortSignal,
) =>
  answerOrders(
    queue,
    async ({ checkId, page }) => ({ checkId, print: await printer.print(page, signal) }),
    log,
    signal,
  );

function setup(againMs?: number) {
  const stop = new AbortController();
  const queue = createCheckQueue<PrintOrder, PrintReport>();
  const log = recordingLog();
  return { ...openPdfPrinter(queue, log, stop.signal, againMs), queue, log, stop };
}

test('a page goes to a checker, and its PDF comes back, each to its order', async (t) => {
  const { printPdf, running, queue, log, stop } = setup();
  const copier = {
    print: async (page: Uint8Array) => ({ kind: 'printed' as const, pdf: gzipSync(`%PDF of ${gunzipSync(page)}`) }),
  };
  const printing = answering(queue, copier, log, stop.signal);
  const both = await Promise.all([printPdf('<p>ä</p>', never), printPdf('<p>b</p>', never)]);
  t.deepEqual(
    both.map((print) => print.kind === 'printed' && Buffer.from(print.pdf).toString()),
    ['%PDF of <p>ä</p>', '%PDF of <p>b</p>'],
  );
  stop.abort();
  await Promise.all([running, printing]);
});

test('an installation that starts no browser says so at once', async (t) => {
  const { printPdf, running, queue, log, stop } = setup();
  const printing = answering(queue, NO_PRINTER, log, stop.signal);
  const print = await printPdf('<p>a</p>', never);
  t.regex(print.kind === 'missed' ? print.reason : '', /CHECKER_RENDER/);
  stop.abort();
  await Promise.all([running, printing]);
});

test('a PDF is missed for people if the page is too large, no checker runs, the PDF is broken or the wait ends', async (t) => {
  const { printPdf, running, queue, log, stop } = setup(5);
  const large = await printPdf(randomBytes(MAX_PRINT_BYTES).toString('base64'), never);
  t.deepEqual(large, {
    kind: 'missed',
    reason: 'the page is too large: leave out pictures or parts',
  });
  const alone = await printPdf('<p>a</p>', never);
  t.regex(alone.kind === 'missed' ? alone.reason : '', /no checker made it in time/);
  const broken = { print: async () => ({ kind: 'printed' as const, pdf: new Uint8Array([1, 2]) }) };
  const printing = answering(queue, broken, log, stop.signal);
  t.is((await printPdf('<p>a</p>', never)).kind, 'missed');
  t.regex(JSON.stringify(log.lines), /could not print a page/);
  t.is((await printPdf('<p>a</p>', AbortSignal.abort())).kind, 'missed');
  stop.abort();
  await Promise.all([running, printing]);
});
