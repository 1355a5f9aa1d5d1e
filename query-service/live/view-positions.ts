/** Where the views stand whose changes people are told of. */
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { WATCHED_VIEWS } from './changes.ts';

export interface ViewPositions {
  /** Every answer shows at least what happened up to here. */
  readonly least: number;
  /** No answer shows more than what happened up to here. */
  readonly most: number;
}

export async function viewPositions(reads: Pick<ReadStore, 'position'>): Promise<ViewPositions> {
  const positions = await Promise.all(WATCHED_VIEWS.map((view) => reads.position(view)));
  return { least: Math.min(...positions), most: Math.max(...positions) };
}
