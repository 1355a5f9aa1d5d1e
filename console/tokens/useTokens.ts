/** The API tokens one has. */
import useSWR from 'swr';
import type { TokenAnswer } from '../../query-service/answers/tokens.ts';
import { type ApiError, get } from '../api.ts';

export const TOKENS = '/api/tokens';

export function useTokens() {
  return useSWR<readonly TokenAnswer[], ApiError>(TOKENS, get<readonly TokenAnswer[]>);
}
