/** The content codings that the checker undoes (RFC 9110 8.4.1), each as a stream and all at once. */
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

/** Bytes unpacked in one go by a stream: each costs a change of threads. */
const PIECE = 64 * 1024;

/** Larger windows cost memory; RFC 8878 3.1.1.1.2 asks decoders for 8 MB and no more. */
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: 23 };

export type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>;

export interface Coding {
  /** @param first the first byte of what is packed. */
  stream(first: number): Decoder;
  /**
   * All of what is packed, or what can be had of it where it broke off (`isWhole` is false).
   * @throws Error where it is damaged, ends too early, or unpacks to more than `maxOutputLength` bytes.
   */
  atOnce(packed: Buffer, maxOutputLength: number, isWhole: boolean): Buffer;
}

const GZIP: Coding = {
  stream: () => createGunzip({ chunkSize: PIECE }),
  atOnce: (packed, maxOutputLength, isWhole) =>
    gunzipSync(packed, atOnceOptions(packed, maxOutputLength, zlibFlush(isWhole))),
};

const DEFLATE: Coding = {
  stream: (first) => (isZlibFormat(first) ? createInflate : createInflateRaw)({ chunkSize: PIECE }),
  atOnce: (packed, maxOutputLength, isWhole) =>
    (isZlibFormat(packed[0] ?? 0) ? inflateSync : inflateRawSync)(
      packed,
      atOnceOptions(packed, maxOutputLength, zlibFlush(isWhole)),
    ),
};

const BROTLI: Coding = {
  stream: () => createBrotliDecompress({ chunkSize: PIECE }),
  atOnce: (packed, maxOutputLength, isWhole) =>
    brotliDecompressSync(
      packed,
      atOnceOptions(
        packed,
        maxOutputLength,
        isWhole ? constants.BROTLI_OPERATION_FINISH : constants.BROTLI_OPERATION_FLUSH,
      ),
    ),
};

const ZSTD: Coding = {
  stream: () => createZstdDecompress({ chunkSize: PIECE, params: ZSTD_PARAMS }),
  atOnce: (packed, maxOutputLength, isWhole) =>
    zstdDecompressSync(packed, {
      ...atOnceOptions(packed, maxOutputLength, isWhole ? constants.ZSTD_e_end : constants.ZSTD_e_flush),
      params: ZSTD_PARAMS,
    }),
};

/** By the name in lower case. */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', DEFLATE],
  ['br', BROTLI],
  ['zstd', ZSTD],
]);

/** undefined for a name nobody asked for. */
export function codingOf(name: string): Coding | undefined {
  return CODINGS.get(name);
}

/** RFC 9110 means zlib's format; half the servers send the bare one. A zlib header's low nibble is always 8. */
function isZlibFormat(first: number): boolean {
  return (first & 0x0f) === 8;
}

function zlibFlush(isWhole: boolean): number {
  return isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
}

/** In one piece, as far as a page that is packed to an eighth fits: a second one costs a copy of the whole. */
function atOnceOptions(packed: Buffer, maxOutputLength: number, finishFlush: number) {
  return { chunkSize: Math.max(PIECE, packed.length * 8), maxOutputLength, finishFlush };
}

/** What the checker can undo, as Accept-Encoding says it. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';
