/** The two clients of the demo's agency. Their hosts end in `.example`, which is reserved (RFC 2606). */

/** A maker of bicycle lights. */
export const LUMEN = 'https://www.lumencycles.example';
/** A workshop for furniture. */
const PINE = 'https://harbourandpine.example';

/** Whether an address belongs to one of the clients. */
export function isClientUrl(address: string): boolean {
  return address.startsWith(LUMEN) || address.startsWith(PINE);
}
