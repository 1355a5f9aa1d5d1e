/** Texts of the first steps and of the sample data. */
import english from '../languages/en/first-steps.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('first-steps', english);
