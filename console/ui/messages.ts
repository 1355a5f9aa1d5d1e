/** Texts that every page shares. */
import english from '../languages/en/ui.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('ui', english);

export { messages };

/** 'Printed Nov 23, 2026, 2:05:00 PM UTC'. */
export function formatPrinted(at: string): string {
  return format('printed', { at });
}
