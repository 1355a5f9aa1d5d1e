/** Encodes a share's password for the header `X-Share-Password`. Contract of console and query-service. */

/**
 * The header value for a password: percent-encoded UTF-8 with the prefix of RFC 8187, because a header has only ASCII
 * and loses spaces at its ends. A plain ASCII password may also be sent unencoded.
 */
export function sharePasswordHeader(password: string): string {
  return `${ENCODED}${encodeURIComponent(password.toWellFormed())}`;
}

/** The password in a header value, encoded or plain. */
export function sharePasswordIn(value: string): string {
  if (!value.startsWith(ENCODED)) return value;
  try {
    return decodeURIComponent(value.slice(ENCODED.length));
  } catch {
    return value;
  }
}

const ENCODED = "UTF-8''";
