import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { VisitFailure } from '../visit/visit-errors.ts';
import { prescan, TextReader } from './charset.ts';
import { decodeContent } from './content-decoding.ts';

const MEGABYTE = 1024 * 1024;
const stream = (...chunks: Buffer[]) => Readable.from(chunks, { objectMode: false });
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

function read(bytes: Buffer, contentType: string | null, step = bytes.length || 1): { text: string; charset: string } {
  const reader = new TextReader(contentType);
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += reader.write(bytes.subarray(at, at + step));
  text += reader.end();
  return { text, charset: reader.charset ?? '' };
}

test('every content coding is undone, alone and in layers', async (t) => {
  const page = Buffer.from('<p>Grüße</p>'.repeat(5_000));
  const packers = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  for (const [coding, pack] of Object.entries(packers)) {
    t.deepEqual(await buffer(decodeContent(stream(pack(page)), coding, MEGABYTE)), page, coding);
    t.deepEqual(await buffer(decodeContent(stream(gzipSync(pack(page))), `${coding}, GZIP`, MEGABYTE)), page, coding);
  }
  t.deepEqual(await buffer(decodeContent(stream(deflateRawSync(page)), 'deflate', MEGABYTE)), page);
  t.deepEqual(await buffer(decodeContent(stream(page), null, MEGABYTE)), page);
  t.deepEqual(await buffer(decodeContent(stream(page), 'identity', MEGABYTE)), page);
});

test('a packed body split anywhere, and with rubbish after its end, is read all the same', async (t) => {
  const page = Buffer.from('abc'.repeat(1_000));
  const packed = gzipSync(page);
  const single = [...packed].map((byte) => Buffer.from([byte]));
  t.deepEqual(await buffer(decodeContent(stream(...single), 'gzip', MEGABYTE)), page);
  t.deepEqual(await buffer(decodeContent(stream(packed, Buffer.from('\0\0rubbish')), 'gzip', MEGABYTE)), page);
});

test('an empty body is empty in every coding', async (t) => {
  for (const coding of ['gzip', 'br', 'deflate', 'zstd']) {
    t.is((await buffer(decodeContent(stream(), coding, MEGABYTE))).length, 0, coding);
  }
});

test('a damaged, cut off or oddly packed body is a fault with a sentence', async (t) => {
  const packed = gzipSync(Buffer.from('abc'.repeat(10_000)));
  const cut = await t.throwsAsync(buffer(decodeContent(stream(packed.subarray(0, 40)), 'gzip', MEGABYTE)), {
    instanceOf: VisitFailure,
  });
  t.is(cut.message, 'the packed page (gzip) ends too early');
  const damaged = await t.throwsAsync(buffer(decodeContent(stream(Buffer.from('<p>plain</p>')), 'gzip', MEGABYTE)), {
    instanceOf: VisitFailure,
  });
  t.is(damaged.message, 'the packed page (gzip) is damaged');
  t.throws(() => decodeContent(stream(packed), 'compress', MEGABYTE), { message: /packed as “compress”/ });
  t.throws(() => decodeContent(stream(packed), 'gzip, gzip, gzip', MEGABYTE), { message: /packed 3 times/ });
});

test('a reader that stops early stops the unpacking and closes the source', async (t) => {
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

test('a bomb inside another is stopped between the layers', async (t) => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(4 * MEGABYTE, Buffer.from('x')), { level: 0 }));
  const fault = await t.throwsAsync(buffer(decodeContent(stream(bomb), 'gzip, gzip', MEGABYTE)), {
    instanceOf: VisitFailure,
  });
  t.is(fault.code, 'too-large');
});

test('a source that closes without an end is a fault, not a wait', async (t) => {
  const source = new Readable({ read() {} });
  const unpacked = buffer(decodeContent(source, 'gzip', MEGABYTE));
  source.push(gzipSync(Buffer.from('abc')).subarray(0, 5));
  setImmediate(() => source.destroy());
  await t.throwsAsync(unpacked, { message: 'the connection ended in the middle of the page' });
});

