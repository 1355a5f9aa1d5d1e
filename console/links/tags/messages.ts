/** Texts of the tag fields. */
import english from '../../languages/en/links.tags.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

export const { messages } = translation('links.tags', english);
