/** Texts of the Add and Edit Backlink dialogs. */

import english from '../../languages/en/links.edit.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('links.edit', english);

export { format, messages };

/** Labels, and hints, of the URL fields. */
export const URL_LABELS = labels('url');
export const URL_LABELS_OPTIONAL = labels('optional');
export const URL_HINTS = labels('hint');
