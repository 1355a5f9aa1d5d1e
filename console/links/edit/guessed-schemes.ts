/** Addresses to which a form added https:// because nobody typed a scheme: the guess may be wrong. */
import { normalizeAddress } from '../../../command-service/contract/schema/addresses.ts';

const guessed = new Set<string>();

/** The address as a form takes it. */
export function completeAddress(typed: string): string {
  const address = normalizeAddress(typed);
  if (address.startsWith('https://') && !/https?:\/\//i.test(typed)) guessed.add(address);
  return address;
}

/** The address with http://, if https:// was a guess; null if somebody typed a scheme. */
export function httpInstead(address: string | null | undefined): string | null {
  return address != null && guessed.has(address) ? address.replace('https:', 'http:') : null;
}
