/** HTTP requests to sign-in providers. */
import { request } from 'undici';
import { isPotentiallyTrustworthy } from '../../../infra/crypto/secure-url.ts';

export const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** A provider fails, or its answer cannot be trusted. The message is for the log: no secrets. */
export class ProviderError extends Error {
  override readonly name = 'ProviderFailure';
  /** The person declined at the provider; this is not a fault. */
  readonly denied: boolean;

  constructor(message: string, { denied = false, cause }: { denied?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.denied = denied;
  }
}

/**
 * Returns the address if it is safe to send secrets to.
 * @throws ProviderError otherwise: addresses in a discovery document are untrusted.
 */
export function safeAddress(subject: string, address: unknown): string {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url !== null && isPotentiallyTrustworthy(url)) return url.href;
  throw new ProviderError(`its ${subject} is not an https address`);
}

/**
 * Reads JSON. Redirects are not followed: they would forward the token.
 * @throws ProviderError for anything but JSON of at most 1 MB under status 200, within ten seconds.
 */
export async function readJson(subject: string, address: string, token: string | null): Promise<unknown> {
  const url = safeAddress(subject, address);
  try {
    const { statusCode, body } = await request(url, {
      headers: {
        accept: 'application/json',
        'user-agent': 'Linkledger',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Calls are rare: the provider may be closing a connection that was kept open.
      reset: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new ProviderError(`its ${subject} is larger than 1 MB`);
      chunks.push(chunk);
    }
    if (statusCode !== 200) throw new ProviderError(`its ${subject} answered ${statusCode}`);
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(`its ${subject} could not be read`, { cause: error });
  }
}

/**
 * A JSON object.
 * @throws ProviderError for any other value.
 */
export function objectOf(subject: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new ProviderError(`its ${subject} is not a JSON object`);
}
