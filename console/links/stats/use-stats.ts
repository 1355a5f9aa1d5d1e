/** The counts over a list of links. */
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import type { BaseFilter } from '../filters/list-request.ts';

export function useStats(baseFilter: BaseFilter) {
  return useAnswer(pathTo('/api/stats', { query: { ...baseFilter } }));
}
