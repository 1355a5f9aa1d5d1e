/** The tags in use, as suggestions. */

import type { TagAnswer } from '../../../query-service/contract/answers/links.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { NONE } from './TagInput.tsx';

/** The tags that links have; of one team where one is named. */
export function useTags(teamId?: string): readonly TagAnswer[] {
  return useAnswer(pathTo('/api/tags', teamId ? { query: { teamId } } : {})).data ?? NONE;
}
