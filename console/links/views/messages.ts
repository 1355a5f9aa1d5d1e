/** Texts of saved views. */
import english from '../../languages/en/links.views.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

export const { messages } = translation('links.views', english);

export function formatDefault(name: string): string {
  return `Open the dashboard with “${name}”`;
}

export function formatDelete(name: string): string {
  return `Delete view “${name}”`;
}
