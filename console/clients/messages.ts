/** Texts of clients, the domains that links lead to. */
import english from '../languages/en/clients.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('clients', english);

/** '8 active': how many are live. */
export function formatActive(live: number): string {
  return `${live.toLocaleString('en')} active`;
}
