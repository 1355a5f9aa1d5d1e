/** How a share's password travels in the header `X-Share-Password`. */

/**
 * The value of the header `X-Share-Password` for a password: percent-encoded UTF-8, marked as RFC 8187 marks it, because
 * a header's value holds plain ASCII only and loses spaces at its ends. A plain password may also be sent as it is.
 */
export function sharePasswordHeader(password: string): string {
  return `${ENCODED}${encodeURIComponent(password.toWellFormed())}`;
}

/** The password in such a header's value. */
export function sharePasswordIn(value: string): string {
  if (!value.startsWith(ENCODED)) return value;
  try {
    return decodeURIComponent(value.slice(ENCODED.length));
  } catch {
    return value;
  }
}

const ENCODED = "UTF-8''";
