/** Texts of the command palette. */

import english from '../../languages/en/app.palette.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('app.palette', english);

export { messages };

/** More words that find an action. */
export const KEYWORDS = labels('keyword');

/** 'Search links for “lamp”'. */
export function searchLinksFor(typed: string): string {
  return format('searchLinks', { typed });
}

/** '3 results', for screen readers. */
export function formatResults(count: number): string {
  return format('results', { count });
}
