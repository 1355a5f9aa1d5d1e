/** Texts of the choice of matching, and of judging past checks again. */
import type { Matching } from '../../query-service/contract/answers/judgings.ts';
import english from '../languages/en/judging.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format } = translation('judging', english);

export { format, messages };

export const CHOICE_LABELS: Readonly<Record<Matching, string>> = labels('choice');

/** What each choice means. */
export const CHOICE_HINTS: Readonly<Record<Matching, string>> = labels('about');

export const CHOICE_EXAMPLES: Readonly<Record<Matching, string>> = labels('example');
