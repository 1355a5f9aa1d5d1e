/**
 * Declares our guess of the encoding to the browser, so that both tiers read the same words. Chromium's own guess
 * depends on the part of the page that arrives first.
 */
import type { CDPSession, Protocol } from 'puppeteer';
import { TextReader } from '../http/charset.ts';
import { mediaTypeOf } from '../visit/media-type.ts';

/** They no longer fit the body. */
const OF_ENCODED_BODY = new Set(['content-type', 'content-encoding', 'content-length', 'transfer-encoding']);

/**
 * The paused response with the encoding in its header; null if the page declares an encoding, or is ASCII. Waits for
 * the whole body.
 */
export async function withGuessedCharset(
  cdp: CDPSession,
  { requestId, responseStatusCode = 200, responseStatusText, responseHeaders = [] }: Protocol.Fetch.RequestPausedEvent,
): Promise<Protocol.Fetch.FulfillRequestRequest | null> {
  const { body, base64Encoded } = await cdp.send('Fetch.getResponseBody', { requestId });
  const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  const type = contentTypeIn(responseHeaders);
  const reader = new TextReader(type);
  reader.write(bytes);
  reader.end();
  if (!reader.isGuessed) return null;
  const value = `${mediaTypeOf(type) ?? 'text/html'}; charset=${reader.charset}`;
  const headers = responseHeaders.filter(({ name }) => !OF_ENCODED_BODY.has(name.toLowerCase()));
  return {
    requestId,
    responseCode: responseStatusCode,
    ...(responseStatusText ? { responsePhrase: responseStatusText } : {}),
    responseHeaders: [...headers, { name: 'content-type', value }],
    body: bytes.toString('base64'),
  };
}

/** The Content-Type that the server sent; null without one. */
export function contentTypeIn(headers: readonly Protocol.Fetch.HeaderEntry[]): string | null {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? null;
}

/** The response as the server sent it. */
export function withContentType(response: Protocol.Network.Response, type: string | null): Protocol.Network.Response {
  const others = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...response, headers: Object.fromEntries(type === null ? others : [...others, ['content-type', type]]) };
}
