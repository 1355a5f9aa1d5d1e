/** The API tokens of the signed-in person. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const TOKENS_URL = pathTo('/api/tokens');

export function useTokens() {
  return useAnswer(TOKENS_URL);
}
