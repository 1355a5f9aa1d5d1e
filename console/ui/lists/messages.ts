/** Texts of lists: paging, search, changes. */
export const messages = {
  showMore: 'Show more',
  clearSearch: 'Clear search',
  pages: 'Pages',
  previousPage: 'Go to previous page',
  nextPage: 'Go to next page',
  rowsPerPage: 'Rows per page',
} as const;
