/**
 * The oracle of the scanner's tests: reads a page with parse5, a complete implementation of the WHATWG parser. It shares
 * no code and no tables with the scanner; its tables come from the HTML standard.
 */
import { type DefaultTreeAdapterTypes, parse, html as spec } from 'parse5';

/** The facts on which the scanner and the parser must agree. */
export interface PageReading {
  readonly links: readonly { href: string; rel: string | null; anchor: string }[];
  readonly base: string | null;
  readonly title: string | null;
  /** Each `<meta>` with content; `inNoscript`: a browser with scripts ignores it. */
  readonly metas: readonly { name: string | null; httpEquiv: string | null; content: string; inNoscript: boolean }[];
  /** `<link rel href>` of the head. */
  readonly headLinks: readonly { rel: string; href: string }[];
}

/** Longest anchor text and title, in UTF-16 code units. */
const MAX_TEXT = 500;

/** Elements whose content the parser reads as text with scripting disabled (WHATWG HTML 13.2.6.4.4, 13.2.6.4.7). */
const TEXT_ELEMENTS = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

/**
 * Elements that start and end their own line, or a table cell, in the standard's default style sheet (WHATWG HTML
 * 15.3.3, 15.3.7, 15.3.8, 15.3.9, 15.3.11), and `br`.
 */
