/**
 * Prints pages of the server itself as tagged PDFs, in a browser apart from checks and screenshots. A page runs no
 * script and reaches no network: all that it shows is in it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MAX_PRINT_BYTES, type Print } from '../../command-service/contract/check-contract.ts';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { BrowserPool, BrowserUnavailableError, type Tab } from '../browser/browser-pool.ts';

export interface Printer {
  /** Prints an HTML page that is in gzip. Never rejects. */
  print(page: Uint8Array, signal: AbortSignal): Promise<Print>;
  /** Leaves no process or file behind. */
  close(): Promise<void>;
}

interface PrinterOptions {
  readonly chromePath?: string;
  readonly logger: Logger;
  /** Time limit of a page once the browser runs. Default 30,000. */
  readonly timeoutMs?: number;
}

/** Resolves when the page has its fonts and images; those that cannot be read are left out. */
const COMPLETE = `document.fonts.ready.then(() =>
  Promise.all(Array.from(document.images, (image) => image.decode().catch(() => null))).then(() => null))`;

/** For installations that never start a browser. */
export const NO_PRINTER: Printer = {
  print: async () => missed('no browser starts here, because CHECKER_RENDER is “never”'),
  close: async () => {},
};

/** Opens the service. It starts no browser before the first page. */
export function openPrinter({ chromePath, logger, timeoutMs = 30_000 }: PrinterOptions): Printer {
  const guard = makeGuard();
  const pool = new BrowserPool({
    dialer: makeDialer({ guard }),
    ...{ guard, logger, tabs: 1, idleMs: 30_000, ownFonts: true },
    ...(chromePath === undefined ? {} : { chromePath }),
  });
  return {
    async print(page, signal) {
      try {
        const html = String(await promisify(gunzip)(page));
        const printed = await pool.use('about:blank', (tab) => printedIn(tab, html, timeoutMs, signal));
        if (printed === null) return missed('the browser did not finish in time: leave out parts');
        const pdf = await promisify(gzip)(printed);
        if (pdf.byteLength <= MAX_PRINT_BYTES) return { kind: 'printed', pdf };
        return missed('the PDF is too large: leave out pictures or parts');
      } catch (error) {
        if (error instanceof BrowserUnavailableError) return missed(error.message);
        if (!signal.aborted) logger.warn({ err: error }, 'could not print a page');
        return missed('the browser failed on this page');
      }
    },
    close: () => pool.close(),
  };
}

function missed(reason: string): Print {
  return { kind: 'missed', reason };
}

/** The PDF; null after the time limit. */
function printedIn({ cdp, frame }: Tab, html: string, timeoutMs: number, signal: AbortSignal) {
  cdp.on('Fetch.requestPaused', ({ requestId }) => {
    void cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => {});
  });
  const print = async () => {
    await Promise.all([
      // Addresses with `data:` make no request.
      cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      cdp.send('Emulation.setScriptExecutionDisabled', { value: true }),
      cdp.send('Runtime.runIfWaitingForDebugger'),
    ]);
    await cdp.send('Page.setDocumentContent', { frameId: frame, html });
    await cdp.send('Runtime.evaluate', { expression: COMPLETE, awaitPromise: true });
    const { data } = await cdp.send('Page.printToPDF', {
      ...{ generateTaggedPDF: true, generateDocumentOutline: true },
      ...{ printBackground: true, preferCSSPageSize: true },
    });
    return Buffer.from(data, 'base64');
  };
  return Promise.race([print(), pause(timeoutMs, null, { signal: AbortSignal.any([signal]), ref: false })]);
}
