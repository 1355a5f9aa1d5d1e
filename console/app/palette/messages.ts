/** Texts of the command palette. */

import english from '../../languages/en/app.palette.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('app.palette', english);

export { format, messages };

/** More words that find an action. */
export const KEYWORDS = labels('keyword');
