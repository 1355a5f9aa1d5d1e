/** The tags in use, as suggestions. */

import useSWR from 'swr';
import type { TagAnswer } from '../../../query-service/contract/answers/links.ts';
import { type ApiError, get } from '../../platform/api/client.ts';
import { NONE } from './TagInput.tsx';

/** The tags that links have; of one team where one is named. */
export function useTags(teamId?: string): readonly TagAnswer[] {
  const query = teamId === undefined || teamId === '' ? '' : `?${new URLSearchParams({ teamId })}`;
  return useSWR<readonly TagAnswer[], ApiError>(`/api/tags${query}`, get<readonly TagAnswer[]>).data ?? NONE;
}
