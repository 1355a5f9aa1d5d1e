import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { openPrinter } from '../../checker/render/printer.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { pdfPages } from '../../infra/testing/pdf-text.ts';
import { fontFaces } from './fonts.ts';

const rulesOf = (text: string) => fontFaces(text).split('\n').filter(Boolean);

test('a text brings only the parts of fonts that it needs', (t) => {
  t.is(rulesOf('').length, 0);
  t.is(rulesOf('Delivered links').length, 1);
  t.true(fontFaces('Delivered links').length < 70_000);
  t.is(rulesOf('שלום').length, 1);
  t.is(rulesOf('Delivered שלום').length, 2);
  t.regex(rulesOf('Delivered שלום').at(-1) ?? '', /unicode-range: U\+0000-00FF/);
});

test('Chinese characters have the shapes of Japanese in a text with Japanese letters', (t) => {
  t.notDeepEqual(rulesOf('直'), rulesOf('直の').slice(0, 1));
  t.true(rulesOf('直の').includes(rulesOf('直のの')[0] ?? ''));
  t.false(rulesOf('直の').includes(rulesOf('直')[0] ?? ''));
});

test('texts of all scripts are printed in the fonts of the report', async (t) => {
  const printer = openPrinter({ logger: recordingLog() });
  t.teardown(() => printer.close());
  const text = 'Größe Łódź Ελλάδα Привет مرحبا שלום 日本語のテキスト 简体 한국어 😀🎉';
  const html = `<!doctype html><meta charset="utf-8"><style>${fontFaces(text)} body { font-family: Inter }</style><p>${text}`;
  const print = await printer.print(gzipSync(html), new AbortController().signal);
  if (print.kind === 'missed') throw new Error(print.reason);
  const pdf = gunzipSync(print.pdf);
  const [, ...fonts] = pdf.toString('latin1').split('/BaseFont /');
  // A variable font has no name in a PDF; the fonts of the system have names.
  t.deepEqual(new Set(fonts.map((font) => /^(?:\w+\+)?([A-Za-z]+)/.exec(font)?.[1])), new Set(['NotoEmoji']));
  const printed = pdfPages(pdf).join('');
  for (const part of ['Größe', 'Łódź', 'Ελλάδα', 'Привет', '日本語のテキスト', '简体', '한국어', '😀🎉'])
    t.true(printed.includes(part), part);
});
