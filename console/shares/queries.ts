/** The shares that the signed-in person may manage. */
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';

export function useShares() {
  return usePage(pathTo('/api/shared-links'));
}
