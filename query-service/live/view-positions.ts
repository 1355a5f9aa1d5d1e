/** Where the views stand whose changes people are told of. */
import type { ReadStore } from '../../infra/ports/event-store.ts';
import { TOLD_VIEWS } from './changes.ts';

export interface Standing {
  /** Every answer shows at least what happened up to here. */
  readonly least: number;
  /** No answer shows more than what happened up to here. */
  readonly most: number;
}

export async function standing(reads: Pick<ReadStore, 'position'>): Promise<Standing> {
  const positions = await Promise.all(TOLD_VIEWS.map((view) => reads.position(view)));
  return { least: Math.min(...positions), most: Math.max(...positions) };
}
