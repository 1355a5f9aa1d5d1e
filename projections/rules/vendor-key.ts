/** Vendors, as people spell them. Pure. */
import { tagKey } from '../../command-service/contract/tags.ts';

/** A vendor as a parameter of a list, which separates values by commas. */
export function vendorParam(vendor: string): string {
  return vendor.replaceAll(',', '').replaceAll(/\s+/g, ' ').trim();
}

/** The key that all spellings of a vendor share: without case and commas. */
export function vendorKey(vendor: string): string {
  return tagKey(vendorParam(vendor));
}
