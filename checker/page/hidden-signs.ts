/**
 * Signs in the source of a page that a link may be hidden, or changed by a script. They prove nothing: a browser then
 * looks at the link. Most pages have no such signs, and are not rendered. Pure.
 */
import { domainOf } from './matching.ts';
import { type ScriptSigns, scriptSigns } from './script-signs.ts';
import { colorOf, isNearly } from './static-colors.ts';
import { HIDES, importedSheets, MAX_PART, type StyleRule, styleRules } from './style-rules.ts';

/** The parts of a page's source that can hide or change a link. */
export interface PageSigns {
  readonly source: string;
  /** The addresses of the style sheets that it loads, without those only for print. */
  readonly sheets: readonly string[];
  /** The addresses of the scripts that it loads from its own site. */
  readonly scriptFiles: readonly string[];
  /** The rules of its `<style>` elements. */
  readonly rules: readonly StyleRule[];
  /** Its scripts, without data. */
  readonly scripts: readonly ScriptSigns[];
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
const MAX_SCRIPT_FILES = 8;
/** The characters before and after a link in which an element may lie over it. */
const NEAR = 1_500;
const MAX_DEPTH = 80;
/** The most names of elements around a link that are searched for. */
const MAX_NAMES = 100;
const COLOR = /(?:^|[;{\s])color\s*:\s*([^;!}]+)/i;
const FILL = /-webkit-text-fill-color\s*:\s*([^;!}]+)/i;
const BACKGROUND = /(?:^|[;{\s])background(?:-color)?\s*:\s*([^;!}]+)/i;
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const COVERS = /position\s*:\s*(?:absolute|fixed)|margin(?:-top|-block(?:-start)?)?\s*:\s*-\d/i;
/** Libraries that change nothing on their own. */
const LIBRARY =
  /\/(?:jquery(?:[.-](?:\d[\d.]*|migrate|core|ui|slim))*|bootstrap(?:\.bundle)?|wp-emoji-release|wp-embed)(?:\.slim)?(?:\.min)?\.js$/;
const SLASH = 47;
const CLASS = attributePattern('class');
const ID = attributePattern('id');
const STYLE = attributePattern('style');
const HREF = attributePattern('href');
const REL = attributePattern('rel');
const MEDIA = attributePattern('media');
const AS = attributePattern('as');
const SRC = attributePattern('src');

