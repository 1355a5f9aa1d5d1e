/** The content codings that the checker decodes (RFC 9110 8.4.1), as a stream and in one call. */
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** Bytes that a stream decodes at a time: each chunk costs a switch of threads. */
const CHUNK = 64 * 1024;

/** A window of 8 MB, which RFC 8878 3.1.1.1.2 recommends decoders to support; larger windows cost memory. */
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: 23 };

export type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>;

export interface Coding {
  /** @param first the first byte of the compressed data. */
  createStream(first: number): Decoder;
  /**
   * Decodes a whole body, or as much as possible if it was cut off (`isWhole` is false).
   * @throws Error if it is damaged, ends too early, or decodes to more than `maxOutputLength` bytes.
   */
  decode(compressed: Buffer, maxOutputLength: number, isWhole: boolean): Buffer;
}

const GZIP: Coding = {
  createStream: () => createGunzip({ chunkSize: CHUNK }),
  decode: (compressed, maxOutputLength, isWhole) =>
    gunzipSync(compressed, options(compressed, maxOutputLength, zlibFlush(isWhole))),
};

const DEFLATE: Coding = {
  createStream: (first) => (isZlibFormat(first) ? createInflate : createInflateRaw)({ chunkSize: CHUNK }),
  decode: (compressed, maxOutputLength, isWhole) =>
    (isZlibFormat(compressed[0] ?? 0) ? inflateSync : inflateRawSync)(
      compressed,
      options(compressed, maxOutputLength, zlibFlush(isWhole)),
    ),
};

const BROTLI: Coding = {
  createStream: () => createBrotliDecompress({ chunkSize: CHUNK }),
  decode: (compressed, maxOutputLength, isWhole) =>
    brotliDecompressSync(
      compressed,
      options(
        compressed,
        maxOutputLength,
        isWhole ? constants.BROTLI_OPERATION_FINISH : constants.BROTLI_OPERATION_FLUSH,
      ),
    ),
};

const ZSTD: Coding = {
  createStream: () => createZstdDecompress({ chunkSize: CHUNK, params: ZSTD_PARAMS }),
  decode: (compressed, maxOutputLength, isWhole) =>
    zstdDecompressSync(compressed, {
      ...options(compressed, maxOutputLength, isWhole ? constants.ZSTD_e_end : constants.ZSTD_e_flush),
      params: ZSTD_PARAMS,
    }),
};

/** By name in lower case. */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', DEFLATE],
  ['br', BROTLI],
  ['zstd', ZSTD],
]);

/** The coding of a name in lower case; undefined if the checker does not support it. */
export function codingOf(name: string): Coding | undefined {
  return CODINGS.get(name);
}

/** RFC 9110 specifies zlib's format, but half of the servers send raw deflate. A zlib header's low nibble is always 8. */
function isZlibFormat(first: number): boolean {
  return (first & 0x0f) === 8;
}

function zlibFlush(isWhole: boolean): number {
  return isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
}

/** A chunk large enough for a page compressed to an eighth: a second chunk would copy the whole. */
function options(compressed: Buffer, maxOutputLength: number, finishFlush: number) {
  return { chunkSize: Math.max(CHUNK, compressed.length * 8), maxOutputLength, finishFlush };
}

/** The value of Accept-Encoding: the codings below. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';
