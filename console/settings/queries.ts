/** What a person has set, and the way to change it. */

import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const KEY = pathTo('/api/user/settings');

export function useSettings() {
  return useAnswer(KEY);
}
