/** The words of lists that are shown as cards. */
export const messages = {
  retry: 'Try again',
  showMore: 'Show more',
  clearSearch: 'Clear search',
  live: 'Live',
  pending: 'Pending',
  removed: 'Removed',
  lost: 'Lost',
  total: 'Total',
  statistics: 'Statistics',
  noLinks: 'No links yet',
  pages: 'Pages',
} as const;

function count(many: number, one: string): string {
  return `${many.toLocaleString('en')} ${many === 1 ? one : `${one}s`}`;
}

export function formatLinks(many: number): string {
  return count(many, 'link');
}

/** '12 links · 67% live'. */
export function formatShare({ total, live }: { readonly total: number; readonly live: number }): string {
  return `${formatLinks(total)} · ${formatPercent(Math.round((100 * live) / total))}`;
}

/** '67% live'. */
export function formatPercent(percent: number): string {
  return `${percent}% live`;
}
