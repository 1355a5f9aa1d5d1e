/** The positions of the views that change streams report. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { WATCHED_VIEWS } from './change-summary.ts';

interface ViewPositions {
  /** Every answer includes the events up to this position. */
  readonly min: number;
  /** No answer includes an event after this. */
  readonly max: number;
}

/** Reads the lowest and the highest of these positions. */
export async function viewPositions(reads: Pick<ReadStore, 'positions'>): Promise<ViewPositions> {
  const positions = await reads.positions(WATCHED_VIEWS);
  return { min: Math.min(...positions), max: Math.max(...positions) };
}
