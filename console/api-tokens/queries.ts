/** The API tokens one has. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const TOKENS_URL = pathTo('/api/tokens');

export function useTokens() {
  return useAnswer(TOKENS_URL);
}
