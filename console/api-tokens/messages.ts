/** Texts of API tokens. */
import type { ReactElement } from 'react';
import type { TokenAccess } from '../../command-service/model/token/events.ts';
import english from '../languages/en/api-tokens.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('api-tokens', english);

export { messages };

export const ACCESS_LABELS: Readonly<Record<TokenAccess, string>> = labels('access');

/** Days until a token ends, as the form offers them; '': never. */
export const EXPIRY_CHOICES = [
  { value: '30', label: messages['expiry.30'] },
  { value: '90', label: messages['expiry.90'] },
  { value: '365', label: messages['expiry.365'] },
  { value: '', label: messages.never },
] as const;

/** 'Revoke “Nightly report”?' */
export function formatRevokeTitle(name: string): string {
  return format('revokeTitle', { name });
}

/** The label of a token's button: 'Revoke Nightly report'. */
export function formatRevoke(name: string): string {
  return format('revokeNamed', { name });
}

/** 'last used yesterday', 'Created yesterday', 'expires tomorrow'. */
export function withTime(key: 'lastUsed' | 'made' | 'expires' | 'expired', time: ReactElement): ReactElement {
  return element(key, { time });
}

/** Where a token goes in a request. */
export function usageOf(header: ReactElement): ReactElement {
  return element('usage', { header });
}
