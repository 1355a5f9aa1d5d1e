/** The title of a page in the browser tab. */
import { messages } from '../messages.ts';

export function pageTitle(page: string): string {
  return `${page} · ${messages.product}`;
}
