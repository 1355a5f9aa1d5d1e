/** Texts of evidence packs. */
import english from '../../languages/en/links.evidence-packs.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

export const { messages, format } = translation('links.evidence-packs', english);
