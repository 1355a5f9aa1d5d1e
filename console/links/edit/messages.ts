/** Texts of the Add and Edit Backlink dialogs. */

import english from '../../languages/en/links.edit.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('links.edit', english);

export { format, messages };
