/** Joins the newest page with the stories that were read before. Pure. */
import type { StoryAnswer } from '../../query-service/contract/answers/ledger.ts';

/**
 * The stories, newest first, each once, with its newest numbers. If the newest page does not overlap the older stories,
 * stories may be missing between them: the result is then the newest page alone.
 */
export function mergeNewest(newest: readonly StoryAnswer[], loaded: readonly StoryAnswer[]): readonly StoryAnswer[] {
  const ids = new Set(newest.map(({ id }) => id));
  const touches = loaded.some(({ id }) => ids.has(id));
  return touches ? [...newest, ...loaded.filter(({ id }) => !ids.has(id))] : newest;
}
