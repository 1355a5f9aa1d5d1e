import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { toVisitFailure } from '../../infra/network/visit-errors.ts';
import { decodeContent } from './content-decoding.ts';
import { openBody } from './response-body.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const PAGE = Buffer.from(
  '<p>A sentence about tea, and a <a href="https://client.example/">link</a>.</p>\n'.repeat(400),
);

const COMPRESSORS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'deflate, raw': deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
const codings = Object.entries(COMPRESSORS).map(([name, compress]) => ({
  coding: name.split(',', 1)[0] ?? '',
  compress,
  name,
}));

/** A body that sends one chunk per turn of the event loop. */
function sourceOf(bytes: Buffer, size = 5_000): Readable {
  return Readable.from(
    (async function* () {
      for (let from = 0; from < bytes.length; from += size) {
        await nextTurn();
        yield bytes.subarray(from, from + size);
      }
    })(),
    { objectMode: false },
  );
}

/** All readable bytes of a body, and the failure at its end. */
async function readAll(chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const read: Buffer[] = [];
  try {
    for await (const chunk of chunks) read.push(chunk);
    return { bytes: Buffer.concat(read), failure: null };
  } catch (error) {
    return { bytes: Buffer.concat(read), failure: toVisitFailure(error) };
  }
}

const openAndRead = async (source: Readable, coding: string | null) =>
  readAll((await openBody(source, coding, MAX_BYTES)).chunks);

for (const { coding, compress, name } of codings) {
  test(`a page compressed as ${name} is decoded, however it is chunked`, async (t) => {
    const compressed = compress(PAGE);
    for (const size of [1_000_000, 100, 1]) {
      const { bytes, failure } = await openAndRead(sourceOf(compressed, size), coding);
      t.is(failure, null);
      t.true(bytes.equals(PAGE), `in chunks of ${size}`);
    }
    t.is((await openAndRead(sourceOf(Buffer.alloc(0)), coding)).bytes.length, 0);
  });

  test(`a page compressed as ${name} that ends early or is damaged fails in the same way as in a stream`, async (t) => {
    const compressed = compress(PAGE);
    const damaged = Buffer.from(compressed);
    damaged.fill(0xff, compressed.length >> 1, (compressed.length >> 1) + 20);
    for (const wrong of [compressed.subarray(0, compressed.length >> 1), compressed.subarray(0, -1), damaged]) {
      const { failure } = await openAndRead(sourceOf(wrong), coding);
      const streamed = await readAll(decodeContent(sourceOf(wrong), coding, MAX_BYTES));
      t.is(failure?.code, streamed.failure?.code);
      t.is(failure?.message, streamed.failure?.message);
    }
  });

  test(`the part of a page compressed as ${name} that arrived before the connection broke is read`, async (t) => {
    const compressed = compress(
      Buffer.concat([PAGE, Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * n) % 251))]),
    );
    const source = new Readable({ read() {} });
    source.push(compressed.subarray(0, compressed.length >> 1));
    const opened = openBody(source, coding, MAX_BYTES);
    await nextTurn();
    source.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const { bytes, failure } = await readAll((await opened).chunks);
    t.is(failure?.code, 'refused');
    t.true(PAGE.includes(bytes.subarray(0, 1_000)), 'the bytes are the beginning of the page');
  });
}

test('a slow page is read while it arrives', async (t) => {
  const compressed = gzipSync(PAGE, { level: 0 });
  const source = new Readable({ read() {} });
  source.push(compressed.subarray(0, 20_000));
  const { chunks, release } = await openBody(source, 'gzip', MAX_BYTES);
  let seen = 0;
  for await (const chunk of chunks) {
    seen += chunk.length;
    if (seen > 10_000) break;
  }
  t.true(seen > 10_000, 'bytes can be read before the end arrives');
  release('destroy');
  await nextTurn();
  t.true(source.destroyed);
});

test('a page too large to decode in one call is decoded as a stream', async (t) => {
  const noise = Buffer.from(Array.from({ length: 400_000 }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 13) & 0xff));
  const { bytes, failure } = await openAndRead(sourceOf(gzipSync(noise), 64_000), 'gzip');
  t.is(failure, null);
  t.true(bytes.equals(noise));
});

test('a small body that decodes to a huge one is decoded chunk by chunk', async (t) => {
  const bomb = gzipSync(Buffer.alloc(4 * MAX_BYTES));
  const { chunks, release } = await openBody(sourceOf(bomb), 'gzip', MAX_BYTES);
  let seen = 0;
  for await (const chunk of chunks) {
    t.true(chunk.length <= 1024 * 1024);
    seen += chunk.length;
    if (seen > MAX_BYTES) break;
  }
  release('destroy');
  t.true(seen < MAX_BYTES + 1024 * 1024);
});

test('a connection that ends in the middle without an error is a failure', async (t) => {
  const source = new Readable({ read() {} });
  source.push(gzipSync(PAGE).subarray(0, 50));
  const opened = openBody(source, 'gzip', MAX_BYTES);
  await nextTurn();
  source.destroy();
  t.like((await readAll((await opened).chunks)).failure, {
    code: 'refused',
    message: 'the connection ended in the middle of the page',
  });
});

test('openBody handles no coding, several codings and an unknown one', async (t) => {
  t.true((await openAndRead(sourceOf(PAGE), null)).bytes.equals(PAGE));
  t.true((await openAndRead(sourceOf(brotliCompressSync(gzipSync(PAGE))), 'gzip, br')).bytes.equals(PAGE));
  t.true((await openAndRead(sourceOf(PAGE), 'none')).bytes.equals(PAGE));
});

test('decoding returns the original bytes for any body in any chunks', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(...codings),
      async (given, size, { compress, coding }) => {
        const { bytes, failure } = await openAndRead(sourceOf(compress(given), size), coding);
        t.is(failure, null);
        t.true(bytes.equals(given));
      },
    ),
    { numRuns: 60 },
  );
});
