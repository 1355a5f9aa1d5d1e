/** Encrypts values with AES-256-GCM: without the key they can neither be read nor changed. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A JSON value as text: nonce, tag and ciphertext in base64. The key has 32 bytes. */
export function encrypt(value: unknown, key: Uint8Array, boundTo: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** The value that was sealed. @throws Error for a wrong key, a wrong binding, and a tampered value. */
export function decrypt(sealed: string, key: Uint8Array, boundTo: Uint8Array): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  const text = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(boundTo);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, text));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(text)), decipher.final()]).toString('utf8'));
}
