/** The answer of an import. */
import type { ImportAnswer } from '../../query-service/contract/answers/imports.ts';
import type { Csv } from './csv.ts';
import type { Reading } from './reading.ts';

/** The number of rows, and of characters in a cell, in the sample of a file. */
const SAMPLE = 5;
const SAMPLE_CELL = 200;
const NOTHING = { imported: 0, duplicates: 0, failures: [], skipped: [], ambiguousDates: null } as const;

/** The answer for a file with unknown columns: its first rows help to choose the columns. */
export function presentUnread(csv: Csv, reading: Reading, problem: string): ImportAnswer {
  return presentImport(csv, reading, null, { ...NOTHING, problem });
}

export function presentImport(
  { header, sample: first }: Csv,
  { columns, dateOrder, remembered }: Reading,
  importId: string | null,
  found: Pick<ImportAnswer, 'imported' | 'duplicates' | 'problem' | 'failures' | 'skipped' | 'ambiguousDates'>,
): ImportAnswer {
  const { imported, duplicates, problem, failures, skipped, ambiguousDates } = found;
  const failed = failures.length;
  const named = header.map((name, index) => ({ header: name, field: columns[index] ?? null }));
  const message = `Imported ${imported} links, ${failed} failed`;
  const sample = first.slice(0, SAMPLE).map(({ cells }) => cells.map((cell) => cell.slice(0, SAMPLE_CELL)));
  return {
    importId,
    message,
    imported,
    failed,
    duplicates,
    columns: named,
    remembered,
    dateOrder,
    ambiguousDates,
    problem,
    failures,
    skipped,
    sample,
  };
}
