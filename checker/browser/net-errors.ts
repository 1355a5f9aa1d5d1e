/** What Chromium calls a failed navigation (net/base/net_error_list.h), in the words of a visit. */
import type { ReasonCode } from '../../command-service/events/observation.ts';
import { NOT_HTTP, VisitFailure } from '../visit/visit-errors.ts';

const KINDS: readonly (readonly [RegExp, ReasonCode, string])[] = [
  [/ERR_CERT_DATE_INVALID/, 'tls', 'the certificate of the site has expired or is not valid yet'],
  [/ERR_CERT_COMMON_NAME_INVALID/, 'tls', 'the certificate of the site belongs to another name'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL/, 'tls', 'the certificate or encryption of the site is not valid'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirect-loop', 'the page redirects too often'],
  [/ERR_NAME_NOT_RESOLVED/, 'dns', 'the name could not be looked up'],
  [/TIMED_OUT/, 'timeout', 'the page did not answer in time'],
  [
    /ERR_UNSAFE_PORT|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED_URL_SCHEME/,
    'address-not-allowed',
    'the browser does not visit such addresses',
  ],
  [/ERR_RESPONSE_HEADERS_TOO_BIG/, 'too-large', 'the headers of the answer are too large'],
  [/ERR_CONTENT_DECODING_FAILED|ERR_INVALID_|ERR_HTTP2_|ERR_RESPONSE_HEADERS_/, 'server-error', NOT_HTTP],
  [
    /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_TUNNEL_|ERR_PROXY_|ERR_ADDRESS_/,
    'refused',
    'the server closed the connection before the page was complete',
  ],
  [/ERR_ABORTED/, 'not-html', 'the address answers with nothing that can be shown'],
];

/** A fault for Chromium's `net::ERR_…`. */
export function failureOfNetError(errorText: string): VisitFailure {
  const kind = KINDS.find(([pattern]) => pattern.test(errorText));
  if (kind === undefined)
    return new VisitFailure('checker-failed', `the browser could not show the page (${errorText})`);
  return new VisitFailure(kind[1], kind[2]);
}
