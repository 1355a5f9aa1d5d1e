/** Reads a CSV file row by row, whichever of the usual separators it uses. */
import { CsvError, parse } from 'csv-parse';
import { decodeText } from './decode-text.ts';

/** One row: its place among the rows under the header, from 1, and its cells as they stand. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The file cannot be read from here on; the message is for the person who brought it. */
export class CsvSyntaxError extends Error {
  override readonly name = 'BrokenCsv';
}

/** A header line longer than this is no header. */
const MAX_HEADER = 65_536;
const SEPARATORS = [',', ';', '\t'] as const;

export interface Csv {
  /** The cells of the first line; empty for an empty file. */
  readonly header: readonly string[];
  /** The rows below it. @throws BrokenCsv where a quote is never closed. */
  readonly rows: AsyncIterable<CsvRow>;
}

/**
 * Opens a file: comma, semicolon or tab between cells, quoted line breaks, any line ends, empty lines passed over.
 * @throws NotText, BrokenCsv when the first line is no header.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>): Promise<Csv> {
  const texts = decodeText(bytes)[Symbol.asyncIterator]();
  let head = '';
  let ended = false;
  let lineEnd = endOfFirstLine(head);
  while (!ended && lineEnd === null) {
    if (head.length > MAX_HEADER) throw new CsvSyntaxError('The first line is too long to be the names of columns.');
    const next = await texts.next();
    if (next.done === true) ended = true;
    else head += next.value;
    head = head.replace(/^[\r\n]+/, '');
    lineEnd = endOfFirstLine(head);
  }
  async function* whole(): AsyncGenerator<string> {
    yield head;
    for (let next = await texts.next(); next.done !== true; next = await texts.next()) yield next.value;
  }
  const records = recordsOf(whole(), separatorOf(head.slice(0, lineEnd ?? head.length)));
  const first = await records.next();
  return { header: first.done === true ? [] : first.value, rows: numbered(records) };
}

async function* numbered(records: AsyncGenerator<readonly string[]>): AsyncGenerator<CsvRow> {
  let row = 0;
  for await (const cells of records) {
    row += 1;
    yield { row, cells };
  }
}

/** What stands before the place where a file breaks is read: so records are taken as they come, not at the end. */
async function* recordsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<readonly string[]> {
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  parser.on('error', broken.reject);
  const ready = (): readonly string[] | null => parser.read();
  try {
    for await (const chunk of text) {
      const taken = new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
      for (let record = ready(); record !== null; record = ready()) yield record;
      await Promise.race([taken, broken.promise]);
      for (let record = ready(); record !== null; record = ready()) yield record;
    }
    await Promise.race([new Promise<void>((resolve) => parser.end(() => resolve())), broken.promise]);
    for (let record = ready(); record !== null; record = ready()) yield record;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvSyntaxError(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark is opened and never closed: what follows it cannot be told apart.'
        : `The file cannot be read as CSV: ${error.message}`,
    );
  } finally {
    parser.destroy();
  }
}

/** Where the first line ends, line breaks in quotes not counted; null while it goes on. */
function endOfFirstLine(text: string): number | null {
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) return index;
  }
  return null;
}

/** The separator the first line has most of outside quotes; a line with none has one column, and any will do. */
function separatorOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counted = SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length - 1 }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}
