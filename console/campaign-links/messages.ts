/** Texts of a campaign's links. */
import english from '../languages/en/campaign-links.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('campaign-links', english);
