import test from 'ava';
import { resolveAddress } from './page-address.ts';

const BASE = 'https://shop.example/a/';

test('a query is in the encoding of the page, everything else in UTF-8', (t) => {
  const at = (href: string, encoding: string | null) => resolveAddress(href, BASE, encoding)?.href.slice(BASE.length);
  t.is(at('é?q=é#é', 'windows-1252'), '%C3%A9?q=%E9#%C3%A9');
  t.is(at('é?q=é', null), '%C3%A9?q=%C3%A9');
  t.is(at('é?q=é', 'utf-16le'), '%C3%A9?q=%C3%A9');
  t.is(at('?q=сарай&p=%D0%B0', 'windows-1251'), '?q=%F1%E0%F0%E0%E9&p=%D0%B0');
  t.is(at('?q=手', 'gbk'), '?q=%CA%D6');
  t.is(at('?q=手', 'euc-kr'), '?q=%E2%A2');
  // The second byte may be an ASCII character, which is only escaped where every query escapes it.
  t.is(at('?q=ソ靴', 'shift_jis'), '?q=%83\\%8CC');
});

test('a character that the encoding lacks becomes a reference, as browsers send it', (t) => {
  t.is(resolveAddress('?q=\u{1F45F}é', BASE, 'windows-1252')?.search, '?q=%26%23128095%3B%E9');
});

test('addresses of other schemes and invalid ones are read as without an encoding', (t) => {
  t.is(resolveAddress('mailto:a@b.example?subject=é', BASE, 'windows-1252')?.search, '?subject=%C3%A9');
  t.is(resolveAddress('http://[', BASE, 'windows-1252'), null);
});
