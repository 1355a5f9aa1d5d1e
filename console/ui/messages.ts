/** Texts that every page shares. */
import english from '../languages/en/ui.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('ui', english);

/** 'Printed Nov 23, 2026, 2:05:00 PM UTC'. */
export function formatPrinted(at: string): string {
  return `Printed ${at}`;
}
