/** Writes rows to a file as NDJSON, CSV or Parquet. The file appears once complete, and replaces no other. */
import { createWriteStream, existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { StartError } from '../../../ports/process/start-error.ts';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';

/** A row by column; values are JSON. */
export type Row = Readonly<Record<string, unknown>>;
/** Batches of rows; each call begins anew. */
export type Rows = () => AsyncIterable<readonly Row[]>;

const FORMAT = /\.(ndjson|ndjson\.gz|csv|csv\.gz|parquet)$/;
/** Rows of one row group of a Parquet file. */
const GROUP_ROWS = 20_000;

/**
 * Checks that a file can be written under this name.
 * @throws StartError if its ending names no format, it exists, or its folder does not.
 */
export function requireNewFile(file: string): void {
  if (!FORMAT.test(file)) {
    throw new StartError(`${file} must end in .ndjson, .ndjson.gz, .csv, .csv.gz or .parquet.`);
  }
  if (existsSync(file)) throw existing(file);
  if (!existsSync(path.dirname(path.resolve(file)))) throw new StartError(`The folder of ${file} does not exist.`);
}

function existing(file: string): StartError {
  return new StartError(`${file} already exists: remove it, or name another file.`);
}

/**
 * Writes the rows in the format of the name's ending. Values other than texts, numbers and booleans are JSON in CSV and
 * Parquet. Returns the number of rows.
 * @throws StartError if the disk is full or the file cannot be written; nothing is left then.
 */
export async function writeRows(file: string, rows: Rows): Promise<number> {
  requireNewFile(file);
  const [, format = ''] = FORMAT.exec(file) ?? [];
  const draft = `${file}.part`;
  try {
    await (await open(draft, 'wx', 0o600)).close();
    let count = 0;
    const counted: Rows = async function* () {
      count = 0;
      for await (const batch of rows()) {
        count += batch.length;
        yield batch;
      }
    };
    if (format === 'parquet') await writeParquet(draft, counted);
    else {
      const lines = Readable.from(format.startsWith('csv') ? csvLines(counted) : ndjsonLines(counted));
      const out = createWriteStream(draft, { flush: true });
      await (format.endsWith('gz') ? pipeline(lines, createGzip(), out) : pipeline(lines, out));
    }
    // Unlike a rename, a link never replaces a file.
    await link(draft, file);
    await rm(draft);
    return count;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // A draft of another run is not ours to remove.
    if (code === 'EEXIST' && !existsSync(file)) throw existing(draft);
    await rm(draft, { force: true });
    if (code === 'EEXIST') throw existing(file);
    if (storageTrouble(error) === 'full') throw new StartError(`The disk is full: ${file} was not written.`);
    if (storageTrouble(error) !== null) throw new StartError(`${file} cannot be written: this user may not.`);
    throw error;
  }
}

async function* ndjsonLines(rows: Rows): AsyncGenerator<string> {
  for await (const batch of rows()) yield batch.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function* csvLines(rows: Rows): AsyncGenerator<string> {
  const columns = [...(await columnsOf(rows)).keys()];
  yield `\uFEFF${stringify([columns])}`;
  for await (const batch of rows()) {
    const lines = batch.map((row) => columns.map((column) => plain(row[column])));
    // Texts that a spreadsheet would take for a formula get a leading apostrophe.
    if (lines.length > 0) yield stringify(lines, { escape_formulas: true, cast: { boolean: String } });
  }
}

function plain(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}

type ColumnType = 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'JSON';

async function writeParquet(file: string, rows: Rows): Promise<void> {
  const types = await columnsOf(rows);
  const columnsWith = (batch: readonly Row[]) =>
    [...types].map(([name, type]) => ({ name, type, data: batch.map((row) => parquetValue(row[name], type)) }));
  const schema = schemaFromColumnData({ columnData: columnsWith([]) });
  const parquet = new ParquetWriter({ writer: fileWriter(file), schema, createdBy: 'Linkledger' });
  const group: Row[] = [];
  const flush = async () => {
    await parquet.write({ columnData: columnsWith(group), rowGroupSize: GROUP_ROWS });
    group.length = 0;
  };
  for await (const batch of rows()) {
    group.push(...batch);
    if (group.length >= GROUP_ROWS) await flush();
  }
  if (group.length > 0) await flush();
  await parquet.finish();
}

function parquetValue(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'INT64' && typeof value === 'number') return BigInt(value);
  return value;
}

/** Every column of the rows, in the order in which they appear, with the type that fits all of its values. */
async function columnsOf(rows: Rows): Promise<ReadonlyMap<string, ColumnType>> {
  const types = new Map<string, ColumnType | null>();
  for await (const batch of rows()) {
    for (const row of batch) {
      for (const [name, value] of Object.entries(row)) types.set(name, common(types.get(name) ?? null, typeOf(value)));
    }
  }
  if (types.size === 0) types.set('id', 'STRING');
  return new Map([...types].map(([name, type]) => [name, type ?? 'STRING']));
}

/** null for a value that does not tell its type. */
function typeOf(value: unknown): ColumnType | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return 'STRING';
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'INT64' : 'DOUBLE';
  return 'JSON';
}

function common(one: ColumnType | null, other: ColumnType | null): ColumnType | null {
  if (one === null || other === null || one === other) return one ?? other;
  const isNumber = (type: ColumnType) => type === 'INT64' || type === 'DOUBLE';
  return isNumber(one) && isNumber(other) ? 'DOUBLE' : 'JSON';
}
