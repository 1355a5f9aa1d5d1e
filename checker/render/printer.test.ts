import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import type { Print } from '../../command-service/contract/check-contract.ts';
import { pdfPages } from '../../infra/testing/pdf-text.ts';
import { recordingLog, startSite } from '../testing/test-site.ts';
import { NO_PRINTER, openPrinter } from './printer.ts';

const never = new AbortController().signal;
const font = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
).toString('base64');
const style = `@font-face { font-family: Own; src: url(data:font/woff2;base64,${font}) }
  @page { size: A4; margin: 20mm; @bottom-right { content: "Page " counter(page) " of " counter(pages) } }
  :root { font-family: Own }`;
const page = (body: string) =>
  gzipSync(`<!doctype html><html lang="en"><title>Report</title><style>${style}</style><body>${body}`);

const printer = openPrinter({ logger: recordingLog() });
test.after.always(() => printer.close());

function pdfOf(print: Print): Buffer {
  if (print.kind === 'missed') throw new Error(print.reason);
  return gunzipSync(print.pdf);
}

test.serial('a page becomes a tagged PDF with its own paper, footer and font', async (t) => {
  const body = '<h1>Alpha</h1><p>one</p><div style="break-before: page">Omega</div>';
  const pdf = pdfOf(await printer.print(page(body), never));
  const source = pdf.toString('latin1');
  t.is(pdf.subarray(0, 5).toString(), '%PDF-');
  t.regex(source, /\/MarkInfo <<\/Type \/MarkInfo\n\/Marked true>>/);
  t.regex(source, /\/StructTreeRoot \d+ 0 R/);
  t.regex(source, /\/Lang \(en\)/);
  t.regex(source, /\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  // A variable font is embedded glyph by glyph; a font of the system has a name.
  t.regex(source, /\/Subtype \/Type3/);
  t.notRegex(source, /\/BaseFont/);
  const [first, second, ...others] = pdfPages(pdf);
  t.regex(first ?? '', /Alpha.*one.*Page 1 of 2|Page 1 of 2.*Alpha.*one/s);
  t.regex(second ?? '', /Omega.*Page 2 of 2|Page 2 of 2.*Omega/s);
  t.deepEqual(others, []);
});

test.serial('a page that is printed runs no script and reaches no network', async (t) => {
  const site = await startSite({});
  t.teardown(() => site.close());
  const url = site.url('/x');
  const body = `<p id="text">quiet</p><img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object>
    <link rel="stylesheet" href="${url}"><link rel="preconnect" href="${url}"><video src="${url}" autoplay></video>
    <style>@import url(${url}); @font-face { font-family: Far; src: url(${url}) } p { font-family: Far, Own }</style>
    <script>document.querySelector('#text').textContent = 'changed'; fetch('${url}')</script>`;
  t.regex(pdfPages(pdfOf(await printer.print(page(body), never))).join(''), /quiet/);
  t.is(site.connections(), 0);
  t.deepEqual(site.asked, []);
});

test.serial('a page that takes too long is missed, and the next page is printed', async (t) => {
  const hasty = openPrinter({ logger: recordingLog(), timeoutMs: 5_000 });
  t.teardown(() => hasty.close());
  const noise = '<rect width="800" height="800" filter="url(#noise)"/>'.repeat(2_000);
  const endless = `<svg width="800" height="800"><filter id="noise"><feTurbulence baseFrequency="0.1" numOctaves="255"/>
    </filter>${noise}</svg>`;
  t.deepEqual(await hasty.print(page(endless), never), {
    kind: 'missed',
    reason: 'the browser did not finish in time: leave out parts',
  });
  t.is((await hasty.print(page('next'), never)).kind, 'printed');
});

test.serial('a page without a browser is missed at once, with the reason', async (t) => {
  const blind = openPrinter({ logger: recordingLog(), chromePath: `${tmpdir()}/no-browser` });
  t.teardown(() => blind.close());
  const reason = `there is no browser at ${tmpdir()}/no-browser`;
  t.deepEqual(await blind.print(page('x'), never), { kind: 'missed', reason });
  t.like(await NO_PRINTER.print(page('x'), never), { kind: 'missed' });
});
