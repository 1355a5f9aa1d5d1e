/** The rules of style sheets, unparsed. Pure. */

/** A rule of a style sheet, unparsed: nearly all rules concern other elements than a link. */
export interface StyleRule {
  readonly selectors: string;
  readonly body: string;
}

/** The most rules of a style sheet that are read. */
const MAX_RULES = 10_000;
const MAX_CSS = 1_000_000;
/** The most characters of selectors and of declarations that are read. */
export const MAX_PART = 2_000;

const LONG_WAY = String.raw`-\s*(?:\d{3,}(?:\.\d+)?(?:px|vw|vh|%|pt)|\d{2,}(?:\.\d+)?(?:em|rem))`;
/** Declarations that may hide an element. */
export const HIDES = new RegExp(
  [
    String.raw`display\s*:\s*(?:none|var\()`,
    String.raw`visibility\s*:\s*(?:hidden|collapse|var\()`,
    String.raw`opacity\s*:\s*(?:var\(|(?:0?\.0\d*|0)(?![.\d]))|opacity\(\s*(?:0?\.0\d*|0%?)\s*\)`,
    String.raw`(?:left|right|top|bottom|inset|margin(?:-\w+)?|text-indent)\s*:[^;{}]*${LONG_WAY}`,
    String.raw`text-indent\s*:\s*[1-9]\d{2,}`,
    String.raw`transform\s*:[^;{}]*(?:scale\w*\(\s*0(?:\.0+)?\s*[,)]|translate\w*\([^)]*${LONG_WAY}|rotate[xy]\(\s*-?(?:90|180|270)deg)`,
    String.raw`(?:^|[;{\s])(?:translate\s*:[^;{}]*${LONG_WAY}|(?:scale|zoom)\s*:\s*0?(?:\.0\d*)?\s*(?:[\s;!}]|$))`,
    String.raw`font(?:-size)?\s*:[^;{}]*\b[012](?:\.\d+)?(?:px|pt)\b|font-size\s*:\s*(?:0|0?\.[01]\d*)(?:em|rem|%)?\s*(?:[;!}]|$)`,
    String.raw`(?:^|[;{\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:[;!}]|$)`,
    String.raw`clip(?:-path)?\s*:\s*(?!auto|none|border-box)`,
    String.raw`content-visibility\s*:\s*hidden`,
    String.raw`mask(?:-image|-size)?\s*:\s*(?!none|initial|inherit|unset)`,
    String.raw`z-index\s*:\s*-\d`,
  ].join('|'),
  'i',
);

/** The rules of a style sheet, in linear time. */
export function styleRules(css: string): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  const plain = withoutComments(css.slice(0, MAX_CSS));
  let from = 0;
  while (rules.length < MAX_RULES) {
    const outer = plain.indexOf('{', from);
    const close = outer < 0 ? -1 : plain.indexOf('}', outer);
    if (close < 0) break;
    const inner = plain.lastIndexOf('{', close);
    // In a nested rule, declarations stand before the rules inside it; in @media there are none.
    if (inner > outer) rules.push(ruleAt(plain, from, outer, inner));
    rules.push(ruleAt(plain, from, inner, close));
    from = close + 1;
  }
  return rules;
}

/** The rule whose block opens at `open`; its selectors begin at `from` or later. */
function ruleAt(css: string, from: number, open: number, close: number): StyleRule {
  const before = css.slice(Math.max(from, open - MAX_PART), open);
  return {
    selectors: before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf('}')) + 1),
    body: css.slice(open + 1, Math.min(close, open + 1 + MAX_PART)),
  };
}

function withoutComments(css: string): string {
  let plain = '';
  for (let from = 0; ; ) {
    const start = css.indexOf('/*', from);
    if (start < 0) return plain + css.slice(from);
    plain += css.slice(from, start);
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return plain;
    from = end + 2;
  }
}

/** The sheets that a sheet imports, resolved, without those only for print. */
export function importedSheets(css: string, address: string): readonly string[] {
  if (!css.includes('@import')) return [];
  // Rules end the imports.
  const start = withoutComments(css.slice(0, MAX_CSS)).split('{', 1)[0] ?? '';
  return [...start.matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?([^;]*)/gi)].flatMap(
    ([, path = '', media = '']) => {
      const url = URL.parse(path, address);
      return url === null || !/^https?:$/.test(url.protocol) || /^\s*print\b/i.test(media) ? [] : [url.href];
    },
  );
}
