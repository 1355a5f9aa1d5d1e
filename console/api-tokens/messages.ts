import type { TokenAccess } from '../../command-service/model/token/events.ts';
import english from '../languages/en/api-tokens.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('api-tokens', english);

export { element, format, messages };

export const ACCESS_LABELS: Readonly<Record<TokenAccess, string>> = labels('access');

/** Days until a token ends, as the form offers them; '': never. */
export const EXPIRY_CHOICES = [
  { value: '30', label: messages['expiry.30'] },
  { value: '90', label: messages['expiry.90'] },
  { value: '365', label: messages['expiry.365'] },
  { value: '', label: messages.never },
] as const;
