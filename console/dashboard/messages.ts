/** Texts of the dashboard and of links that expire soon. */
import english from '../languages/en/dashboard.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('dashboard', english);
