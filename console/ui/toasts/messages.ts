/** Labels of the toast region; each resource has the texts of its toasts. */
import english from '../../languages/en/ui.toasts.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('ui.toasts', english);

export { format, messages };
