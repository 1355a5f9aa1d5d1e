import { usePage } from '../../platform/api/use-answer.ts';
import { type BaseFilter, pathOf } from '../filters/list-request.ts';
import type { ListView } from '../filters/list-view.ts';

/** One page of links; the page before stays until the next one is here. */
export function useLinkList(view: ListView, baseFilter: BaseFilter) {
  return usePage(pathOf(view, baseFilter), { keepPreviousData: true });
}
