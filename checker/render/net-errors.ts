/** Translates Chromium's network errors (net/base/net_error_list.h) to visit failures. */
import { CLOSED_EARLY, type FailureCode, NOT_HTTP, VisitFailure } from '../../infra/network/visit-errors.ts';

const KINDS: readonly (readonly [RegExp, FailureCode, string])[] = [
  [/ERR_CERT_DATE_INVALID/, 'tls', 'the certificate of the site has expired or is not valid yet'],
  [/ERR_CERT_COMMON_NAME_INVALID/, 'tls', 'the certificate of the site belongs to another name'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL/, 'tls', 'the certificate or encryption of the site is not valid'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirect-loop', 'the page redirects too often'],
  [/ERR_NAME_NOT_RESOLVED/, 'dns', 'the DNS lookup of the name failed'],
  [/TIMED_OUT/, 'timeout', 'the page did not answer in time'],
  [
    /ERR_UNSAFE_PORT|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED_URL_SCHEME/,
    'address-not-allowed',
    'the browser refuses addresses of this kind',
  ],
  [/ERR_RESPONSE_HEADERS_TOO_BIG/, 'headers-too-large', 'they have more than 256 kB'],
  [/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED/, 'cut-off', CLOSED_EARLY],
  [/ERR_CONTENT_DECODING_FAILED|ERR_INVALID_|ERR_HTTP2_|ERR_RESPONSE_HEADERS_/, 'invalid-response', NOT_HTTP],
  [/ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_TUNNEL_|ERR_PROXY_|ERR_ADDRESS_/, 'refused', CLOSED_EARLY],
  [/ERR_ABORTED/, 'not-html', 'the address answers without a page'],
];

/** The failure for an error text such as `net::ERR_CONNECTION_RESET`. */
export function failureOfNetError(errorText: string): VisitFailure {
  const kind = KINDS.find(([pattern]) => pattern.test(errorText));
  if (kind === undefined)
    return new VisitFailure('checker-failed', `the browser could not show the page (${errorText})`);
  return new VisitFailure(kind[1], kind[2]);
}
