/** Decodes the content codings of a response (RFC 9110 8.4) as a stream. */
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import { type Coding, codingOf, type Decoder } from './content-codings.ts';

/** More layers than this are an attack, not a web page. */
const MAX_CODINGS = 2;

/**
 * Decodes a body. It buffers only one chunk: when the reader stops, decoding stops, so the reader limits the decoded
 * bytes. `maxBytes` limits the data between two codings. Destroying the result destroys the body. Like browsers, it
 * does not decode a body with an unknown coding: most are plain pages with a wrong header.
 * @throws VisitFailure `invalid-response` for too many codings.
 */
export function decodeContent(body: Readable, contentEncoding: string | null, maxBytes: number): Readable {
  if (unknownCoding(contentEncoding) !== null) return body;
  const codings = codingsOf(contentEncoding).toReversed();
  if (codings.length > MAX_CODINGS) {
    throw new VisitFailure('invalid-response', `the page is compressed ${codings.length} times`);
  }
  let stream = body;
  for (const [layer, name] of codings.entries()) {
    const coding = codingOf(name);
    if (coding !== undefined) stream = chain(stream, new ContentDecoder(name, coding));
    if (layer < codings.length - 1) stream = chain(stream, new SizeLimit(maxBytes));
  }
  return stream;
}

/** The first coding of a Content-Encoding header that the checker cannot decode; null if it can decode all. */
export function unknownCoding(contentEncoding: string | null): string | null {
  return codingsOf(contentEncoding).find((name) => codingOf(name) === undefined) ?? null;
}

function codingsOf(contentEncoding: string | null): readonly string[] {
  return (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Pipes, and passes errors down and destruction up. */
function chain(source: Readable, target: Transform): Transform {
  source.on('error', (error) => target.destroy(error));
  target.on('error', () => {});
  target.on('close', () => source.destroy());
  // The reader would wait forever for a source that was destroyed without an error.
  source.on('close', () => {
    if (!source.readableEnded && !target.destroyed) target.destroy(new VisitFailure('refused', CUT_SHORT));
  });
  return source.pipe(target);
}

/** The message when a connection ends before its response does. */
export const CUT_SHORT = 'the connection ended in the middle of the page';

/** Decodes one coding. Creates its decoder with the first byte, because an empty body is valid in every coding. */
class ContentDecoder extends Transform {
  readonly #name: string;
  readonly #coding: Coding;
  #decoder: Decoder | undefined;
  /** The compressed data has ended: bytes after it are not part of the page. */
  #ended = false;
  #done: (() => void) | null = null;

  constructor(name: string, coding: Coding) {
    super();
    this.#name = name;
    this.#coding = coding;
  }

  #start(first: number) {
    const decoder = this.#coding.createStream(first);
    decoder.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) decoder.pause();
    });
    decoder.on('error', (error: NodeJS.ErrnoException) => {
      const isCut = error.code === 'Z_BUF_ERROR';
      const message = `the compressed page (${this.#name}) ${isCut ? 'ends too early' : 'is damaged'}`;
      this.destroy(new VisitFailure(isCut ? 'cut-off' : 'invalid-response', message, { cause: error }));
    });
    decoder.on('end', () => {
      this.#ended = true;
      this.#step();
    });
    this.#decoder = decoder;
    return decoder;
  }

  /** Lets the source continue: the decoder took the last chunk, or takes no more. */
  #step() {
    const done = this.#done;
    this.#done = null;
    done?.();
  }

  override _read(size: number) {
    this.#decoder?.resume();
    super._read(size);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    if (this.#ended) {
      done();
      return;
    }
    const decoder = this.#decoder ?? this.#start(chunk[0] ?? 0);
    this.#done = done;
    decoder.write(chunk, () => this.#step());
  }

  override _flush(done: TransformCallback) {
    const decoder = this.#decoder;
    if (decoder === undefined || this.#ended) {
      done();
      return;
    }
    this.#done = done;
    decoder.end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#decoder?.destroy();
    done(error);
  }
}

/** Fails with `too-large` after `maxBytes`. */
class SizeLimit extends Transform {
  #left: number;

  constructor(maxBytes: number) {
    super();
    this.#left = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.#left -= chunk.length;
    if (this.#left < 0) done(new VisitFailure('too-large', 'the decompressed page is too large'));
    else done(null, chunk);
  }
}
