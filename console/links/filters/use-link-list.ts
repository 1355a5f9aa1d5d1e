/** The page of links that a list shows. */
import { usePage } from '../../platform/api/use-answer.ts';
import { type BaseFilter, pathOf } from './list-request.ts';
import type { ListView } from './list-view.ts';

/** One page of links; the previous page stays until it is loaded. */
export function useLinkList(view: ListView, baseFilter: BaseFilter) {
  return usePage(pathOf(view, baseFilter), { keepPreviousData: true });
}
