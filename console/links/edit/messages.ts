/** Texts of the Add and Edit Backlink dialogs. */

import english from '../../languages/en/links.edit.json' with { type: 'json' };
import { formatLinks } from '../../platform/format/counts.ts';
import { translation } from '../../platform/language/translation.ts';

export const { messages } = translation('links.edit', english);

/** 'Add as 2 links', for a field with two addresses. */
export function formatAddMany(links: number): string {
  return `Add as ${formatLinks(links)}`;
}
