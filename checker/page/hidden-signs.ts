/**
 * Signs in the source of a page that a link may be hidden, or changed by a script. They prove nothing: a browser then
 * looks at the link. Most pages have no such signs, and are not rendered. Pure.
 */

export interface StyleRule {
  /** The last part of each selector, which the element itself must match. */
  readonly targets: readonly SelectorTarget[];
  readonly hides: boolean;
  readonly color: string | null;
  readonly background: string | null;
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
const MAX_RULES = 2_000;
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
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Changes of links in a script of the page. */
const CHANGES_LINKS = /setAttribute\(\s*["'`](?:rel|href)["'`]|\.rel\s*\+?=[^=]|\.relList\b/;

/** The relevant rules of a style sheet, in linear time. */
export function styleRules(css: string): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  const plain = withoutComments(css.slice(0, MAX_CSS));
  let selectorsAt = 0;
  let openAt = -1;
  for (const { index: at } of plain.matchAll(/[{}]/g)) {
    if (rules.length >= MAX_RULES) break;
    if (plain[at] === '{') {
      if (openAt >= 0) selectorsAt = openAt + 1;
      openAt = at;
      continue;
    }
    if (openAt >= 0) addRule(rules, plain.slice(selectorsAt, openAt), plain.slice(openAt + 1, at));
    openAt = -1;
    selectorsAt = at + 1;
  }
  return rules;
}

function addRule(rules: StyleRule[], selectors: string, body: string): void {
  const { hides, color, background } = declarations(body);
  if (!hides && color === null && background === null) return;
  const targets = selectors
    .slice(-MAX_PART)
    .split(',')
    .flatMap((selector) => targetOf(selector) ?? []);
  if (targets.length > 0) rules.push({ targets, hides, color, background });
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

/** The attributes and the content of each element with this name, whose content is raw text. */
function* rawElements(source: string, name: 'style' | 'script') {
  const lower = source.toLowerCase();
  for (let at = lower.indexOf(`<${name}`); at >= 0; ) {
    const start = lower.indexOf('>', at);
    const end = start < 0 ? -1 : lower.indexOf(`</${name}`, start);
    if (end < 0) return;
    yield { attributes: source.slice(at + name.length + 1, start), content: source.slice(start + 1, end) };
    at = lower.indexOf(`<${name}`, end);
  }
}

/** The style sheets that a page loads, resolved, without those only for print. */
export function styleSheets(source: string, pageUrl: string): readonly string[] {
  const sheets: string[] = [];
  for (const [tag] of source.matchAll(/<link\b[^>]{0,2000}>/gi)) {
    if (!/\brel\s*=\s*["']?[^"'>]*\bstylesheet\b/i.test(tag) || /\bmedia\s*=\s*["']?\s*print\b/i.test(tag)) continue;
    const href = attributeOf(tag, 'href');
    const url = URL.parse(href.replaceAll('&amp;', '&'), pageUrl);
    if (href !== '' && url !== null && /^https?:$/.test(url.protocol)) sheets.push(url.href);
  }
  return [...new Set(sheets)].slice(0, MAX_SHEETS);
}

/** The rules of the `<style>` elements of a page. */
export function inlineRules(source: string): readonly StyleRule[] {
  return [...rawElements(source, 'style')].flatMap(({ content }) => styleRules(content));
}

/** Whether a script in the page changes attributes of links. */
export function hasLinkScript(source: string): boolean {
  for (const { attributes, content } of rawElements(source, 'script')) {
    if (!/\btype\s*=\s*["']?application\/(?:ld\+)?json/i.test(attributes) && CHANGES_LINKS.test(content)) return true;
  }
  return false;
}

/**
 * Whether the link whose source begins with `snippet` may be invisible. True also if the source lacks the snippet,
 * because nothing is known about the link then.
 */
export function mayBeHidden(source: string, snippet: string, rules: readonly StyleRule[]): boolean {
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
  if (isHiddenByScript(source, chain)) return true;
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
function isHiddenByScript(source: string, chain: readonly Element[]): boolean {
  const names = chain.filter(({ tag }) => !WHOLE_PAGE.test(tag)).flatMap(({ id, classes }) => [id, ...classes]);
  const selectors = names
    .filter((name) => name.length > 2)
    .map((name) => new RegExp(`["'\`.#\\s]${escaped(name)}["'\`\\s.,:>)\\]]`));
  if (selectors.length === 0) return false;
  for (const { content } of rawElements(source, 'script')) {
    if (SCRIPT_HIDES.test(content) && selectors.some((selector) => selector.test(content))) return true;
  }
  return false;
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

function declarations(whole: string): Pick<StyleRule, 'hides' | 'color' | 'background'> {
  const body = whole.slice(0, MAX_PART);
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

/** The elements that are open at a place in the source, innermost first. Unclosed siblings count as open. */
function ancestors(source: string, at: number): readonly Element[] {
  const open: Element[] = [];
  const closed: string[] = [];
  for (let from = source.lastIndexOf('<', at - 1); from >= 0 && open.length < MAX_DEPTH; ) {
    const tag = /^<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)/i.exec(source.slice(from, from + 2_000));
    const name = tag?.[2]?.toLowerCase() ?? '';
    if (tag !== null && !VOID.test(name)) {
      if (tag[1] === '/') closed.push(name);
      else {
        const pair = closed.lastIndexOf(name);
        if (pair >= 0) closed.length = pair;
        else open.push(elementOf(name, tag[3] ?? ''));
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
  const classes = attributeOf(attributes, 'class').split(/\s+/).filter(Boolean);
  return { tag, attributes, id: attributeOf(attributes, 'id'), classes, style: attributeOf(attributes, 'style') };
}

function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}
