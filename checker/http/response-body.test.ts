import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { toVisitFailure } from '../visit/visit-errors.ts';
import { decodeContent } from './content-decoding.ts';
import { openBody } from './response-body.ts';

const MOST = 10 * 1024 * 1024;
const PAGE = Buffer.from(
  '<p>A sentence about tea, and a <a href="https://client.example/">link</a>.</p>\n'.repeat(400),
);

const PACKED = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'deflate, the bare one': deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
const packings = Object.entries(PACKED).map(([name, pack]) => ({ coding: name.split(',', 1)[0] ?? '', pack, name }));

/** A body whose pieces come one a turn of the event loop. */
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

/** All that can be read of a body, and what it ended in. */
async function readAll(pieces: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const read: Buffer[] = [];
  try {
    for await (const piece of pieces) read.push(piece);
    return { bytes: Buffer.concat(read), fault: null };
  } catch (error) {
    return { bytes: Buffer.concat(read), fault: toVisitFailure(error) };
  }
}

const openedAndRead = async (source: Readable, coding: string | null) =>
  readAll((await openBody(source, coding, MOST)).chunks);

for (const { coding, pack, name } of packings) {
  test(`a page packed as ${name} is unpacked, however it comes`, async (t) => {
    const packed = pack(PAGE);
    for (const size of [1_000_000, 100, 1]) {
      const { bytes, fault } = await openedAndRead(sourceOf(packed, size), coding);
      t.is(fault, null);
      t.true(bytes.equals(PAGE), `in pieces of ${size}`);
    }
    t.is((await openedAndRead(sourceOf(Buffer.alloc(0)), coding)).bytes.length, 0);
  });

  test(`a page packed as ${name} that ends too early or is damaged ends in the words it has as a stream`, async (t) => {
    const packed = pack(PAGE);
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, packed.length >> 1, (packed.length >> 1) + 20);
    for (const wrong of [packed.subarray(0, packed.length >> 1), packed.subarray(0, -1), damaged]) {
      const { fault } = await openedAndRead(sourceOf(wrong), coding);
      const streamed = await readAll(decodeContent(sourceOf(wrong), coding, MOST));
      t.is(fault?.code, streamed.fault?.code);
      t.is(fault?.message, streamed.fault?.message);
    }
  });

  test(`what came of a page packed as ${name} before the connection broke is read`, async (t) => {
    const packed = pack(Buffer.concat([PAGE, Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * n) % 251))]));
    const source = new Readable({ read() {} });
    source.push(packed.subarray(0, packed.length >> 1));
    const opened = openBody(source, coding, MOST);
    await nextTurn();
    source.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const { bytes, fault } = await readAll((await opened).chunks);
    t.is(fault?.code, 'refused');
    t.true(PAGE.includes(bytes.subarray(0, 1_000)), 'it begins as the page does');
  });
}

test('a page that takes its time is read as it comes', async (t) => {
  const packed = gzipSync(PAGE, { level: 0 });
  const source = new Readable({ read() {} });
  source.push(packed.subarray(0, 20_000));
  const { chunks: pieces, release: leave } = await openBody(source, 'gzip', MOST);
  let seen = 0;
  for await (const piece of pieces) {
    seen += piece.length;
    if (seen > 10_000) break;
  }
  t.true(seen > 10_000, 'there is something to read before the end is there');
  leave('at once');
  await nextTurn();
  t.true(source.destroyed);
});

test('a page too large to be unpacked in one go is a stream', async (t) => {
  const noise = Buffer.from(Array.from({ length: 400_000 }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 13) & 0xff));
  const { bytes, fault } = await openedAndRead(sourceOf(gzipSync(noise), 64_000), 'gzip');
  t.is(fault, null);
  t.true(bytes.equals(noise));
});

test('a small file that unpacks to very much is handed out piece by piece', async (t) => {
  const bomb = gzipSync(Buffer.alloc(4 * MOST));
  const { chunks: pieces, release: leave } = await openBody(sourceOf(bomb), 'gzip', MOST);
  let seen = 0;
  for await (const piece of pieces) {
    t.true(piece.length <= 1024 * 1024);
    seen += piece.length;
    if (seen > MOST) break;
  }
  leave('at once');
  t.true(seen < MOST + 1024 * 1024);
});

test('a connection that ends in the middle without an error is said to be cut short', async (t) => {
  const source = new Readable({ read() {} });
  source.push(gzipSync(PAGE).subarray(0, 50));
  const opened = openBody(source, 'gzip', MOST);
  await nextTurn();
  source.destroy();
  t.like((await readAll((await opened).chunks)).fault, {
    code: 'refused',
    message: 'the connection ended in the middle of the page',
  });
});

test('no coding, several and unknown ones are left to the stream', async (t) => {
  t.true((await openedAndRead(sourceOf(PAGE), null)).bytes.equals(PAGE));
  t.true((await openedAndRead(sourceOf(brotliCompressSync(gzipSync(PAGE))), 'gzip, br')).bytes.equals(PAGE));
  await t.throwsAsync(openBody(sourceOf(PAGE), 'compress', MOST), { message: /“compress”, which nobody asked for/ });
});

test('whatever is packed in whatever pieces is unpacked to what it was', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(...packings),
      async (given, size, { pack, coding }) => {
        const { bytes, fault } = await openedAndRead(sourceOf(pack(given), size), coding);
        t.is(fault, null);
        t.true(bytes.equals(given));
      },
    ),
    { numRuns: 60 },
  );
});
