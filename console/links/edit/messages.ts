/** Texts of the Add and Edit Backlink dialogs. */

import english from '../../languages/en/links.edit.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('links.edit', english);

export { messages };

/** 'Add as 2 links', for a field with two addresses. */
export function formatAddMany(links: number): string {
  return format('addAs', { count: links });
}
