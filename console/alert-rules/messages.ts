/** Texts of alert rules. A rule is a sentence, and each of its parts is a whole clause. */
import english from '../languages/en/alert-rules.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('alert-rules', english);

export { element, format, messages };

export const PART_LABELS = labels('part');
export const KIND_LABELS = labels('kind');
export const GROUP_LABELS = labels('group');
export const MISSING_LABELS = labels('missing');
