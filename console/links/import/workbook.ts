/** Turns a sheet of an XLSX workbook into CSV, within bounds. Runs in a worker; the library comes with the worker. */
import { type CellValue, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { RowCompleter, readDetails } from './sheet-details.ts';

/** Why a file cannot be read. */
export type WorkbookProblem = 'too-large' | 'unreadable' | 'no-sheet';

/** The file cannot be read. The worker throws this error, and the page has its text. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly problem: WorkbookProblem;

  constructor(problem: WorkbookProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

export interface Workbook {
  /** The names of the visible sheets. */
  readonly sheets: readonly string[];
  /** The sheet that was read. */
  readonly sheet: string;
  readonly csv: Blob;
}

/** Entries of the archive, and their bytes once unpacked. The library stops at the size that an entry states. */
const MAX_ENTRIES = 2_000;
const MAX_UNPACKED = 512 * 1024 * 1024;
/** Rows with a filled cell: the server's limit, the header and one more, so that the server reports the limit. */
const MAX_ROWS = 100_002;
/** Characters of the CSV text: as many as the server takes bytes. */
const MAX_TEXT = 64 * 1024 * 1024;
/** Rows in which addresses are looked for to choose the sheet. */
const LOOKED_AT = 50;
/** Characters gathered before they become a part of the file. */
const PART = 1_000_000;

/**
 * Reads a sheet: the wanted one, else the first visible one with addresses, else the first visible one. Line numbers stay
 * those of the sheet, days become YYYY-MM-DD, and cells have the address behind their words and the value merged over them.
 * @throws WorkbookError
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, wanted: string | null): Promise<Workbook> {
  refuseBombs(bytes);
  try {
    const sheets = await visibleSheets(bytes);
    const [first] = sheets;
    if (first === undefined) throw new WorkbookError('no-sheet');
    const chosen = sheets.find((name) => name === wanted) ?? (await sheetWithAddresses(bytes, sheets)) ?? first;
    return { sheets, sheet: chosen, csv: await csvOf(bytes, chosen) };
  } catch (error) {
    throw error instanceof WorkbookError ? error : new WorkbookError('unreadable', { cause: error });
  }
}

/**
 * Refuses an archive whose directory states too much, or hides the size of an entry. Layout: APPNOTE.TXT of the ZIP format,
 * 4.3.12 and 4.3.16.
 */
function refuseBombs(bytes: Uint8Array<ArrayBuffer>): void {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && data.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new WorkbookError('unreadable');
  const entries = data.getUint16(end + 10, true);
  let at = data.getUint32(end + 16, true);
  if (entries > MAX_ENTRIES) throw new WorkbookError('too-large');
  let unpacked = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || data.getUint32(at, true) !== 0x02014b50) throw new WorkbookError('unreadable');
    const packed = data.getUint32(at + 20, true);
    const size = data.getUint32(at + 24, true);
    // An empty entry takes two bytes at most; one of unknown size would have no limit.
    if (size === 0 && packed > 2) throw new WorkbookError('unreadable');
    unpacked += size;
    if (unpacked > MAX_UNPACKED) throw new WorkbookError('too-large');
    at += 46 + data.getUint16(at + 28, true) + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
}

async function visibleSheets(bytes: Uint8Array): Promise<readonly string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (hidden !== true && veryHidden !== true) names.push(name);
      return false;
    },
  });
  return names;
}

async function sheetWithAddresses(bytes: Uint8Array, sheets: readonly string[]): Promise<string | undefined> {
  if (sheets.length < 2) return undefined;
  for (const sheet of sheets) {
    for await (const { values } of streamXlsxRows(bytes, { sheet, maxRows: LOOKED_AT })) {
      if (values.some((value) => typeof value === 'string' && /^\s*https?:\/\//i.test(value))) return sheet;
    }
  }
  for (const sheet of sheets) if ((await readDetails(bytes, sheet, LOOKED_AT)).targets.size > 0) return sheet;
  return undefined;
}

async function csvOf(bytes: Uint8Array, sheet: string): Promise<Blob> {
  const completer = new RowCompleter(await readDetails(bytes, sheet, MAX_ROWS));
  const parts: Blob[] = [];
  let text = '';
  let length = 0;
  let filled = 0;
  let line = 0;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (!Number.isSafeInteger(index) || index < line) throw new WorkbookError('unreadable');
    const row = completer.complete(index, values).map(cellOf).join(',').replace(/,+$/, '');
    if (row === '') continue;
    filled += 1;
    const added = `${'\n'.repeat(index - line)}${row}\n`;
    line = index + 1;
    length += added.length;
    if (length > MAX_TEXT) throw new WorkbookError('too-large');
    text += added;
    if (text.length > PART) {
      parts.push(new Blob([text]));
      text = '';
    }
    if (filled >= MAX_ROWS) break;
  }
  return new Blob([...parts, text], { type: 'text/csv' });
}

function cellOf(value: CellValue): string {
  const text = value instanceof Date ? dayOf(value) : String(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
