/** The history of a link. */
import type { SWRConfiguration } from 'swr';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { type ApiError, pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';

export function useLinkHistory(id: string, options: SWRConfiguration<readonly HistoryAnswer[], ApiError> = {}) {
  return useAnswer(pathTo('/api/links/:id/history', { params: { id } }), options);
}
