/** How orders and reports are written as messages: JSON, and the version of its form in the header `v`. */

/** The version of all messages. A new field needs no new version. */
const VERSION = '1';

/** A message to publish. A null value deletes the key from a compacted topic. */
export interface OutgoingMessage {
  readonly key: string;
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message as it was received. */
export interface IncomingMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt: number;
}

/** Bytes within JSON. */
const BYTES = '$base64';

/** The message of an object; bytes in its fields survive. */
export function encode(key: string, value: object): OutgoingMessage {
  return { key, value: JSON.stringify(withBytes(value)), headers: { v: VERSION } };
}

/**
 * The object of a message.
 * @throws MessageError for a message that no process can use, now or later.
 */
export function decode(message: IncomingMessage, maxBytes: number): { readonly checkId: string } {
  const { value, headers } = message;
  if (headers.v !== VERSION) {
    throw new MessageError(`the version (header v) is ${headers.v ?? 'missing'}; this program reads ${VERSION}`);
  }
  if (value === null) throw new MessageError('the message is empty');
  if (value.byteLength > maxBytes) {
    throw new MessageError(`the message has ${value.byteLength} bytes; at most ${maxBytes} are allowed`);
  }
  const decoded = parse(value);
  if (!hasCheckId(decoded)) throw new MessageError('the message has no checkId');
  return decoded;
}

/** A message that cannot be used. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

function parse(value: Buffer): unknown {
  try {
    return JSON.parse(value.toString(), (_, field: unknown) =>
      isObject(field) && typeof field[BYTES] === 'string' ? Buffer.from(field[BYTES], 'base64') : field,
    );
  } catch (error) {
    throw new MessageError('the message is not JSON', { cause: error });
  }
}

function hasCheckId(value: unknown): value is { readonly checkId: string } {
  return isObject(value) && typeof value.checkId === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function withBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return { [BYTES]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  }
  if (Array.isArray(value)) return value.map(withBytes);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withBytes(field)]));
}
