import test from 'ava';
import fc from 'fast-check';
import { prescan, TextReader } from './charset.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

function read(bytes: Buffer, contentType: string | null, step = bytes.length || 1): { text: string; charset: string } {
  const reader = new TextReader(contentType);
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += reader.write(bytes.subarray(at, at + step));
  text += reader.end();
  return { text, charset: reader.charset ?? '' };
}

test('the encoding comes from the byte order mark, then the header, then the page', (t) => {
  const meta = '<meta charset="windows-1251">';
  t.is(read(Buffer.from(`\ufeff${meta}é`), 'text/html; charset=koi8-r').text, `${meta}é`);
  t.deepEqual(read(bytesOf(`${meta}\xd0\xe0`), 'text/html; charset=koi8-r').text, `${meta}пЮ`);
  t.deepEqual(read(bytesOf(`${meta}\xd0\xe0`), 'text/html').text, `${meta}Ра`);
  t.is(read(bytesOf(`${meta}\xd0\xe0`), 'text/html; charset=no-such-thing').charset, 'windows-1251');
  t.is(read(bytesOf('\xff\xfeA\0'), null).text, 'A');
  t.is(read(bytesOf('\xfe\xff\0A'), null).text, 'A');
});

test('a declaration far down in the head counts, and one in the body does not', (t) => {
  const meta = '<meta charset="windows-1251">';
  const long = `<script>${'x'.repeat(5_000)}</script>`;
  for (const step of [1, 700, 1_024, 100_000]) {
    const late = bytesOf(`<head><title>\xcf\xf0\xe8</title>${long}${meta}</head><p>\xcf`);
    t.is(read(late, 'text/html', step).text, `<head><title>При</title>${long}${meta}</head><p>П`);
    t.is(read(bytesOf(`<head>${long}</head><body>${meta}\xe9a`), 'text/html', step).charset, 'windows-1252');
  }
  t.is(read(bytesOf(`${'x'.repeat(70_000)}${meta}\xe9a`), 'text/html').charset, 'windows-1252');
});

test('legacy encodings are decoded', (t) => {
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

test('without a declaration the bytes decide, wherever they begin and however they arrive', (t) => {
  const russian = bytesOf(
    `${'x'.repeat(3_000)}<p>\xcb\xf3\xf7\xf8\xe8\xe5 \xf1\xe0\xe4\xee\xe2\xfb\xe5 \xf1\xe0\xf0\xe0\xe8`,
  );
  for (const step of [1, 700, 100_000]) t.true(read(russian, 'text/html', step).text.endsWith('Лучшие садовые сараи'));
  const reader = new TextReader('text/html');
  t.is(reader.write(Buffer.alloc(70_000, 'x')), 'x'.repeat(70_000));
  t.is(reader.write(russian), '');
  t.false(reader.isGuessed);
  t.true(reader.write(Buffer.from(`<p>${'x'.repeat(70_000)}`)).startsWith('x'.repeat(3_000).concat('<p>Лучшие')));
  t.true(reader.isGuessed);
});

test('without a declaration a page is UTF-8 if it is valid, else windows-1252', (t) => {
  const ascii = '<p>plain</p>'.repeat(200);
  t.deepEqual(read(Buffer.from(`${ascii}Grüße`), null), { text: `${ascii}Grüße`, charset: 'utf-8' });
  t.deepEqual(read(bytesOf(`${ascii}Gr\xfc\xdfe`), null), { text: `${ascii}Grüße`, charset: 'windows-1252' });
  t.is(read(bytesOf(`${ascii}Gr\xfc\xdfe`), 'text/html', 700).text, `${ascii}Grüße`);
  t.is(read(Buffer.from('ünd \xff', 'utf8'), null).charset, 'utf-8');
  t.deepEqual(read(Buffer.alloc(0), null), { text: '', charset: 'utf-8' });
});

test('prescan finds exactly the declarations that browsers find', (t) => {
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

test('chunking does not change the text', (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 3_000 }).filter((value) => !value.startsWith('\ufeff'));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 2_000 }), (value, step) => {
      const bytes = Buffer.from(value);
      return read(bytes, 'text/html; charset=utf-8', step).text === bytes.toString();
    }),
  );
  t.pass();
});

test('any bytes are decoded without an error', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 1, max: 2_000 }), (raw, step) => {
      prescan(Buffer.from(raw).toString('latin1'));
      read(Buffer.from(raw), null, step);
    }),
    { numRuns: 50 },
  );
  t.pass();
});
