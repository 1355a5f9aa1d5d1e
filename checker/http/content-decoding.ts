/**
 * From the bytes of an answer to text: content codings (RFC 9110 8.4) undone as a stream, and the character encoding
 * found the way browsers find it (WHATWG HTML 13.2.3, Encoding): byte order mark, Content-Type, `<meta>` in the first
 * 1,024 bytes; where nothing is declared, UTF-8 if the first bytes beyond ASCII are valid UTF-8, else windows-1252.
 */

import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { VisitFailure } from '../visit/visit-errors.ts';
import { type Coding, codingOf, type Decoder } from './content-codings.ts';

/** More layers than this are a trick, not a web page. */
const MAX_CODINGS = 2;

/**
 * The body with its content codings undone. Nothing is buffered beyond a chunk: a reader that stops reading stops the
 * decompression, so the cap on decoded bytes is the reader's to keep (`maxBytes` caps the layers between).
 * Destroying the answer destroys the body.
 * @throws VisitFault `server-error` for a coding nobody asked for.
 */
export function decodeContent(body: Readable, contentEncoding: string | null, maxBytes: number): Readable {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  if (codings.length > MAX_CODINGS) {
    throw new VisitFailure('server-error', `the page is packed ${codings.length} times over`);
  }
  let stream = body;
  for (const [layer, coding] of codings.entries()) {
    stream = chain(stream, new Unpacker(coding));
    if (layer < codings.length - 1) stream = chain(stream, new Cap(maxBytes));
  }
  return stream;
}

/** Pipes, with errors carried down and destruction carried up. */
function chain(source: Readable, target: Transform): Transform {
  source.on('error', (error) => target.destroy(error));
  target.on('error', () => {});
  target.on('close', () => source.destroy());
  // A source torn down without an error would leave the reader waiting for ever.
  source.on('close', () => {
    if (!source.readableEnded && !target.destroyed) target.destroy(new VisitFailure('refused', CUT_SHORT));
  });
  return source.pipe(target);
}

/** Said when a connection ends before its answer does. */
export const CUT_SHORT = 'the connection ended in the middle of the page';

/** Chooses its decoder when the first byte arrives: an empty body is empty in every coding. */
class Unpacker extends Transform {
  readonly #name: string;
  readonly #coding: Coding;
  #decoder: Decoder | undefined;
  /** The packed data came to its end: what arrives after it is not part of the page. */
  #ended = false;
  #done: (() => void) | null = null;

  constructor(name: string) {
    super();
    const coding = codingOf(name);
    if (coding === undefined) {
      throw new VisitFailure('server-error', `the page is packed as “${name.slice(0, 40)}”, which nobody asked for`);
    }
    this.#name = name;
    this.#coding = coding;
  }

  #start(first: number) {
    const decoder = this.#coding.stream(first);
    decoder.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) decoder.pause();
    });
    decoder.on('error', (error: NodeJS.ErrnoException) => {
      const what = error.code === 'Z_BUF_ERROR' ? 'ends too early' : 'is damaged';
      this.destroy(new VisitFailure('server-error', `the packed page (${this.#name}) ${what}`, { cause: error }));
    });
    decoder.on('end', () => {
      this.#ended = true;
      this.#step();
    });
    this.#decoder = decoder;
    return decoder;
  }

  /** Lets the source go on: the decoder took the last chunk, or will take no more. */
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

/** Ends in `too-large` once more than so many bytes have gone through. */
class Cap extends Transform {
  #left: number;

  constructor(maxBytes: number) {
    super();
    this.#left = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.#left -= chunk.length;
    if (this.#left < 0) done(new VisitFailure('too-large', 'the page unpacks to more than is read'));
    else done(null, chunk);
  }
}
