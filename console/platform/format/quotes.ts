/** Quotation marks of the reader's language. Pure. */
import english from '../../languages/en/platform.format.json' with { type: 'json' };
import { translation } from '../language/translation.ts';

const { format } = translation('platform.format', english);

/** '“best tea”'. */
export function formatQuoted(text: string): string {
  return format('quoted', { text });
}
