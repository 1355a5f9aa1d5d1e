/**
 * Signs in the source of a page that a link may be hidden, or changed by a script. They prove nothing: a browser then
 * looks at the link. Most pages have no such signs, and are not rendered. Pure.
 */

/** A rule of a style sheet, unparsed: nearly all rules concern other elements than a link. */
export interface StyleRule {
  readonly selectors: string;
  readonly body: string;
}

/** The parts of a page's source that can hide or change a link. */
export interface PageSigns {
  readonly source: string;
  /** The addresses of the style sheets that it loads, without those only for print. */
  readonly sheets: readonly string[];
  /** The rules of its `<style>` elements. */
  readonly rules: readonly StyleRule[];
  /** The contents of its scripts, without data. */
  readonly scripts: readonly string[];
}

interface Declarations {
  readonly hides: boolean;
  readonly color: string | null;
  readonly background: string | null;
}

/** A rule with the last part of each selector, which the element itself must match. */
interface ParsedRule extends Declarations {
  readonly targets: readonly SelectorTarget[];
}

interface SelectorTarget {
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
}

/** An element around a link, or the link itself. */
interface Element {
  readonly tag: string;
  readonly attributes: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly style: string;
}

/** The most style sheets of a page that are read. */
const MAX_SHEETS = 12;
const MAX_DEPTH = 80;
/** The most rules of a style sheet that are read, and the most rules that may concern a link. */
const MAX_RULES = 10_000;
const MAX_NAMES = 100;
const MAX_CSS = 1_000_000;
/** The most characters of selectors and of declarations that are read. */
const MAX_PART = 2_000;

const LONG_WAY = String.raw`-\s*(?:\d{3,}(?:\.\d+)?(?:px|vw|vh|%|pt)|\d{2,}(?:\.\d+)?(?:em|rem))`;
const HIDES = new RegExp(
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
  ].join('|'),
  'i',
);

