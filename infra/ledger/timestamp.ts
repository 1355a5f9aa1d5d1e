/**
 * Timestamps of an independent authority (RFC 3161). The stamped data are the 32 bytes of a seal's hash, so other programs can
 * check a token, too: `openssl ts -verify -data hash.bin -in token.tst -token_in -CAfile ca.pem`.
 */
import { randomBytes } from 'node:crypto';
import { Integer } from 'asn1js';
import {
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  id_ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { type Dispatcher, request } from 'undici';

const TIMEOUT_MS = 20_000;
/** A token with its certificates has some kilobytes. */
const MAX_BYTES = 100_000;
const TIMESTAMPING = '1.3.6.1.5.5.7.3.8';
/** PKIStatus: granted, and granted with changes. */
const GRANTED = [0, 1];

/**
 * Gets a token over a hash from an authority, base64. The token is checked before it is returned.
 * @param hash in hexadecimal.
 * @throws Error if the authority does not answer, refuses, or sends something else.
 */
export async function requestTimestamp(url: string, hash: string, dispatcher: Dispatcher): Promise<string> {
  const data = Buffer.from(hash, 'hex');
  const nonce = randomBytes(8);
  // A positive number of the same length.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const query = new TimeStampReq({
    version: 1,
    messageImprint: await MessageImprint.create('SHA-256', data),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.from(query.toSchema().toBER()),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    dispatcher,
  });
  const bytes: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    const part = Buffer.from(chunk);
    bytes.push(part);
    length += part.byteLength;
    if (length > MAX_BYTES) throw new Error(`the timestamp authority sent more than ${MAX_BYTES} bytes`);
  }
  if (answer.statusCode !== 200) throw new Error(`the timestamp authority answered with status ${answer.statusCode}`);
  const response = TimeStampResp.fromBER(Uint8Array.from(Buffer.concat(bytes)));
  if (!GRANTED.includes(response.status.status) || response.timeStampToken === undefined) {
    throw new Error(`the timestamp authority refused the request (PKIStatus ${response.status.status})`);
  }
  const token = Buffer.from(response.timeStampToken.toSchema().toBER());
  const wrong = await checkTimestamp(token.toString('base64'), hash);
  if (wrong !== null) throw new Error(`the timestamp authority sent a token that is not valid: ${wrong}`);
  const stamped = infoOf(signedDataOf(token)).nonce?.valueBlock.valueHexView;
  if (stamped === undefined || !nonce.equals(stamped)) throw new Error('the timestamp authority sent an old token');
  return token.toString('base64');
}

/**
 * What is wrong with a token over a hash; null if it is valid.
 * @param trusted PEM texts of certificate authorities that must have issued the signer's certificate. Without them, the
 * certificate in the token is trusted.
 */
export async function checkTimestamp(
  token: string,
  hash: string,
  trusted: readonly string[] = [],
): Promise<string | null> {
  try {
    const signed = signedDataOf(Buffer.from(token, 'base64'));
    const data = Uint8Array.from(Buffer.from(hash, 'hex')).buffer;
    const { signatureVerified, signerCertificate } = await signed.verify({
      ...{ signer: 0, data, extendedMode: true },
      ...{ checkChain: trusted.length > 0, trustedCerts: trusted.flatMap(certificatesOf) },
    });
    if (signatureVerified !== true) return 'its signature does not fit.';
    if (trusted.length === 0 || isForTimestamps(signerCertificate)) return null;
    return 'the certificate of its signer is not one for timestamps.';
  } catch (error) {
    return `${error instanceof Error ? error.message : error}.`;
  }
}

/** RFC 3161, 2.3: this is the certificate's only purpose. */
function isForTimestamps(certificate: Certificate | null | undefined): boolean {
  const purposes = certificate?.extensions?.find(({ extnID }) => extnID === id_ExtKeyUsage)?.parsedValue;
  return purposes instanceof ExtKeyUsage && purposes.keyPurposes.includes(TIMESTAMPING);
}

/** The authority's time of the token. */
export function timeOfTimestamp(token: string): Date {
  return infoOf(signedDataOf(Buffer.from(token, 'base64'))).genTime;
}

function signedDataOf(token: Uint8Array): SignedData {
  return new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(token)).content });
}

function infoOf({ encapContentInfo: { eContent } }: SignedData): TSTInfo {
  if (eContent === undefined) throw new Error('the token is empty');
  return TSTInfo.fromBER(eContent.getValue());
}

function certificatesOf(pem: string): readonly Certificate[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, base64 = '']) => Certificate.fromBER(Uint8Array.from(Buffer.from(base64, 'base64'))));
}
