/** Texts of lists: paging, search, changes. */

import english from '../../languages/en/ui.lists.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('ui.lists', english);

export { format, messages };
