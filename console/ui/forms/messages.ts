/** Texts that every form shares. */
import english from '../../languages/en/ui.forms.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

export const { messages } = translation('ui.forms', english);
