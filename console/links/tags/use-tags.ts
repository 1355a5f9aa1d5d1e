/** The tags in use, as suggestions. */

import type { TagAnswer } from '../../../query-service/contract/answers/links.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';

/** One array, so that the value stays stable while the tags load. */
const NONE: readonly TagAnswer[] = [];

/** The tags in use; of one team if one is named. */
export function useTags(teamId?: string): readonly TagAnswer[] {
  return useAnswer(pathTo('/api/tags', teamId ? { query: { teamId } } : {})).data ?? NONE;
}
