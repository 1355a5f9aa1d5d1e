/** What the WHATWG parser (parse5) finds on a page, in the terms of the scanner. For tests and benchmarks only. */
import { type DefaultTreeAdapterTypes, parse, html as spec } from 'parse5';
import { BLOCK, TEXT_MODES } from '../html/element-names.ts';
import { foldText } from '../html/html-text.ts';
import { MAX_ANCHOR, MAX_TITLE, type PageMeta, PageReader } from '../html/page-reader.ts';

/** The facts both sides are held to. */
export interface PageReading {
  readonly links: readonly { href: string; rel: string | null; anchor: string }[];
  readonly base: string | null;
  readonly title: string | null;
  readonly metas: readonly Omit<PageMeta, 'inHead'>[];
  /** `<link rel href>` of the head. */
  readonly headLinks: readonly { rel: string; href: string }[];
}

/** Reads a page with the scanner, in pieces cut at the given lengths (the last one repeats). */
export function readWithScanner(
  page: string,
  pieces: readonly number[] = [65_536],
): PageReading & { snippets: string[] } {
  let links: { index: number; href: string; rel: string | null; anchor: string; snippet: string }[] = [];
  let base: string | null = null;
  let title: string | null = null;
  let baseInHead = false;
  let titleInHead = false;
  let metas: PageMeta[] = [];
  const headLinks: { rel: string; href: string }[] = [];
  const reader = new PageReader({
    linkTag: () => true,
    link: (link) => links.push(link),
    base: (href, inHead) => {
      base = href;
      baseInHead = inHead;
    },
    meta: (meta) => metas.push(meta),
    headLink: (rel, href) => headLinks.push({ rel, href }),
    title: (text, inHead) => {
      title = text;
      titleInHead = inHead;
    },
    detached: () => {
      links = [];
      metas = metas.filter((meta) => meta.inHead);
      if (!baseInHead) base = null;
      if (!titleInHead) title = null;
    },
  });
  let at = 0;
  for (let i = 0; at < page.length; i++) {
    const size = Math.max(1, pieces[Math.min(i, pieces.length - 1)] ?? 1);
    reader.write(page.slice(at, at + size));
    at += size;
  }
  reader.end();
  links.sort((a, b) => a.index - b.index);
  return {
    links: links.map(({ href, rel, anchor }) => ({ href, rel, anchor })),
    base,
    title,
    metas: metas.map(({ inHead: _, ...meta }) => meta),
    headLinks,
    snippets: links.map((link) => link.snippet),
  };
}

/**
 * Where parse5 differs from the standard: a template does not bound its table scope (WHATWG HTML 13.2.4.2), so a table
 * part in a template closes the table around the template. Chromium does as the standard says, and so does the scanner.
 */
export function isBeyondParser(page: string): boolean {
  return /<table\b[\s\S]*<template\b[\s\S]*<\/?(?:table|caption|col|colgroup|tbody|tfoot|thead|tr|td|th)\b/i.test(page);
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Reads a page with parse5, scripting disabled. Order is the order of the start tags in the source. */
export function readWithParser(page: string): PageReading {
  const document = parse(page, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const found: { at: number; element: Element; inHead: boolean; inNoscript: boolean }[] = [];
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
        // Clones made by the adoption agency have the place of the tag they repeat, or none.
        if (at !== undefined && !seen.has(at)) {
          seen.add(at);
          found.push({ at, element: node, inHead, inNoscript });
        }
      }
      if ('childNodes' in node) {
        // Beside a frameset stand only clones of formatting elements from the body it replaced.
        const framed = node.nodeName === 'html' && node.childNodes.some((child) => child.nodeName === 'frameset');
        const children = framed ? node.childNodes.filter((child) => child.nodeName === 'head') : node.childNodes;
        for (const child of children.toReversed()) stack.push({ node: child, inHead, inNoscript });
      }
    }
  };
  // What was begun in a template stays there, also where the adoption agency repeats it outside.
  for (const content of templateContents(document)) visit(content);
  found.length = 0;
  visit(document);
  found.sort((a, b) => a.at - b.at);

  const links: { href: string; rel: string | null; anchor: string }[] = [];
  let base: string | null = null;
  let title: string | null = null;
  const metas: PageReading['metas'][number][] = [];
  const headLinks: { rel: string; href: string }[] = [];
  for (const { element, inHead, inNoscript } of found) {
    const isHtml = element.namespaceURI === spec.NS.HTML;
    const href = attribute(element, 'href') ?? (isHtml ? null : attribute(element, 'href', 'xlink'));
    const rel = attribute(element, 'rel');
    if (element.tagName === 'a' && (isHtml || element.namespaceURI === spec.NS.SVG) && href !== null) {
      links.push({ href, rel, anchor: anchorOf(element) });
    }
    if (!isHtml) continue;
    if (element.tagName === 'area' && href !== null) {
      links.push({ href, rel, anchor: foldText(attribute(element, 'alt') ?? '', MAX_ANCHOR) });
    }
    if (element.tagName === 'base' && href !== null) base ??= href;
    if (element.tagName === 'title') title ??= foldText(ownText(element), MAX_TITLE);
    if (element.tagName === 'link' && inHead && rel !== null && href !== null) headLinks.push({ rel, href });
    const content = attribute(element, 'content');
    if (element.tagName === 'meta' && content !== null) {
      const name = attribute(element, 'name');
      metas.push({ name, httpEquiv: attribute(element, 'http-equiv'), content, inNoscript });
    }
  }
  return { links, base, title, metas, headLinks };
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
  const visit = (node: Node): void => {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if (!('tagName' in node)) return;
    const isHtml = node.namespaceURI === spec.NS.HTML;
    if (isHtml && TEXT_MODES.has(node.tagName)) return;
    if (isHtml && node.tagName === 'img') alt ||= foldText(attribute(node, 'alt') ?? '', MAX_ANCHOR);
    if (isHtml && BLOCK.has(node.tagName)) text += ' ';
    for (const child of node.childNodes) visit(child);
    if (isHtml && BLOCK.has(node.tagName)) text += ' ';
  };
  for (const child of link.childNodes) visit(child);
  return foldText(text, MAX_ANCHOR) || alt;
}