/** Reads the style sheets, the style rules and the scripts of a page; `pageUrl` is its address after redirects. */
export function readSigns(source: string, pageUrl: string): PageSigns {
  const lower = source.toLowerCase();
  const isData = (attributes: string) => /\btype\s*=\s*["']?application\/(?:ld\+)?json/i.test(attributes);
  const styles = [...rawElements(source, lower, 'style')].map(({ content }) => content);
  const scripts: ScriptSigns[] = [];
  const scriptFiles = new Set<string>();
  for (const { attributes, content } of rawElements(source, lower, 'script')) {
    if (isData(attributes)) continue;
    const file = attributeValue(SRC, attributes);
    if (file === '') scripts.push(scriptSigns(content, pageUrl));
    else if (scriptFiles.size < MAX_SCRIPT_FILES && isOwnScript(file, pageUrl))
      scriptFiles.add(resolved(file, pageUrl));
  }
  const imported = styles.flatMap((style) => importedSheets(style, pageUrl));
  const written = scripts.flatMap(({ sheets }) => sheets);
  return {
    source,
    sheets: [...new Set([...styleSheets(source, lower, pageUrl), ...imported, ...written])].slice(0, MAX_SHEETS),
    scriptFiles: [...scriptFiles],
    rules: [...styles.flatMap(styleRules), ...scripts.flatMap(({ rules }) => rules)],
    scripts,
  };
}

/** An address in an attribute, resolved; '' if it is none of the web. */
function resolved(value: string, pageUrl: string): string {
  const url = URL.parse(value.replaceAll('&amp;', '&'), pageUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

/** Whether a script is of the page's own site and may change its links: plug-ins and themes are. */
function isOwnScript(value: string, pageUrl: string): boolean {
  const url = URL.parse(resolved(value, pageUrl));
  const own = URL.parse(pageUrl)?.hostname;
  if (url === null || own === undefined || LIBRARY.test(url.pathname)) return false;
  return url.hostname === own || domainOf(url.hostname) === domainOf(own);
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
    const href = attributeValue(HREF, tag);
    const address = href !== '' && isStyleSheet(tag) ? resolved(href, pageUrl) : '';
    if (address !== '') sheets.add(address);
  }
  return [...sheets];
}

/** Whether the tag of a `<link>` loads a style sheet for screens, also if a script applies it once it is loaded. */
function isStyleSheet(tag: string): boolean {
  const rel = attributeValue(REL, tag);
  const isLater = /\bonload\b/i.test(tag);
  if (/\bstylesheet\b/i.test(rel)) return isLater || !/^\s*print\b/i.test(attributeValue(MEDIA, tag));
  return isLater && /\bpreload\b/i.test(rel) && /^\s*style\s*$/i.test(attributeValue(AS, tag));
}

/**
 * Whether the link whose source begins with `snippet` may be invisible, by the page and the rules of its sheets. True
 * also if the source lacks the snippet, because nothing is known about the link then.
 */
export function mayBeHidden(page: PageSigns, snippet: string): boolean {
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
  if (isHiddenByScript(page.scripts, chain, snippet) || mayLackSlot(page, chain)) return true;
  if (mayBeCovered(page, at, snippet, chain)) return true;
  const rules = rulesFor(chain, page.rules);
  let color: string | null = null;
  let behind: string | null = null;
  for (const element of chain) {
    if (element.tag === 'dialog') return true;
    if (/\b(?:hidden|popover)(?=[\s=>/]|$)/i.test(element.attributes.replace(/(["'])[^"']*\1/g, ''))) return true;
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

/** The rules that may match one of the elements. One search for all their names leaves few rules to parse. */
function rulesFor(elements: readonly Element[], rules: readonly StyleRule[], target = targetOf): readonly ParsedRule[] {
  const names = new Set(
    elements.flatMap(({ tag, id, classes }) => (id === '' ? [tag, ...classes] : [tag, id, ...classes])),
  );
  const concerns =
    names.size > MAX_NAMES
      ? /^/
      : new RegExp(String.raw`(?:^|[\s,>+~])[*[:]|(?<![\w-])(?:${[...names].map(escaped).join('|')})(?![\w-])`, 'i');
  return rules.flatMap(({ selectors, body }) => {
    if (!concerns.test(selectors)) return [];
    const targets = selectors.split(',').flatMap((selector) => target(selector) ?? []);
    return targets.length === 0 ? [] : [{ targets, ...declarations(body) }];
  });
}

/** Whether an element near the link, or a pseudo-element around it, is drawn at a place of its own. */
function mayBeCovered({ source, rules }: PageSigns, at: number, snippet: string, chain: readonly Element[]): boolean {
  const covering = rules.filter(({ body }) => COVERS.test(body));
  if (rulesFor(chain, covering, pseudoTargetOf).some((rule) => isDrawn(rule) && matchesOne(rule, chain))) return true;
  const end = at + snippet.length;
  const near = [...tagsIn(source.slice(Math.max(0, at - NEAR), at)), ...tagsIn(source.slice(end, end + NEAR))];
  const pictures = near.filter(({ tag }) => /^(?:img|picture|video)$/.test(tag));
  const isOver = ({ tag, style }: Element) =>
    COVERS.test(style) && (/^(?:img|video)$/.test(tag) || isDrawn(declarations(style)));
  if (near.some(isOver)) return true;
  if (covering.length === 0) return false;
  return rulesFor(near, covering).some((rule) => matchesOne(rule, isDrawn(rule) ? near : pictures));
}

/** Whether a box with these declarations has a background. */
function isDrawn({ background }: Declarations): boolean {
  return background !== null && background !== 'transparent';
}

function matchesOne({ targets }: ParsedRule, elements: readonly Element[]): boolean {
  return targets.some((target) => elements.some((element) => isMatch(target, element)));
}

/** Whether an element around the link may show a shadow root in place of its content. */
function mayLackSlot({ source, scripts }: PageSigns, chain: readonly Element[]): boolean {
  if (source.includes('shadowroot')) return true;
  return scripts.some(({ attachesShadow }) => attachesShadow) && chain.some(({ tag }) => tag.includes('-'));
}

/** Whether the only content of a link is a picture of a pixel or two. */
function isPixelLink(snippet: string): boolean {
  const pictures = snippet.match(/<img\b[^>]*>/gi) ?? [];
  const isPixel = (picture: string) => /\b(?:width|height)\s*=\s*["']?\s*[012](?:px)?\s*["'\s/>]/i.test(picture);
  return pictures.length > 0 && pictures.every(isPixel) && !/[^\s<>]/.test(snippet.replace(/<[^>]*>?/g, ''));
}

/** Elements that scripts name for other reasons. */
const WHOLE_PAGE = /^(?:html|body|main|article)$/;

/** Whether a script that hides elements names one around the link by its id, a class or the address of the link. */
function isHiddenByScript(scripts: readonly ScriptSigns[], chain: readonly Element[], snippet: string): boolean {
  const hiding = scripts.filter(({ hides }) => hides !== '');
  if (hiding.length === 0) return false;
  if (hiding.some(({ hidesLinks }) => hidesLinks)) return true;
  const host = URL.parse(attributeValue(HREF, snippet))?.hostname.replace(/^www\./, '');
  if (host !== undefined && hiding.some(({ hides }) => hides.includes(host))) return true;
  const names = chain
    .filter(({ tag }) => !WHOLE_PAGE.test(tag))
    .flatMap(({ tag, id, classes }) => [...(tag.includes('-') ? [tag] : []), id, ...classes]);
  const selectors = names
    .filter((name) => name.length > 2)
    .map((name) => new RegExp(`["'\`.#\\s]${escaped(name)}["'\`\\s.,:>)\\]]`));
  return hiding.some(({ hides }) => selectors.some((selector) => selector.test(hides)));
}

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

function declarations(body: string): Declarations {
  return {
    hides: HIDES.test(body),
    color: colorOf(FILL.exec(body)?.[1] ?? COLOR.exec(body)?.[1]),
    background: colorOf(BACKGROUND.exec(body)?.[1]),
  };
}

/** The target of a rule for a pseudo-element: the element around it. */
function pseudoTargetOf(selector: string): SelectorTarget | null {
  const [, element] = /^(.+?)::?(?:before|after)\s*$/.exec(selector.trim()) ?? [];
  return element === undefined ? null : targetOf(element);
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
