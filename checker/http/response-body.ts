/**
 * The decoded body of a response. Most compressed pages are small and arrive at once; they are decoded in one call,
 * because a stream switches threads for each chunk, which costs as much as the decoding.
 */
import { Readable } from 'node:stream';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import { codingOf } from './content-codings.ts';
import { CUT_SHORT, decodeContent } from './content-decoding.ts';
import { chunksOf, drain } from './http-client.ts';

/** Compressed bytes, and milliseconds until the end of the body: a body beyond either limit is read as a stream. */
const MAX_AT_ONCE = 128 * 1024;
const AT_ONCE_MS = 50;

/** Chunk size of a body decoded in one call, so that a reader can stop early. */
const CHUNK = 16 * 1024;

interface ResponseBody {
  /** Decoded chunks. Iterating throws the error of the connection, or a VisitFailure for damaged data. */
  readonly chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Ends the use of the body at any time: `drain` reads the rest so that the connection can be used again. */
  release(how: 'drain' | 'destroy'): void;
}

/**
 * Opens a body. `maxBytes` limits the decoded bytes of a body that is decoded in one call, and the data between two
 * codings; the reader itself must count the bytes that it reads.
 * @throws VisitFailure `invalid-response` for too many codings.
 */
export async function openBody(
  source: Readable,
  contentEncoding: string | null,
  maxBytes: number,
): Promise<ResponseBody> {
  const coding = codingOf(contentEncoding?.trim().toLowerCase() ?? '');
  if (coding === undefined) return streamed(decodeContent(source, contentEncoding, maxBytes));
  const { compressed, end } = await collect(source);
  if (end === 'open') return streamed(decodeContent(source, contentEncoding, maxBytes));
  const whole = attempt(() => coding.decode(compressed, maxBytes, end === 'ended'));
  if (end instanceof Error) return { chunks: chunksThenError(whole ?? Buffer.alloc(0), end), release() {} };
  if (whole !== null) return { chunks: inChunks(whole), release() {} };
  // Damaged or too large: the stream decodes as much as possible and reports the error.
  return streamed(decodeContent(Readable.from([compressed]), contentEncoding, maxBytes));
}

function streamed(stream: Readable): ResponseBody {
  return {
    chunks: chunksOf(stream),
    release(how) {
      if (how === 'drain') void drain(stream);
      else stream.destroy();
    },
  };
}

interface CollectedBody {
  readonly compressed: Buffer;
  /** `open`: the body continues, and `compressed` was pushed back. An Error: the body was cut off. */
  readonly end: 'ended' | 'open' | Error;
}

/** Collects a body that arrives at once. */
function collect(source: Readable): Promise<CollectedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (end: CollectedBody['end']) => {
      clearTimeout(timer);
      source.off('readable', take).off('end', ended).off('error', settle).off('close', closed);
      const compressed = Buffer.concat(chunks);
      if (end === 'open' && size > 0) source.unshift(compressed);
      resolve({ compressed, end });
    };
    const take = () => {
      for (let chunk = source.read(); chunk !== null; chunk = source.read()) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size > MAX_AT_ONCE) settle('open');
    };
    const ended = () => settle('ended');
    const closed = () => settle(new VisitFailure('refused', CUT_SHORT));
    const timer = setTimeout(settle, AT_ONCE_MS, 'open');
    source.on('readable', take).on('end', ended).on('error', settle).on('close', closed);
  });
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function* inChunks(whole: Buffer): Generator<Buffer> {
  for (let from = 0; from < whole.length; from += CHUNK) yield whole.subarray(from, from + CHUNK);
}

async function* chunksThenError(part: Buffer, error: Error): AsyncGenerator<Buffer> {
  yield* inChunks(part);
  throw error;
}
