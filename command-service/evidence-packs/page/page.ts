/** `index.html` of an evidence pack: one file that runs in any browser without a network. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../../infra/http/request/escape-html.ts';
import german from '../../contract/languages/de/evidence-pack.json' with { type: 'json' };
import germanReasons from '../../contract/languages/de/reasons.json' with { type: 'json' };
import english from '../../contract/languages/en/evidence-pack.json' with { type: 'json' };
import type { Language } from '../../contract/languages.ts';
import { ENGLISH_TEXTS } from '../../contract/reasons.ts';
import type { PackManifest } from '../pack-format.ts';
import { packScript } from './pack-page.ts';
import type { PackPageTexts } from './pack-texts.ts';

/** Each language has the same texts. */
const TEXTS: Readonly<Record<Language, Readonly<Record<keyof typeof english, string>>>> = { en: english, de: german };
const REASONS: Readonly<Record<Language, PackPageTexts>> = { en: ENGLISH_TEXTS, de: germanReasons };

const SCRIPT = packScript({ en: textsOf('en'), de: textsOf('de') });

/** The typeface of the console. The page loads nothing, so the font is in the page. */
const FONT = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  'base64',
);

const STYLE = `
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url(data:font/woff2;base64,${FONT}) format("woff2"); }
:root { --accent: #3b57d9; --page: #fcfcfd; --surface: #ffffff; --line: #e5e5ea; --text: #19191d; --quiet: #5d5d68; --good: #1a7f43; --bad: #c2261d; --warn: #8a5a00; color-scheme: light; }
@media (prefers-color-scheme: dark) { :root { --accent: #93a8ff; --page: #0f0f11; --surface: #161619; --line: #2a2a30; --text: #ededf0; --quiet: #a0a0ab; --good: #5fce8c; --bad: #ff7b72; --warn: #e0b252; color-scheme: dark; } }
@media print { :root { --accent: #3b57d9; --page: #ffffff; --surface: #ffffff; --line: #c8c8d0; --text: #000000; --quiet: #44444c; --good: #1a7f43; --bad: #c2261d; --warn: #8a5a00; color-scheme: light; } nav, .compare, .folder { display: none; } tr, figure { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 0.875rem/1.5 "Inter Variable", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1040px; margin: 0 auto; padding: 24px 24px 64px; }
nav { display: flex; justify-content: flex-end; gap: 4px; }
h1 { margin: 0 0 4px; font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h2 { margin: 0 0 8px; font-size: 1rem; }
p { margin: 0 0 4px; text-wrap: pretty; }
header, section { margin-bottom: 32px; }
.quiet { color: var(--quiet); }
.address { overflow-wrap: anywhere; }
.result { padding: 16px 20px; border: 1px solid var(--line); border-inline-start: 4px solid var(--quiet); border-radius: 8px; background: var(--surface); }
.result h2 { font-size: 1.25rem; letter-spacing: -0.01em; }
.result p { color: var(--quiet); }
.result.fits { border-inline-start-color: var(--good); }
.result.fits h2 { color: var(--good); }
.result.fits h2::before { content: "✓ "; content: "✓ " / ""; }
.result.wrong { border-inline-start-color: var(--bad); }
.result.wrong h2 { color: var(--bad); }
.result.wrong h2::before { content: "✗ "; content: "✗ " / ""; }
.claims { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 16px 32px; }
ul { margin: 0; padding-inline-start: 20px; }
li { margin-bottom: 4px; text-wrap: pretty; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th { font-size: 0.8125rem; font-weight: 500; color: var(--quiet); text-align: start; }
th, td { padding: 8px 16px 8px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 10rem; color: var(--quiet); }
details.link td:last-child { width: 8rem; }
section.links td:first-child { width: auto; color: inherit; }
section.links :is(th, td:not(:first-child)) { white-space: nowrap; }
tr.wrong td { background: color-mix(in srgb, var(--bad) 10%, transparent); }
.hash { font-family: ui-monospace, monospace; font-size: 0.8125rem; }
.status.live { color: var(--good); }
.status.removed { color: var(--bad); }
.status.pending { color: var(--warn); }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: 2px 16px; margin: 8px 0; padding-inline-start: 12px; border-inline-start: 2px solid var(--line); font-size: 0.8125rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 8px 0; }
figcaption { color: var(--quiet); font-size: 0.8125rem; }
img { display: block; max-width: min(100%, 640px); height: auto; border: 1px solid var(--line); border-radius: 4px; }
pre { margin: 4px 0; padding: 8px 12px; max-height: 20rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--surface); font-size: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
td summary { color: var(--quiet); font-size: 0.8125rem; }
details.link { padding: 8px 0; border-top: 1px solid var(--line); }
details.link > summary { font-weight: 500; }
details.link > summary .quiet { font-weight: 400; }
details.link > table { margin-top: 8px; }
button, .button { display: inline-block; min-height: 32px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); color: var(--text); font: inherit; cursor: pointer; }
button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
.compare { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 16px; }
.compare label { flex-basis: 100%; font-weight: 500; }
.compare input { flex: 1 1 240px; min-width: 0; min-height: 32px; padding: 4px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); color: var(--text); font: 0.8125rem ui-monospace, monospace; }
.compare .said { flex-basis: 100%; }
#folder { position: absolute; width: 1px; height: 1px; opacity: 0; }
:focus-visible, #folder:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.folder:focus-within .button { outline: 2px solid var(--accent); outline-offset: 2px; }
.folder p { margin-top: 8px; color: var(--quiet); }
@media (max-width: 600px) { main { padding: 16px 16px 48px; } thead { display: none; } tr { display: block; padding: 8px 0; border-top: 1px solid var(--line); } td, td:first-child, details.link td:last-child, section.links td { display: block; width: auto; padding: 0 0 2px; border: 0; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 4px; } }
`;

/** The page loads nothing and uses only the two hashed elements; its font and pictures come from the page itself. */
const POLICY = [
  "default-src 'none'",
  `script-src '${sourceHash(SCRIPT)}'`,
  `style-src '${sourceHash(STYLE)}'`,
  'img-src blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page around its data: the text before the data, and the text after it. */
export function pageOf({ subject }: Pick<PackManifest, 'subject'>): readonly [string, string] {
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${english.title}: ${subject.name}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main></main>
<noscript>Turn on JavaScript for this page: it checks the pack on your computer. Schalte JavaScript für diese Seite ein: Sie prüft das Paket auf deinem Gerät.</noscript>
`;
  return [head, `<script>${SCRIPT}</script>\n</body>\n</html>\n`];
}

function textsOf(language: Language): PackPageTexts {
  const reasons = Object.entries(REASONS[language]).filter(([key]) => key.startsWith('reason.'));
  return { ...TEXTS[language], ...Object.fromEntries(reasons) };
}

function sourceHash(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
