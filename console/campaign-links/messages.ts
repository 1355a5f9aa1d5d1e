/** Texts of a campaign's links. */
import english from '../languages/en/campaign-links.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels } = translation('campaign-links', english);

export { messages };

/** The labels of URL fields that may be left empty. */
export const OPTIONAL_LABELS = labels('optional');
