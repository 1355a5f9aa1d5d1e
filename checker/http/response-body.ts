/**
 * The body of an answer, its content codings undone, however it comes. Most packed pages are small and come at once: those
 * are unpacked in place, in one go. As a stream each piece would change threads, which costs as much as to unpack it.
 */
import { Readable } from 'node:stream';
import { VisitFailure } from '../visit/visit-errors.ts';
import { codingOf } from './content-codings.ts';
import { CUT_SHORT, decodeContent } from './content-decoding.ts';
import { chunksOf, drain } from './http-client.ts';

/** Packed bytes, and milliseconds until the body is there: what is beyond either is read as a stream. */
const SMALL = 128 * 1024;
const AT_ONCE_MS = 50;

/** Bytes looked through before the reader is asked whether it has seen enough. */
const STEP = 16 * 1024;

export interface ResponseBody {
  /** Unpacked. They end in what goes wrong: with the connection, or as a VisitFault with the coding. */
  readonly chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Lets the body go before or after its end; `kindly` leaves a connection that can be used again. */
  release(how: 'kindly' | 'at once'): void;
}

/**
 * @param maxBytes unpacked, of a body that comes at once and of layers between codings; the reader keeps count itself.
 * @throws VisitFault `server-error` for a coding nobody asked for.
 */
export async function openBody(
  source: Readable,
  contentEncoding: string | null,
  maxBytes: number,
): Promise<ResponseBody> {
  const coding = codingOf(contentEncoding?.trim().toLowerCase() ?? '');
  if (coding === undefined) return streamed(decodeContent(source, contentEncoding, maxBytes));
  const { packed, end } = await gather(source);
  if (end === 'later') return streamed(decodeContent(source, contentEncoding, maxBytes));
  const whole = attempt(() => coding.atOnce(packed, maxBytes, end === 'ended'));
  if (end instanceof Error) return { chunks: brokenOff(whole ?? Buffer.alloc(0), end), release() {} };
  if (whole !== null) return { chunks: inPieces(whole), release() {} };
  // Damaged, or too large: the stream has what can be had of it, and says what is wrong.
  return streamed(decodeContent(Readable.from([packed]), contentEncoding, maxBytes));
}

function streamed(stream: Readable): ResponseBody {
  return {
    chunks: chunksOf(stream),
    release(how) {
      if (how === 'kindly') void drain(stream);
      else stream.destroy();
    },
  };
}

interface Gathered {
  readonly packed: Buffer;
  /** `later`: it has not ended, and what came of it is put back. An error: it ended in the middle. */
  readonly end: 'ended' | 'later' | Error;
}

/** What of a body comes at once. */
function gather(source: Readable): Promise<Gathered> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (end: Gathered['end']) => {
      clearTimeout(timer);
      source.off('readable', take).off('end', ended).off('error', settle).off('close', closed);
      const packed = Buffer.concat(chunks);
      if (end === 'later' && size > 0) source.unshift(packed);
      resolve({ packed, end });
    };
    const take = () => {
      for (let chunk = source.read(); chunk !== null; chunk = source.read()) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size > SMALL) settle('later');
    };
    const ended = () => settle('ended');
    const closed = () => settle(new VisitFailure('refused', CUT_SHORT));
    const timer = setTimeout(settle, AT_ONCE_MS, 'later');
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

/** So that whoever has seen enough need not look through the rest. */
function* inPieces(whole: Buffer): Generator<Buffer> {
  for (let from = 0; from < whole.length; from += STEP) yield whole.subarray(from, from + STEP);
}

async function* brokenOff(part: Buffer, error: Error): AsyncGenerator<Buffer> {
  yield* inPieces(part);
  throw error;
}
