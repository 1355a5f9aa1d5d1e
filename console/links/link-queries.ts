/** Reads a link. */

import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export function linkPath(id: string) {
  return pathTo('/api/links/:id', { params: { id } });
}

export function useLink(id: string) {
  return useAnswer(linkPath(id));
}
