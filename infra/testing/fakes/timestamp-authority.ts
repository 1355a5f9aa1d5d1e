/** A timestamp authority for tests (RFC 3161), whose certificate is issued by a root of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Integer, ObjectIdentifier, OctetString, Utf8String } from 'asn1js';
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';

export interface TimestampAuthority {
  readonly url: string;
  /** host:port. */
  readonly host: string;
  /** The certificate of the root that issued its own, as PEM. */
  readonly root: string;
  /** What it answers from now on: a token, a refusal, a page under status 500, or the token of the request before. */
  answer(how: 'granted' | 'refused' | 'broken' | 'old'): void;
  stop(): Promise<void>;
}

/** Starts an authority on a free port. */
export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const [rootKeys, keys] = [await newKeys(), await newKeys()];
  const isCa = new BasicConstraints({ cA: true }).toSchema().toBER();
  const isTimestamping = new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema().toBER();
  const root = await makeCertificate(
    'root',
    rootKeys.publicKey,
    rootKeys.privateKey,
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: isCa }),
  );
  const certificate = await makeCertificate(
    'authority',
    keys.publicKey,
    rootKeys.privateKey,
    new Extension({ extnID: '2.5.29.37', critical: true, extnValue: isTimestamping }),
  );
  let how: Parameters<TimestampAuthority['answer']>[0] = 'granted';
  let last: Buffer | null = null;
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (how === 'broken') {
      response.writeHead(500).end('<p>Sorry');
      return;
    }
    const query = TimeStampReq.fromBER(Uint8Array.from(Buffer.concat(chunks)));
    const reply = how === 'old' && last !== null ? last : await replyTo(query, how === 'refused', keys, certificate);
    last = reply;
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base64 = Buffer.from(root.toSchema().toBER()).toString('base64');
  return {
    url: `http://127.0.0.1:${port}/tsa`,
    host: `127.0.0.1:${port}`,
    root: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    answer(next) {
      how = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const NAMES = { root: 'Test root', authority: 'Test authority' } as const;

async function makeCertificate(
  subject: keyof typeof NAMES,
  publicKey: CryptoKey,
  rootKey: CryptoKey,
  extension: Extension,
): Promise<Certificate> {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: subject === 'root' ? 1 : 2 });
  for (const [name, value] of [
    [certificate.issuer, NAMES.root],
    [certificate.subject, NAMES[subject]],
  ] as const)
    name.typesAndValues.push(new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value }) }));
  certificate.notBefore.value = new Date('2020-01-01T00:00:00Z');
  certificate.notAfter.value = new Date('2049-01-01T00:00:00Z');
  certificate.extensions = [extension];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(rootKey, 'SHA-256');
  return certificate;
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
}

async function replyTo(query: TimeStampReq, isRefused: boolean, keys: CryptoKeyPair, certificate: Certificate) {
  if (isRefused) return bytesOf(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }));
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: query.messageImprint,
    serialNumber: new Integer({ value: 7 }),
    genTime: new Date(),
    ...(query.nonce !== undefined && { nonce: query.nonce }),
  });
  const content = info.toSchema().toBER();
  const digest = await crypto.subtle.digest('SHA-256', content);
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: TST_INFO })] }),
            new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: digest })] }),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  });
  await signed.sign(keys.privateKey, 0, 'SHA-256');
  const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return bytesOf(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token }));
}

function bytesOf(response: TimeStampResp): Buffer {
  return Buffer.from(response.toSchema().toBER());
}
