/** Reads a CSV file row by row, with any common separator. */
import { CsvError, parse } from 'csv-parse';
import { decodeText } from './decode-text.ts';

/** One row: its number below the header, from 1, and its cells. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rest of the file is unreadable; the message is for people. */
export class CsvSyntaxError extends Error {
  override readonly name = 'BrokenCsv';
}

/** The longest header line accepted. */
const MAX_HEADER = 65_536;
const SEPARATORS = [',', ';', '\t'] as const;

export interface Csv {
  /** The cells of the first line; empty for an empty file. */
  readonly header: readonly string[];
  /** The rows below it. @throws CsvSyntaxError for a quote that is never closed. */
  readonly rows: AsyncIterable<CsvRow>;
}

/**
 * Opens a file: cells separated by comma, semicolon or tab, quoted line breaks, any line ends; empty lines are skipped.
 * @throws NotTextError; CsvSyntaxError if the first line is not a header.
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

/** Takes records as they come, not at the end, so that the rows before a syntax error are read. */
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

/** The end of the first line, ignoring quoted line breaks; null if it goes on. */
function endOfFirstLine(text: string): number | null {
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) return index;
  }
  return null;
}

/** The separator that occurs most often in the first line outside quotes; in a line without one, any will do. */
function separatorOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counted = SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length - 1 }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}
