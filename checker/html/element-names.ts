/** Element names that change how the rest of a page is parsed (WHATWG HTML 13.2.6, tree construction). */

import { asciiLower } from './html-text.ts';

/** How the tokenizer reads the text after a start tag. */
export const MODE = { data: 0, rcdata: 1, raw: 2, script: 3, plaintext: 4 } as const;
export type Mode = (typeof MODE)[keyof typeof MODE];

/** Elements whose content is text when scripting is disabled (`noscript` is parsed). */
export const TEXT_MODES: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ['title', MODE.rcdata],
  ['textarea', MODE.rcdata],
  ['style', MODE.raw],
  ['xmp', MODE.raw],
  ['iframe', MODE.raw],
  ['noembed', MODE.raw],
  ['noframes', MODE.raw],
  ['script', MODE.script],
  ['plaintext', MODE.plaintext],
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements allowed in the head: they do not open the body. */
export const HEAD_ONLY = words('base basefont bgsound link meta title noframes style script template');

/** Elements that the "in head noscript" insertion mode accepts. */
export const HEAD_NOSCRIPT = words('basefont bgsound link meta noframes style');

/** HTML start tags that end SVG or MathML content (13.2.6.5); `font` only with color, face or size. */
export const BREAKOUT = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** Void elements. */
export const VOID = words(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr',
);

/** Table parts: their start tags are ignored outside a table and close an open cell in one. */
export const TABLE_PART = words('caption col colgroup tbody td tfoot th thead tr');

/** Table tags that close a `<select>` in a table. */
export const CLOSES_SELECT_IN_TABLE = words('caption table tbody tfoot thead tr td th');

/** Start tags after which a `<frameset>` cannot replace the body. */
export const FRAMESET_NOT_OK = words(
  'applet area body br button dd dt embed hr iframe image img keygen li listing marquee object pre select table ' +
    'template textarea wbr xmp',
);

/** Elements whose start tag closes an open paragraph. */
export const CLOSES_P = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
);

/** Special elements (13.2.4.2) that can be open: an unknown end tag does not close them. */
export const SPECIAL = words(
  'address applet article aside blockquote button caption center colgroup dd details dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li listing main marquee menu nav noscript object ol ' +
    'p pre section select summary table tbody td template tfoot th thead tr ul',
);

/** Elements whose end tag also closes open special elements, within their scope. */
export const CLOSED_IN_SCOPE = words(
  'a address applet article aside b big blockquote button center code dd details dialog dir div dl dt em fieldset ' +
    'figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup i li listing main marquee menu nav nobr object ' +
    'ol p pre s search section small strike strong summary table tbody td tfoot th thead tr tt u ul',
);

/** HTML containers that are usually open around an inline SVG: their end tag ends an unclosed SVG. */
export const OUTER = words(
  'a abbr address article aside b big blockquote button center code dd details dialog div dl dt em fieldset ' +
    'figcaption figure font footer form h1 h2 h3 h4 h5 h6 header i label li main menu nav noscript object ol picture ' +
    'pre s section small span strong strike sub summary sup tt u ul',
);

/** Elements that separate the words before and after them. */
export const BLOCK = words(
  'address article aside blockquote br center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol p pre search section summary table td th ' +
    'tr ul',
);

/** The number of buckets of `bucketOf`. */
export const BUCKETS = 1024;

/** A cheap hash of a name, from its first and last letter and its length. */
export function bucketOf(first: number, last: number, length: number): number {
  return ((first & 31) * 37 + (last & 31) * 5 + length * 131) & (BUCKETS - 1);
}

/** Every name in the tables above, by its bucket. */
const KNOWN: readonly (readonly string[])[] = (() => {
  const names = new Set([
    ...[...TEXT_MODES.keys(), ...HEAD_ONLY, ...HEAD_NOSCRIPT, ...BREAKOUT, ...VOID, ...TABLE_PART, ...FRAMESET_NOT_OK],
    ...[...CLOSES_P, ...SPECIAL, ...CLOSED_IN_SCOPE, ...OUTER, ...BLOCK],
    ...words('html head body frameset noscript svg math path g circle rect line polygon polyline use defs symbol'),
  ]);
  const buckets: string[][] = Array.from({ length: BUCKETS }, () => []);
  for (const name of names)
    buckets[bucketOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length)]?.push(name);
  return buckets;
})();

/** The tag name at `input[from..to)` in lower case. A known name is always the same string, so set lookups need no hashing. */
export function nameAt(input: string, from: number, to: number): string {
  const names = KNOWN[bucketOf(input.charCodeAt(from), input.charCodeAt(to - 1), to - from)];
  if (names !== undefined) {
    for (const name of names) if (name.length === to - from && isName(input, from, name)) return name;
  }
  return asciiLower(input.slice(from, to));
}

/** Whether `input` has `name` at `at` in any case; `name` is in lower case. */
export function isName(input: string, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const c = input.charCodeAt(at + i);
    const expected = name.charCodeAt(i);
    if (c !== expected && (expected < 97 || (c | 32) !== expected)) return false;
  }
  return true;
}

/**
 * Whether the start tag with the name at `input[from..to)` has no effect in plain body content. It compares only the
 * first letter and the length (once the second letter), so it is cheap, and never true for a name that has an effect.
 */
export function isIrrelevantStartTag(input: string, from: number, to: number): boolean {
  const length = to - from;
  switch (input.charCodeAt(from) | 32) {
    case 97: // a, area
      return length !== 1 && length !== 4;
    case 98: // base
      return length !== 4;
    case 105: // iframe
      return length !== 6;
    case 99: // col, caption, colgroup
      return length !== 3 && length !== 7 && length !== 8;
    case 108: // link
      return length !== 4;
    case 109: // math, meta
      return length !== 4;
    case 110: // noembed, noframes, noscript
      return length !== 7 && length !== 8;
    case 112: // plaintext
      return length !== 9;
    case 115: {
      // svg, style, script, select, but not strong
      if (length === 6) return (input.charCodeAt(from + 1) | 32) === 116;
      return length !== 3 && length !== 5;
    }
    case 116: // td, th, tr, title, table, tbody, tfoot, thead, textarea, template
      return length !== 2 && length !== 5 && length !== 8;
    case 120: // xmp
      return length !== 3;
    default:
      return true;
  }
}

/** Whether the end tag has no effect in plain body content: all except those of tables and `noscript`. */
export function isIrrelevantEndTag(input: string, from: number, to: number): boolean {
  const length = to - from;
  switch (input.charCodeAt(from) | 32) {
    case 99: // caption
      return length !== 7;
    case 110: // noscript
      return length !== 8;
    case 116: // td, th, tr, table, tbody, tfoot, thead
      return length !== 2 && length !== 5;
    default:
      return true;
  }
}