test('the encoding comes from the mark, then the header, then the page', (t) => {
  const meta = '<meta charset="windows-1251">';
  t.is(read(Buffer.from(`\ufeff${meta}é`), 'text/html; charset=koi8-r').text, `${meta}é`);
  t.deepEqual(read(bytesOf(`${meta}\xd0\xe0`), 'text/html; charset=koi8-r').text, `${meta}пЮ`);
  t.deepEqual(read(bytesOf(`${meta}\xd0\xe0`), 'text/html').text, `${meta}Ра`);
  t.is(read(bytesOf(`${meta}\xd0\xe0`), 'text/html; charset=no-such-thing').charset, 'windows-1251');
  t.is(read(bytesOf('\xff\xfeA\0'), null).text, 'A');
  t.is(read(bytesOf('\xfe\xff\0A'), null).text, 'A');
});

test('the encodings of the old web are read', (t) => {
  const samples: [string, string, string][] = [
    ['windows-1250', '\x9d\xe8', 'ťč'],
    ['windows-1251', '\xcf\xf0\xe8', 'При'],
    ['windows-1252', '\x80\x93', '€“'],
    ['gb18030', '\xc4\xe3\x81\x30\x81\x30', '你\x80'],
    ['gbk', '\xc4\xe3', '你'],
    ['shift_jis', '\x93\xfa\x96\x7b', '日本'],
    ['euc-jp', '\xc6\xfc\xcb\xdc', '日本'],
    ['euc-kr', '\xc7\xd1', '한'],
    ['big5', '\xa7\x41', '你'],
    ['utf-16le', 'A\0\xe9\0', 'Aé'],
    ['iso-8859-1', '\x80', '€'],
  ];
  for (const [label, raw, text] of samples) {
    t.is(read(bytesOf(raw), `text/html;charset="${label}"`).text, text, label);
  }
});

test('with nothing declared it is UTF-8 where that fits, else windows-1252', (t) => {
  const ascii = '<p>plain</p>'.repeat(200);
  t.deepEqual(read(Buffer.from(`${ascii}Grüße`), null), { text: `${ascii}Grüße`, charset: 'utf-8' });
  t.deepEqual(read(bytesOf(`${ascii}Gr\xfc\xdfe`), null), { text: `${ascii}Grüße`, charset: 'windows-1252' });
  t.is(read(bytesOf(`${ascii}Gr\xfc\xdfe`), 'text/html', 700).text, `${ascii}Grüße`);
  t.is(read(Buffer.from('ünd \xff', 'utf8'), null).charset, 'utf-8');
  t.deepEqual(read(Buffer.alloc(0), null), { text: '', charset: 'utf-8' });
});

test('a declaration is found as browsers find it, and only there', (t) => {
  t.is(prescan('<!doctype html><html><head><meta charset=Shift_JIS>'), 'shift_jis');
  t.is(prescan(`<META http-equiv="Content-Type" content='text/html; charset=gb2312'>`), 'gbk');
  t.is(prescan('<meta content="text/html;charset=euc-kr" http-equiv=content-type />'), 'euc-kr');
  t.is(prescan('<?xml version="1.0" encoding="iso-8859-2"?><html>'), 'iso-8859-2');
  t.is(prescan('<!-- <meta charset="koi8-r"> --><meta charset=big5>'), 'big5');
  t.is(prescan('<p title=\'<meta charset="koi8-r">\'>'), null);
  t.is(prescan('<meta charset="utf-16">'), 'utf-8');
  t.is(prescan('<meta charset="x-user-defined">'), 'windows-1252');
  t.is(prescan('<meta name=x content="charset=koi8-r">'), null);
  t.is(prescan('<metacharset="koi8-r">'), null);
  t.is(prescan('<meta charset="nonsense"><meta charset="koi8-r">'), 'koi8-r');
  t.is(prescan('<!-- <meta charset="koi8-r">'), null);
});

test('how the bytes were cut into chunks changes nothing', (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 3_000 }).filter((value) => !value.startsWith('\ufeff'));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 2_000 }), (value, step) => {
      const bytes = Buffer.from(value);
      return read(bytes, 'text/html; charset=utf-8', step).text === bytes.toString();
    }),
  );
  t.pass();
});

test('any bytes whatever are read without an error', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 1, max: 2_000 }), (raw, step) => {
      prescan(Buffer.from(raw).toString('latin1'));
      read(Buffer.from(raw), null, step);
    }),
    { numRuns: 50 },
  );
  t.pass();
});