const COLOR = /(?:^|[;{\s])color\s*:\s*([^;!}]+)/i;
const FILL = /-webkit-text-fill-color\s*:\s*([^;!}]+)/i;
const BACKGROUND = /(?:^|[;{\s])background(?:-color)?\s*:\s*([^;!}]+)/i;
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const SLASH = 47;
const CLASS = attributePattern('class');
const ID = attributePattern('id');
const STYLE = attributePattern('style');
const HREF = attributePattern('href');
const REL = attributePattern('rel');
const MEDIA = attributePattern('media');
/** Changes of links in a script of the page. */
const CHANGES_LINKS = /setAttribute\(\s*["'`](?:rel|href)["'`]|\.rel\s*\+?=[^=]|\.relList\b/;

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

/** Reads the style sheets, the style rules and the scripts of a page; `pageUrl` is its address after redirects. */
export function readSigns(source: string, pageUrl: string): PageSigns {
  const lower = source.toLowerCase();
  const isData = (attributes: string) => /\btype\s*=\s*["']?application\/(?:ld\+)?json/i.test(attributes);
  return {
    source,
    sheets: styleSheets(source, lower, pageUrl),
    rules: [...rawElements(source, lower, 'style')].flatMap(({ content }) => styleRules(content)),
    scripts: [...rawElements(source, lower, 'script')].flatMap(({ attributes, content }) =>
      content === '' || isData(attributes) ? [] : [content],
    ),
  };
}

/** The attributes and the content of each element with this name, whose content is raw text. */
function* rawElements(source: string, lower: string, name: 'style' | 'script') {
  for (let at = lower.indexOf(`<${name}`); at >= 0; ) {
    const start = lower.indexOf('>', at);
    const end = start < 0 ? -1 : lower.indexOf(`</${name}`, start);
    if (end < 0) return;
    yield { attributes: source.slice(at + name.length + 1, start), content: source.slice(start + 1, end) };
    at = lower.indexOf(`<${name}`, end);
  }
}

function styleSheets(source: string, lower: string, pageUrl: string): readonly string[] {
  const sheets = new Set<string>();
  for (let at = lower.indexOf('<link'); at >= 0 && sheets.size < MAX_SHEETS; at = lower.indexOf('<link', at + 1)) {
    const tag = ATTRIBUTES.exec(source.slice(at + 5, at + 5 + MAX_PART))?.[0] ?? '';
    if (!/\bstylesheet\b/i.test(attributeValue(REL, tag)) || /^\s*print\b/i.test(attributeValue(MEDIA, tag))) continue;
    const href = attributeValue(HREF, tag);
    const url = URL.parse(href.replaceAll('&amp;', '&'), pageUrl);
    if (href !== '' && url !== null && /^https?:$/.test(url.protocol)) sheets.add(url.href);
  }
  return [...sheets];
}

/** Whether a script in the page changes attributes of links. */
export function hasLinkScript({ scripts }: PageSigns): boolean {
  return scripts.some((script) => CHANGES_LINKS.test(script));
}

/**
 * Whether the link whose source begins with `snippet` may be invisible, by the page and the rules of its `sheets`. True
 * also if the source lacks the snippet, because nothing is known about the link then.
 */
export function mayBeHidden(page: PageSigns, snippet: string, sheets: readonly StyleRule[] = []): boolean {
  const { source } = page;
  const at = source.indexOf(snippet);
  if (snippet === '' || at < 0) return true;
  if (
    !/[^\s<>]/.test(snippet.replace(/<[^>]*>?/g, '').replace(/&nbsp;|&#160;|&#8203;|\u200b/g, '')) &&
    !/<(?:img|svg|picture|video|canvas|object)\b/i.test(snippet)
  ) {
    return true;
  }
  if (isPixelLink(snippet)) return true;
  const chain = [...tagsIn(snippet).toReversed(), ...ancestors(source, at)];
  if (isHiddenByScript(page.scripts, chain)) return true;
  const rules = rulesFor(chain, [...page.rules, ...sheets]);
  let color: string | null = null;
  let behind: string | null = null;
  for (const element of chain) {
    if (/\bhidden(?=[\s=>/]|$)/i.test(element.attributes.replace(/(["'])[^"']*\1/g, ''))) return true;
    const own = declarations(element.style);
    if (own.hides) return true;
    const matching = rules.filter(({ targets }) => targets.some((target) => isMatch(target, element)));
    if (matching.some(({ hides }) => hides)) return true;
    // The color of text over a background is not the link's own.
    if (behind === null) color ??= own.color ?? matching.findLast((rule) => rule.color !== null)?.color ?? null;
    behind ??= own.background ?? matching.findLast((rule) => rule.background !== null)?.background ?? null;
  }
  if (color === null) return false;
  return color === 'transparent' || isNearly(color, behind ?? '#ffffff');
}

/** The rules that may match an element of the chain. One search for all its names leaves few rules to parse. */
function rulesFor(chain: readonly Element[], rules: readonly StyleRule[]): readonly ParsedRule[] {
  const names = new Set(
    chain.flatMap(({ tag, id, classes }) => (id === '' ? [tag, ...classes] : [tag, id, ...classes])),
  );
  const namesOne =
    names.size > MAX_NAMES
      ? /^/
      : new RegExp(String.raw`(?:^|[\s,>+~])[*[:]|(?<![\w-])(?:${[...names].map(escaped).join('|')})(?![\w-])`, 'i');
  return rules.flatMap(({ selectors, body }) => {
    if (!namesOne.test(selectors)) return [];
    const targets = selectors.split(',').flatMap((selector) => targetOf(selector) ?? []);
    return targets.length === 0 ? [] : [{ targets, ...declarations(body) }];
  });
}

/** Whether the only content of a link is a picture of a pixel or two. */
function isPixelLink(snippet: string): boolean {
  const pictures = snippet.match(/<img\b[^>]*>/gi) ?? [];
  const isPixel = (picture: string) => /\b(?:width|height)\s*=\s*["']?\s*[012](?:px)?\s*["'\s/>]/i.test(picture);
  return pictures.length > 0 && pictures.every(isPixel) && !/[^\s<>]/.test(snippet.replace(/<[^>]*>?/g, ''));
}

/** Elements that scripts name for other reasons. */
const WHOLE_PAGE = /^(?:html|body|main|article)$/;
const SCRIPT_HIDES =
  /\b(?:display|visibility|opacity)["'\]]*\s*[=,:]\s*["'`]?(?:none|hidden|0\b)|\.hidden\s*=\s*(?:true|!0)|\.(?:hide|remove|fadeOut|slideUp)\(|classList\s*\.\s*(?:add|toggle|replace)\(|\.(?:addClass|toggleClass)\(|setAttribute\(\s*["'`](?:hidden|style|class)["'`]/;

/** Whether a script that hides elements names an element around the link by its id or a class. */
function isHiddenByScript(scripts: readonly string[], chain: readonly Element[]): boolean {
  const names = chain.filter(({ tag }) => !WHOLE_PAGE.test(tag)).flatMap(({ id, classes }) => [id, ...classes]);
  const selectors = names
    .filter((name) => name.length > 2)
    .map((name) => new RegExp(`["'\`.#\\s]${escaped(name)}["'\`\\s.,:>)\\]]`));
  return scripts.some((script) => SCRIPT_HIDES.test(script) && selectors.some((selector) => selector.test(script)));
}

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/** Whether two colors are hardly distinguishable; colors in a form other than #rrggbb only if they are equal. */
function isNearly(color: string, background: string): boolean {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  if (!color.startsWith('#') || !background.startsWith('#')) return color === background;
  const behind = channels(background);
  return channels(color).reduce((sum, value, at) => sum + Math.abs(value - (behind[at] ?? 0)), 0) < 48;
}

function declarations(body: string): Declarations {
  return {
    hides: HIDES.test(body),
    color: colorOf(FILL.exec(body)?.[1] ?? COLOR.exec(body)?.[1]),
    background: colorOf(BACKGROUND.exec(body)?.[1]),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  blue: '#0000ff',
  green: '#008000',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
};

/** A color in a form that can be compared; any other text unchanged; null if it sets no color. */
function colorOf(value: string | undefined): string | null {
  const text = (value ?? '').trim().toLowerCase();
  if (text === '' || /^(?:inherit|initial|unset|revert|currentcolor|none)\b/.test(text)) return null;
  if (
    /^transparent\b|^rgba\([^)]*,\s*0?(?:\.0+)?\s*\)|^rgb\([^)]*\/\s*0%?\s*\)|^#[0-9a-f]{3}0\b|^#[0-9a-f]{6}00\b/.test(
      text,
    )
  ) {
    return 'transparent';
  }
  const hex = /#([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(text)?.[1];
  if (hex !== undefined) return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text);
  if (rgb !== null)
    return `#${rgb
      .slice(1, 4)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  const gray = grayOf(text);
  if (gray !== null) return gray;
  const hsl = /^hsla?\(\s*(-?[\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%/.exec(text);
  if (hsl !== null) return colorOfHsl(Number(hsl[1]), Number(hsl[2]) / 100, Number(hsl[3]) / 100);
  return NAMES[text.split(/\s/, 1)[0] ?? ''] ?? text;
}

/** A chroma that nobody sees, by notation (CSS Color 4, 8 and 9). */
const LEAST_CHROMA = { lab: 2, lch: 2, oklab: 0.01, oklch: 0.01 } as const;

/** A color in another notation whose parts are nearly equal: white, black or a gray. */
function grayOf(text: string): string | null {
  const [, notation = '', space, inner = ''] =
    /^(lab|lch|oklab|oklch|color)\(\s*(srgb|display-p3)?\s*([^)/]*)/.exec(text) ?? [];
  const values = inner.trim().split(/\s+/);
  const [first = Number.NaN, second = 0, third = 0] = values.map((value) => numberOf(value, !/^l/.test(notation)));
  if (notation === 'color') {
    const isGray = space !== undefined && Math.abs(first - second) < 0.02 && Math.abs(first - third) < 0.02;
    return isGray ? hexOfGray(first) : null;
  }
  if (!(notation in LEAST_CHROMA)) return null;
  const chroma = notation.endsWith('lab') ? Math.hypot(second, third) : second;
  if (chroma > LEAST_CHROMA[notation as keyof typeof LEAST_CHROMA]) return null;
  const root = notation.startsWith('ok') ? first : (first + 16) / 116;
  const light = root ** 3;
  return hexOfGray(light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}

/** A part of a color: a number, or a percentage of 1 or of 100. */
function numberOf(value: string, isOfOne: boolean): number {
  const number = value === 'none' ? 0 : Number.parseFloat(value);
  return value.endsWith('%') && isOfOne ? number / 100 : number;
}

function hexOfGray(part: number): string | null {
  if (!Number.isFinite(part)) return null;
  const value = Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `#${value.toString(16).padStart(2, '0').repeat(3)}`;
}

/** CSS Color 4, "HSL to sRGB". */
function colorOfHsl(hue: number, saturation: number, lightness: number): string {
  const part = (n: number) => {
    const k = (n + hue / 30 + 12) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

function targetOf(selector: string): SelectorTarget | null {
  const text = selector.trim().replace(/:not\([^)]*\)|:where\(|:is\(/g, '');
  if (
    text === '' ||
    text.startsWith('@') ||
    /:(?::|hover|focus|active|visited|checked|before|after|target|disabled)/.test(text)
  )
    return null;
  const last = /[^\s>+~]+$/.exec(text)?.[0].replace(/\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?/g, '');
  if (last === undefined) return null;
  const classes = [...last.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
  const id = /#([\w-]+)/.exec(last)?.[1] ?? null;
  const tag = /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() ?? null;
  return { tag, id, classes };
}

function isMatch({ tag, id, classes }: SelectorTarget, element: Element): boolean {
  return (
    (tag === null || tag === element.tag) &&
    (id === null || id === element.id) &&
    classes.every((name) => element.classes.includes(name))
  );
}

const NAME = /[a-z][\w:-]*/iy;
const ATTRIBUTES = /^(?:"[^"]*"|'[^']*'|[^'">])*/;

/** The elements that are open at a place in the source, innermost first. Unclosed siblings count as open. */
function ancestors(source: string, at: number): readonly Element[] {
  const open: Element[] = [];
  const closed: string[] = [];
  for (let from = source.lastIndexOf('<', at - 1); from >= 0 && open.length < MAX_DEPTH; ) {
    const isEnd = source.charCodeAt(from + 1) === SLASH;
    const start = from + (isEnd ? 2 : 1);
    NAME.lastIndex = start;
    if (NAME.test(source)) {
      const end = NAME.lastIndex;
      const name = source.slice(start, end).toLowerCase();
      if (isEnd) closed.push(name);
      else if (!VOID.has(name)) {
        const pair = closed.lastIndexOf(name);
        if (pair >= 0) closed.length = pair;
        else {
          open.push(elementOf(name, ATTRIBUTES.exec(source.slice(end, end + MAX_PART))?.[0] ?? ''));
        }
      }
    }
    if (from === 0) break;
    from = source.lastIndexOf('<', from - 1);
  }
  return open;
}

function tagsIn(snippet: string): readonly Element[] {
  return [...snippet.matchAll(/<([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi)].map(
    ([, name = '', attributes = '']) => elementOf(name.toLowerCase(), attributes),
  );
}

function elementOf(tag: string, attributes: string): Element {
  const classes = attributeValue(CLASS, attributes).split(/\s+/).filter(Boolean);
  return {
    tag,
    attributes,
    id: attributeValue(ID, attributes),
    classes,
    style: attributeValue(STYLE, attributes).slice(0, MAX_PART),
  };
}

function attributePattern(name: string): RegExp {
  return new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
}

function attributeValue(attribute: RegExp, tag: string): string {
  const found = attribute.exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}
