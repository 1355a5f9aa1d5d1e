/** Texts of lists: paging, search, changes. */

import english from '../../languages/en/ui.lists.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('ui.lists', english);

export { messages };

/** 'Show more (12)'. */
export function formatShowMore(count: number): string {
  return format('showMore', { count });
}

/** After the number of a page: 'of 123 pages'. */
export function formatOfPages(last: number): string {
  return format('ofPages', { last });
}
