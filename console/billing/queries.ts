/** The subscription of the signed-in person. */

import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const KEY = pathTo('/api/subscription');

export function useSubscription() {
  return useAnswer(KEY);
}
