/** Texts of lists: paging, search, changes. */
import { formatCount } from '../../platform/format/counts.ts';

export const messages = {
  showMore: 'Show more',
  clearSearch: 'Clear search',
  pages: 'Pages',
  previousPage: 'Go to previous page',
  nextPage: 'Go to next page',
  rowsPerPage: 'Rows per page',
  page: 'Page',
} as const;

/** After the number of a page: 'of 123 pages'. */
export function formatOfPages(last: number): string {
  return `of ${formatCount(last, 'page')}`;
}
