/** Why a visit failed, from the error codes of Node, undici and OpenSSL. */

/** The reason codes of failed visits. */
export type FailureCode =
  | 'address-not-allowed'
  | 'checker-failed'
  | 'cut-off'
  | 'dns'
  | 'frame-not-read'
  | 'headers-too-large'
  | 'invalid-response'
  | 'not-html'
  | 'redirect-loop'
  | 'redirect-not-allowed'
  | 'refused'
  | 'timeout'
  | 'tls'
  | 'too-large'
  | 'unknown-encoding';

/** The failure of a visit: a reason code and a message for people (a clause: lower case, no period). */
export class VisitFailure extends Error {
  override readonly name = 'VisitFailure';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The message of both tiers for an answer that breaks the protocol. */
export const NOT_HTTP = 'the server does not speak valid HTTP';

/** The message of both tiers for a connection that ends before the response does. */
export const CLOSED_EARLY = 'the server closed the connection before the page was complete';

/** Whether the server closed the connection without an answer, as some do to programs. */
export function isClosedEarly({ code, message }: { readonly code: string; readonly message: string }): boolean {
  return code === 'refused' && message === CLOSED_EARLY;
}

/** This machine has no file descriptor or memory left, which says nothing about the site. */
const OWN_LIMITS = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAI_MEMORY']);

/** The failure for an error of this machine rather than of the site; null for any other error. */
export function ownFailure(error: unknown): VisitFailure | null {
  const code = codeOf(error);
  if (!OWN_LIMITS.has(code)) return null;
  return new VisitFailure('checker-failed', `the checker's machine had nothing left to connect with (${code})`, {
    cause: error,
  });
}

/** Messages for the usual certificate errors (OpenSSL's X509_V_ERR_… as Node names them). */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the site has expired',
  CERT_NOT_YET_VALID: 'the certificate of the site is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the site is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the site comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the site cannot be traced to a known authority',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate of the site cannot be traced to a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the site cannot be traced to a known authority',
  CERT_REVOKED: 'the certificate of the site was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the site belongs to another name',
};

/** Any error of a visit as a failure with a reason code and a message; an unexpected error becomes `checker-failed`. */
export function toVisitFailure(error: unknown): VisitFailure {
  if (error instanceof VisitFailure) return error;
  if (error instanceof Error && error.cause instanceof VisitFailure) return error.cause;
  const own = ownFailure(error);
  if (own !== null) return own;
  const code = codeOf(error);
  const failure = (reason: FailureCode, message: string) => new VisitFailure(reason, message, { cause: error });
  const certificate = CERTIFICATES[code];
  if (certificate !== undefined) return failure('tls', certificate);
  if (/^(ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|INVALID_|EPROTO$)/.test(code)) {
    return failure('tls', `the encrypted connection could not be set up (${code})`);
  }
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return failure('headers-too-large', 'they have more than 64 kB');
  }
  if (code === 'HPE_INVALID_EOF_STATE') return failure('refused', CLOSED_EARLY);
  if (error instanceof Error && error.name === 'HTTPParserError') return failure('invalid-response', NOT_HTTP);
  if (isAbort(error)) return failure('timeout', 'the page was not complete in time');
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return failure('timeout', 'the server did not accept a connection in time');
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('timeout', 'the server accepted the connection but did not answer in time');
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('timeout', 'the server stopped sending in the middle of the page');
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return failure('refused', CLOSED_EARLY);
    default:
      if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP2_') || code.startsWith('UND_ERR_INFO')) {
        return failure('invalid-response', NOT_HTTP);
      }
      if (/^E[A-Z]+$/.test(code)) return failure('refused', `the connection failed (${code})`);
      return failure('checker-failed', 'the checker failed with an unexpected error');
  }
}

/** Whether one of our own time limits caused the error. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** Whether the server may have just closed a kept-alive connection: worth one retry. */
export function isStaleConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ERR_HTTP2_GOAWAY_SESSION'].includes(codeOf(error));
}
