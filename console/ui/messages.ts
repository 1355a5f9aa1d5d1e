/** Texts that every page shares. */
import english from '../languages/en/ui.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('ui', english);

export { format, messages };
