/** The API tokens one has. */
import useSWR from 'swr';
import type { TokenAnswer } from '../../query-service/contract/answers/tokens.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export const TOKENS_URL = '/api/tokens';

export function useTokens() {
  return useSWR<readonly TokenAnswer[], ApiError>(TOKENS_URL, get<readonly TokenAnswer[]>);
}
