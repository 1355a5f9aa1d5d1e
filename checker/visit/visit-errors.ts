/** Why a visit could not go on, and what Node, undici and OpenSSL call it. */
import type { ReasonCode } from '../../command-service/events/observation.ts';

/** Why a visit could not go on: a reason code to group by and a sentence. */
export class VisitFailure extends Error {
  override readonly name = 'VisitFault';
  readonly code: ReasonCode;

  constructor(code: ReasonCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Both tiers say it the same way. */
export const NOT_HTTP = 'what answers there does not speak HTTP properly';

/** Certificate problems people meet most, in words (OpenSSL's X509_V_ERR_… as Node names them). */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the site has expired',
  CERT_NOT_YET_VALID: 'the certificate of the site is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the site signed its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the site comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the site cannot be traced to a known authority',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate of the site cannot be traced to a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the site cannot be traced to a known authority',
  CERT_REVOKED: 'the certificate of the site was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the site belongs to another name',
};

/**
 * Any error met on the way to a page, as a fault with a reason code and a sentence; one that nobody foresaw becomes
 * `checker-failed`.
 */
export function toVisitFailure(error: unknown): VisitFailure {
  if (error instanceof VisitFailure) return error;
  if (error instanceof Error && error.cause instanceof VisitFailure) return error.cause;
  const code = codeOf(error);
  const fault = (reason: ReasonCode, sentence: string) => new VisitFailure(reason, sentence, { cause: error });
  const certificate = CERTIFICATES[code];
  if (certificate !== undefined) return fault('tls', certificate);
  if (/^(ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|INVALID_|EPROTO$)/.test(code)) {
    return fault('tls', `no encrypted connection could be agreed on (${code})`);
  }
  if (error instanceof Error && error.name === 'HTTPParserError') return fault('server-error', NOT_HTTP);
  if (isAbort(error)) return fault('timeout', 'the page was not complete in time');
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return fault('timeout', 'the server did not accept a connection in time');
    case 'UND_ERR_HEADERS_TIMEOUT':
      return fault('timeout', 'the server accepted the connection and then did not answer in time');
    case 'UND_ERR_BODY_TIMEOUT':
      return fault('timeout', 'the server stopped in the middle of the page');
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return fault('too-large', 'the headers of the answer are too large');
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return fault('refused', 'the server closed the connection before the page was complete');
    default:
      if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP2_') || code.startsWith('UND_ERR_INFO')) {
        return fault('server-error', NOT_HTTP);
      }
      if (/^E[A-Z]+$/.test(code)) return fault('refused', `the connection failed (${code})`);
      return fault('checker-failed', 'the checker met an error of its own');
  }
}

/** Whether an error says that a limit of ours was reached. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** Whether an error can mean that a kept-alive connection had just been closed by the server: worth one new try. */
export function isStaleConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ERR_HTTP2_GOAWAY_SESSION'].includes(codeOf(error));
}
