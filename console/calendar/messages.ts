/** Texts of the calendar of a list. */
import english from '../languages/en/calendar.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages, format } = translation('calendar', english);

/** 'America/New York'. */
export const formatZone = (timeZone: string): string => timeZone.replaceAll('_', ' ');
