/** Texts of saved views. */
import english from '../../languages/en/links.views.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('links.views', english);

export { format, messages };

export const BUILT_IN_LABELS = labels('builtIn');
