/** Texts of API tokens. */
import type { TokenAccess } from '../../command-service/events/token.ts';
import english from '../languages/en/api-tokens.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels } = translation('api-tokens', english);

export { messages };

export const ACCESS_LABELS: Readonly<Record<TokenAccess, string>> = labels('access');

/** Days until a token ends, as the form offers them; '': never. */
export const EXPIRY_CHOICES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: messages.never },
] as const;

/** 'Revoke “Nightly report”?' */
export function formatRevokeTitle(name: string): string {
  return `Revoke “${name}”?`;
}
