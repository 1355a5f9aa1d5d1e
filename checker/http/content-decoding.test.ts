import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import { decodeContent } from './content-decoding.ts';

const MEGABYTE = 1024 * 1024;
const stream = (...chunks: Buffer[]) => Readable.from(chunks, { objectMode: false });
test('decodeContent decodes every content coding, alone and in layers', async (t) => {
  const page = Buffer.from('<p>Grüße</p>'.repeat(5_000));
  const compressors = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  for (const [coding, compress] of Object.entries(compressors)) {
    t.deepEqual(await buffer(decodeContent(stream(compress(page)), coding, MEGABYTE)), page, coding);
    t.deepEqual(
      await buffer(decodeContent(stream(gzipSync(compress(page))), `${coding}, GZIP`, MEGABYTE)),
      page,
      coding,
    );
  }
  t.deepEqual(await buffer(decodeContent(stream(deflateRawSync(page)), 'deflate', MEGABYTE)), page);
  t.deepEqual(await buffer(decodeContent(stream(page), null, MEGABYTE)), page);
  t.deepEqual(await buffer(decodeContent(stream(page), 'identity', MEGABYTE)), page);
});

test('a compressed body may be split anywhere and have bytes after its end', async (t) => {
  const page = Buffer.from('abc'.repeat(1_000));
  const compressed = gzipSync(page);
  const single = [...compressed].map((byte) => Buffer.from([byte]));
  t.deepEqual(await buffer(decodeContent(stream(...single), 'gzip', MEGABYTE)), page);
  t.deepEqual(await buffer(decodeContent(stream(compressed, Buffer.from('\0\0rubbish')), 'gzip', MEGABYTE)), page);
});

test('an empty body is valid in every coding', async (t) => {
  for (const coding of ['gzip', 'br', 'deflate', 'zstd']) {
    t.is((await buffer(decodeContent(stream(), coding, MEGABYTE))).length, 0, coding);
  }
});

test('a damaged, cut off or wrongly compressed body is a failure with a message; an unknown coding is ignored', async (t) => {
  const compressed = gzipSync(Buffer.from('abc'.repeat(10_000)));
  const cut = await t.throwsAsync(buffer(decodeContent(stream(compressed.subarray(0, 40)), 'gzip', MEGABYTE)), {
    instanceOf: VisitFailure,
  });
  t.is(cut.message, 'the compressed page (gzip) ends too early');
  const damaged = await t.throwsAsync(buffer(decodeContent(stream(Buffer.from('<p>plain</p>')), 'gzip', MEGABYTE)), {
    instanceOf: VisitFailure,
  });
  t.is(damaged.message, 'the compressed page (gzip) is damaged');
  t.is(`${await buffer(decodeContent(stream(Buffer.from('<p>plain</p>')), 'utf-8', MEGABYTE))}`, '<p>plain</p>');
  t.throws(() => decodeContent(stream(compressed), 'gzip, gzip, gzip', MEGABYTE), { message: /compressed 3 times/ });
});

test('a reader that stops early stops the decoding and closes the source', async (t) => {
  let taken = 0;
  const member = gzipSync(Buffer.alloc(8 * MEGABYTE));
  const source = Readable.from(
    (function* () {
      for (let sent = 0; sent < 200; sent++) {
        taken += 8;
        yield member;
      }
    })(),
    { objectMode: false, highWaterMark: 1_000 },
  );
  const closed = new Promise((resolve) => source.once('close', resolve));
  let bytes = 0;
  for await (const chunk of decodeContent(source, 'gzip', MEGABYTE)) {
    bytes += chunk.length;
    if (bytes > MEGABYTE) break;
  }
  await closed;
  t.true(bytes < 2 * MEGABYTE);
  t.true(taken < 800, `${taken} of 1,600 MB`);
});

test('a nested decompression bomb is stopped between the codings', async (t) => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(4 * MEGABYTE, Buffer.from('x')), { level: 0 }));
  const failure = await t.throwsAsync(buffer(decodeContent(stream(bomb), 'gzip, gzip', MEGABYTE)), {
    instanceOf: VisitFailure,
  });
  t.is(failure.code, 'too-large');
});

test('a source that closes without an end is a failure', async (t) => {
  const source = new Readable({ read() {} });
  const decoded = buffer(decodeContent(source, 'gzip', MEGABYTE));
  source.push(gzipSync(Buffer.from('abc')).subarray(0, 5));
  setImmediate(() => source.destroy());
  await t.throwsAsync(decoded, { message: 'the connection ended in the middle of the page' });
});
