/** The answer of an import. */
import type { ImportAnswer } from '../../query-service/contract/answers/imports.ts';
import type { Csv } from './csv.ts';
import type { Reading } from './reading.ts';

/** The number of rows, and of characters in a cell, in the sample of a file. */
const SAMPLE = 5;
const SAMPLE_CELL = 200;
const NOTHING = {
  imported: 0,
  duplicates: 0,
  failures: [],
  skipped: [],
  ambiguousDates: null,
  lacksCurrency: false,
  leftOut: null,
} as const;

/** The answer for a file with unknown columns: its first rows help to choose the columns. */
export function presentUnread(csv: Csv, reading: Reading, problem: string): ImportAnswer {
  return presentImport(csv, reading, null, { ...NOTHING, problem });
}

export function presentImport(
  { header, sample: first }: Csv,
  { columns, dateOrder, remembered, unclearDays }: Reading,
  importId: string | null,
  found: Omit<ImportAnswer, keyof Reading | 'importId' | 'message' | 'failed' | 'sample'>,
): ImportAnswer {
  const { imported, failures } = found;
  const failed = failures.length;
  const named = header.map((name, index) => ({ header: name, field: columns[index] ?? null }));
  const message = `Imported ${imported} links, ${failed} failed`;
  const sample = first.slice(0, SAMPLE).map(({ cells }) => cells.map((cell) => cell.slice(0, SAMPLE_CELL)));
  return { importId, message, failed, columns: named, remembered, dateOrder, unclearDays, sample, ...found };
}