const SEPARATING_ELEMENTS = new Set([
  ...['address', 'blockquote', 'center', 'dialog', 'div', 'figure', 'figcaption', 'footer', 'form', 'header', 'hr'],
  ...['legend', 'listing', 'main', 'p', 'plaintext', 'pre', 'search', 'xmp'],
  ...['article', 'aside', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup', 'nav', 'section'],
  ...['dir', 'dd', 'dl', 'dt', 'menu', 'ol', 'ul', 'li'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ...['fieldset', 'details', 'summary', 'br'],
]);

/**
 * Where parse5 differs from the standard: in parse5 a template does not bound the table scope (WHATWG HTML 13.2.4.2), so a
 * table part in a template closes the table around the template. Chromium and the scanner follow the standard.
 */
export function isBeyondParser(page: string): boolean {
  return /<table\b[\s\S]*<template\b[\s\S]*<\/?(?:table|caption|col|colgroup|tbody|tfoot|thead|tr|td|th)\b/i.test(page);
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** An element, and the offset of its start tag. */
interface PlacedElement {
  readonly at: number;
  readonly element: Element;
  readonly inHead: boolean;
  readonly inNoscript: boolean;
}

/** The children of a node. Beside a frameset there are only clones from the body that it replaced, which do not count. */
function childrenOf(node: Node): readonly Node[] {
  if (!('childNodes' in node)) return [];
  const hasFrameset = node.nodeName === 'html' && node.childNodes.some((child) => child.nodeName === 'frameset');
  return hasFrameset ? node.childNodes.filter((child) => child.nodeName === 'head') : node.childNodes;
}

/** The elements of a document outside templates, in the order of their start tags. */
function elementsOf(document: Node): readonly PlacedElement[] {
  const found: PlacedElement[] = [];
  const seen = new Set<number>();
  const visit = (root: Node): void => {
    const stack: { node: Node; inHead: boolean; inNoscript: boolean }[] = [
      { node: root, inHead: false, inNoscript: false },
    ];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { node } = top;
      let { inHead, inNoscript } = top;
      if ('tagName' in node) {
        if (node.namespaceURI === spec.NS.HTML && node.tagName === 'head') inHead = true;
        if (node.namespaceURI === spec.NS.HTML && node.tagName === 'noscript') inNoscript = true;
        const at = node.sourceCodeLocation?.startOffset;
        // A clone made by the adoption agency has the location of its original tag, or no location.
        if (at !== undefined && !seen.has(at)) {
          seen.add(at);
          found.push({ at, element: node, inHead, inNoscript });
        }
      }
      for (const child of childrenOf(node).toReversed()) stack.push({ node: child, inHead, inNoscript });
    }
  };
  // An element that began in a template stays there, even if the adoption agency clones it outside.
  for (const content of templateContents(document)) visit(content);
  found.length = 0;
  visit(document);
  return found.sort((a, b) => a.at - b.at);
}

/** Reads a page with parse5, with scripting disabled; everything is in the order of the start tags. */
export function readWithParser(page: string): PageReading {
  const document = parse(page, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const links: PageReading['links'][number][] = [];
  let base: string | null = null;
  let title: string | null = null;
  const metas: PageReading['metas'][number][] = [];
  const headLinks: { rel: string; href: string }[] = [];
  for (const { element, inHead, inNoscript } of elementsOf(document)) {
    const link = linkOf(element);
    if (link !== null) links.push(link);
    if (element.namespaceURI !== spec.NS.HTML) continue;
    const href = attribute(element, 'href');
    const rel = attribute(element, 'rel');
    if (element.tagName === 'base' && href !== null) base ??= href;
    if (element.tagName === 'title') title ??= fold(ownText(element));
    if (element.tagName === 'link' && inHead && rel !== null && href !== null) headLinks.push({ rel, href });
    const content = attribute(element, 'content');
    if (element.tagName === 'meta' && content !== null) {
      const name = attribute(element, 'name');
      metas.push({ name, httpEquiv: attribute(element, 'http-equiv'), content, inNoscript });
    }
  }
  return { links, base, title, metas, headLinks };
}

/** The link of an `<a>` or `<area>` of HTML, or of an `<a>` of SVG; null for any other element. */
function linkOf(element: Element): PageReading['links'][number] | null {
  const isHtml = element.namespaceURI === spec.NS.HTML;
  const href = attribute(element, 'href') ?? (isHtml ? null : attribute(element, 'href', 'xlink'));
  const rel = attribute(element, 'rel');
  if (href === null) return null;
  if (element.tagName === 'a' && (isHtml || element.namespaceURI === spec.NS.SVG)) {
    return { href, rel, anchor: anchorOf(element) };
  }
  return isHtml && element.tagName === 'area' ? { href, rel, anchor: fold(attribute(element, 'alt') ?? '') } : null;
}

function templateContents(root: Node): Node[] {
  const contents: Node[] = [];
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('content' in node) {
      contents.push(node.content);
      stack.push(node.content);
    }
    if ('childNodes' in node) stack.push(...node.childNodes);
  }
  return contents;
}

function attribute(element: Element, name: string, prefix?: string): string | null {
  for (const each of element.attrs) if (each.name === name && (each.prefix ?? undefined) === prefix) return each.value;
  return null;
}

function ownText(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function anchorOf(link: Element): string {
  let text = '';
  let alt = '';
  // A browser with scripts shows nothing of a noscript in a link; its picture may be the only one with a text.
  const visit = (node: Node, isShown: boolean): void => {
    if (isShown && node.nodeName === '#text' && 'value' in node) text += node.value;
    if (!('tagName' in node)) return;
    const isHtml = node.namespaceURI === spec.NS.HTML;
    if (isHtml && TEXT_ELEMENTS.has(node.tagName)) return;
    if (isHtml && node.tagName === 'img') alt ||= fold(attribute(node, 'alt') ?? '');
    if (isHtml && SEPARATING_ELEMENTS.has(node.tagName)) text += ' ';
    for (const child of node.childNodes) visit(child, isShown && !(isHtml && node.tagName === 'noscript'));
    if (isHtml && SEPARATING_ELEMENTS.has(node.tagName)) text += ' ';
  };
  for (const child of link.childNodes) visit(child, true);
  return fold(text) || alt;
}

/** Joins the words of a text with single spaces and cuts it to `MAX_TEXT` code units of whole characters. */
function fold(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  let folded = '';
  for (const character of words.join(' ')) {
    if (folded.length + character.length > MAX_TEXT) break;
    folded += character;
  }
  return folded.trimEnd();
}
