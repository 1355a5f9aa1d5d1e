/** Reads a CSV file row by row, with any common separator. */
import { CsvError, parse } from 'csv-parse';
import { Turns } from '../../infra/ports/process/turns.ts';
import { decodeText } from './decode-text.ts';
import { agreedSeparator, isNameless, namedSeparator, SEPARATORS, titleLines } from './table-layout.ts';

/** A line of a file with at least one filled cell. */
interface Line {
  /** The line number that a spreadsheet shows: from 1, empty lines included. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** One row: a line with its number among the filled lines below the header, from 1. */
export interface CsvRow extends Line {
  readonly row: number;
}

/** The rest of the file is unreadable; the message is for people. */
export class CsvSyntaxError extends Error {
  override readonly name = 'BrokenCsv';
}

/** The longest header line accepted. */
const MAX_HEADER = 65_536;
/** The longest row accepted, in characters: two full cells of a spreadsheet, which hold 32,767 each, and the rest. */
const MAX_RECORD = 131_072;
/** The most lines that are read, blank lines included: as many as a spreadsheet has. */
const MAX_LINES = 1_048_576;
const MAX_COLUMNS = 1_000;
/** Characters parsed at once: their rows are parsed in one go, and then wait. */
const PIECE = 1_024;
/** A title and its table may come from two programs: a file may mix line ends. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** Lines read ahead to recognize the columns. */
const SAMPLE_LINES = 200;
/** Lines, and at most MAX_HEADER characters, read ahead to recognize the separator. */
const SEPARATOR_LINES = 100;

export interface Csv {
  /** The names of the columns; 'Column A' and so on if the file has none. Empty for an empty file. */
  readonly header: readonly string[];
  /** The first rows, which `rows` yields too. */
  readonly sample: readonly CsvRow[];
  /** @throws CsvSyntaxError for a quote that is never closed, a row that is too long, and too many lines. */
  readonly rows: AsyncIterable<CsvRow>;
}

/**
 * Opens a file: cells separated by comma, semicolon, tab or pipe, or by what a first line `sep=` names, quoted line
 * breaks, any line ends; empty lines are skipped. A first line with addresses is not a header: the columns then have no
 * names. Titles above the header are skipped.
 * @param separator null: the first lines decide. @throws NotTextError; CsvSyntaxError if the first line is not a header,
 * or has more than 1,000 columns.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, separator: string | null = null): Promise<Csv> {
  const texts = decodeText(bytes)[Symbol.asyncIterator]();
  let head = '';
  let skipped = 0;
  let ended = false;
  while (!ended && head.length <= MAX_HEADER) {
    const next = await texts.next();
    if (next.done === true) ended = true;
    else head += next.value;
    const blank = /^[\r\n]+/.exec(head)?.[0] ?? '';
    skipped += blank.match(/\r\n|\r|\n/g)?.length ?? 0;
    head = head.slice(blank.length);
  }
  const named = namedSeparator(head);
  head = named?.text ?? head;
  const known = separator ?? named?.separator;
  const readings = await readingsOf(head, ended, known === undefined ? SEPARATORS : [known]);
  if (!ended && [...readings.values()].every((lines) => lines.length === 0))
    throw new CsvSyntaxError('The first line is too long for names of columns. Is this a CSV file?');
  async function* whole(): AsyncGenerator<string> {
    yield head;
    for (let next = await texts.next(); next.done !== true; next = await texts.next()) yield next.value;
  }
  return tableOf(linesOf(recordsOf(whole(), known ?? agreedSeparator(readings)), skipped));
}

/** The first filled lines as each separator separates them; without a last line that goes on after the text. */
async function readingsOf(head: string, isWhole: boolean, separators: readonly string[]) {
  const start = head.slice(0, MAX_HEADER);
  const isCut = !isWhole || start.length < head.length;
  const whole = isCut ? start.slice(0, Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r')) + 1) : start;
  async function* sample() {
    yield whole;
  }
  const readings = new Map<string, readonly (readonly string[])[]>();
  for (const separator of separators) {
    const lines: (readonly string[])[] = [];
    try {
      for await (const { cells } of linesOf(recordsOf(sample(), separator), 0)) {
        lines.push(cells);
        if (lines.length > SEPARATOR_LINES) break;
      }
    } catch (error) {
      // The lines before the error decide. Reading the file with this separator reports the error again.
      if (!(error instanceof CsvSyntaxError)) throw error;
    }
    readings.set(separator, lines);
  }
  return readings;
}

/** The lines with their numbers, without blank lines. */
async function* linesOf(records: AsyncGenerator<readonly string[]>, skipped: number): AsyncGenerator<Line> {
  const turns = new Turns();
  let line = skipped;
  for await (const cells of records) {
    await turns.rest();
    line += 1;
    if (line > MAX_LINES)
      throw new CsvSyntaxError(
        `We read only the first ${MAX_LINES.toLocaleString('en')} lines, blank lines included. Import the rest as another file.`,
      );
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
  }
}

async function tableOf(lines: AsyncGenerator<Line>): Promise<Csv> {
  const ahead: Line[] = [];
  let failure: unknown = null;
  try {
    while (ahead.length <= SAMPLE_LINES) {
      const next = await lines.next();
      if (next.done === true) break;
      ahead.push(next.value);
    }
  } catch (error) {
    if (ahead.length === 0) throw error;
    // Yields the rows before the error first, then throws it.
    failure = error;
  }
  const cellsAhead = ahead.map(({ cells }) => cells);
  const top = ahead.slice(titleLines(cellsAhead));
  const hasNames = !isNameless(cellsAhead);
  const header = hasNames ? (top.shift()?.cells ?? []) : lettersFor(ahead);
  if (header.length > MAX_COLUMNS)
    throw new CsvSyntaxError(
      `This file has more than ${MAX_COLUMNS.toLocaleString('en')} columns. Delete those that you do not need.`,
    );
  const sample = (hasNames ? top : ahead).map((line, index) => ({ ...line, row: index + 1 }));
  async function* rows(): AsyncGenerator<CsvRow> {
    yield* sample;
    if (failure !== null) throw failure;
    let row = sample.length;
    for await (const line of lines) {
      row += 1;
      yield { ...line, row };
    }
  }
  return { header, sample, rows: rows() };
}

/** The names of columns as a spreadsheet shows them: Column A, Column B. */
function lettersFor(lines: readonly Line[]): readonly string[] {
  const width = lines.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  return Array.from({ length: width }, (_, index) => `Column ${letters(index)}`);
}

function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${letters(Math.floor(index / 26) - 1)}${last}`;
}

/** Yields records as they are parsed, so that the rows before a syntax error are read. */
async function* recordsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  parser.on('error', broken.reject);
  /** Characters since the last row: the parser does not count the separators of empty cells. */
  let unfinished = 0;
  const ready = (): readonly string[] | null => {
    const record = parser.read();
    if (record !== null) unfinished = 0;
    return record;
  };
  try {
    for await (const piece of piecesOf(text)) {
      unfinished += piece.length;
      const taken = new Promise<void>((resolve) => parser.write(piece, () => resolve()));
      for (let record = ready(); record !== null; record = ready()) yield record;
      await Promise.race([taken, broken.promise]);
      for (let record = ready(); record !== null; record = ready()) yield record;
      // Quotation marks in a quoted cell are written twice.
      if (unfinished > 2 * MAX_RECORD) throw new CsvSyntaxError(TOO_LONG);
    }
    await Promise.race([new Promise<void>((resolve) => parser.end(() => resolve())), broken.promise]);
    for (let record = ready(); record !== null; record = ready()) yield record;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new CsvSyntaxError(TOO_LONG);
    throw new CsvSyntaxError(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark is never closed, so the rest of the file is unreadable. Close it and import the rest.'
        : `We could not read the file as CSV: ${error.message}`,
    );
  } finally {
    parser.destroy();
  }
}

const TOO_LONG = `A row has more than ${MAX_RECORD.toLocaleString('en')} characters, so the rest of the file was not read. Shorten it, or close a quotation mark that is open there, and import the rest.`;

/** The text in short pieces, never cut within a surrogate pair. */
async function* piecesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of text) {
    for (let from = 0; from < chunk.length; ) {
      const end = from + PIECE;
      const to = /[\uD800-\uDBFF]/.test(chunk.charAt(end - 1)) ? end + 1 : end;
      yield chunk.slice(from, to);
      from = to;
    }
  }
}
