/** Texts of saved views. */
import english from '../../languages/en/links.views.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('links.views', english);

export { format, messages };
