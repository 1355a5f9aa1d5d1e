/** Texts of saved views. */
import english from '../../languages/en/links.views.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('links.views', english);

export { messages };

export function formatDefault(name: string): string {
  return format('openWith', { name });
}

export function formatDelete(name: string): string {
  return format('deleteView', { name });
}
