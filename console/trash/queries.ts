/** The deleted links that the signed-in person may restore. */
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';

export function useTrash() {
  return usePage(pathTo('/api/trash'));
}
