/** What a chosen file is, and its contents as the server takes them. */

import { messages, WORKBOOK_PROBLEMS } from './messages.ts';
import type { Workbook } from './workbook.ts';
import type { WorkbookReply, WorkbookRequest } from './workbook.worker.ts';

/** The file cannot be read; the message is for people. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** The longest time to read a workbook: no real workbook takes as long. */
const WORKBOOK_MS = 120_000;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The containers of XLS files, and of workbooks with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

interface FileContents {
  /** A text file as it is; of a workbook, the chosen sheet as CSV. */
  readonly rows: Blob;
  /** Of a workbook with several visible sheets: their names, and the one that was read. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

/**
 * The contents of a file. Its first bytes show which kind of file it is.
 * @param sheet the wanted sheet of a workbook; null: the first with addresses.
 * @throws FileError; the signal's reason after an abort.
 */
export async function readFile(file: Blob, sheet: string | null, signal: AbortSignal): Promise<FileContents> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => byte === start[index]);
  if (startsWith(OLE)) {
    throw new FileError(messages.oldExcel);
  }
  if (!startsWith(ZIP)) return { rows: file, sheets: [], sheet: null };
  const workbook = await inWorker({ file, sheet }, AbortSignal.any([signal, AbortSignal.timeout(WORKBOOK_MS)]));
  return { rows: workbook.csv, sheets: workbook.sheets, sheet: workbook.sheet };
}

async function inWorker(request: WorkbookRequest, signal: AbortSignal): Promise<Workbook> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<WorkbookReply>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkbookReply>) => resolve(data), { once: true });
      worker.addEventListener('error', () => reject(new FileError(messages.workbookFailed)));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.postMessage(request);
    });
    if ('problem' in answer) throw new FileError(WORKBOOK_PROBLEMS[answer.problem]);
    return answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new FileError(messages.workbookSlow);
    }
    throw error;
  } finally {
    worker.terminate();
  }
}

/** The media type of pasted lines: their separator is the tab, unless commas or semicolons separate addresses. */
export function pastedType(text: string): 'text/tab-separated-values' | 'text/csv' {
  const isSeparated =
    !text.includes('\t') && /[^\s?]*:\/\/[^\s?]+["']?\s*[,;]\s*["']?(?:https?:\/\/|[\w-]+\.)/i.test(text);
  return isSeparated ? 'text/csv' : 'text/tab-separated-values';
}
