/** Reads the links and the head of a page from its tokens. */

import { BLOCK, MODE, type Mode } from './element-names.ts';
import { decodeAttribute, decodeText, foldText } from './html-text.ts';
import { NAMESPACE } from './open-elements.ts';
import { SourceExcerpt } from './source-excerpt.ts';
import { MAX_VALUE } from './tag-reader.ts';
import type { Tag, TokenSink } from './token-sink.ts';
import { Tokenizer } from './tokenizer.ts';
import { TreeState } from './tree-state.ts';

/** A link with its text. */
export interface PageLink {
  /** Its index among the links of the page, in the order of the start tags. */
  readonly index: number;
  /** The attribute with references resolved; it may be relative or invalid. */
  readonly href: string;
  /** The attribute; null without it. */
  readonly rel: string | null;
  /**
   * The text from its start tag to the next `</a>`, `<a>` or the end of the page; if empty, the first alt text of an
   * image that is not empty. Omits text elements (script, style, textarea and the like) and templates. Blocks and line
   * breaks separate words. White space is folded; at most 500 characters.
   */
  readonly anchor: string;
  /** Its source from the start tag to its end, at most 300 characters. */
  readonly snippet: string;
}

/** Receives the facts of a page in page order. */
export interface PageListener {
  /**
   * The start tag of a link. Returns whether its text is needed: then `link` follows when it ends. The values are raw
   * (see `decodeAttribute`), because most links need no decoding. A link whose href is longer than 16,384 characters is
   * counted but not reported.
   */
  linkTag(index: number, rawHref: string, rawRel: string | null): boolean;
  link(link: PageLink): void;
  /** The first `<base href>`; it applies to the whole page, including earlier links. */
  base(href: string, inHead: boolean): void;
  /** A `<meta>` with content. */
  meta(meta: PageMeta): void;
  /** A `<link rel href>` in the head. */
  headLink(rel: string, href: string): void;
  /** The first `<title>`; at most 500 characters. */
  title(text: string, inHead: boolean): void;
  /** A frameset replaced the body: the links so far are not in the page, and the facts only if the head has them. */
  detached(): void;
}

/** A `<meta>` with content. */
export interface PageMeta {
  readonly name: string | null;
  readonly httpEquiv: string | null;
  readonly content: string;
  readonly inHead: boolean;
  /** Whether it is in a noscript, so that a browser with scripts ignores it. */
  readonly inNoscript: boolean;
}

export const MAX_ANCHOR = 500;
export const MAX_SNIPPET = 300;
export const MAX_TITLE = 500;

/** Limit of `textLength`. */
const MAX_TEXT_LENGTH = 2048;

/** Raw characters stored of one text: enough for 500 characters in all but the longest references. */
const MAX_RUN = 16_384;

const INK = /[^\t\n\f\r \0]/;

/**
 * Reads one page. A link is an `<a>` or `<area>` of HTML, or an `<a>` of SVG, with an href (in SVG also `xlink:href`)
 * that the HTML standard's parser, with scripting disabled, puts into the document and not into a template, select or
 * frameset. One start tag counts as one link, however often the parser would clone it.
 */
export class PageReader implements TokenSink {
  private readonly listener: PageListener;
  private readonly tree = new TreeState();
  private readonly tokenizer = new Tokenizer(this);
  private input = '';
  private inputBase = 0;

  private links = 0;
  private ink = 0;
  private noscript = false;
  /** Whether the open link is in a noscript; else a noscript in it is not shown. */
  private openInNoscript = false;
  private baseSeen = false;
  private titleSeen = false;
  private baseInHead = false;
  private titleInHead = false;
  private title: string | null = null;
  private wasDetached = false;

  /** The link whose text is being read. */
  private open: Pick<PageLink, 'index' | 'href' | 'rel'> | null = null;
  private anchor = '';
  private alt = '';
  /** The current text with unresolved references, because a chunk may end in a reference. */
  private run = '';
  private readonly tagSource = new SourceExcerpt(MAX_SNIPPET);
  private readonly linkSource = new SourceExcerpt(MAX_SNIPPET);

  constructor(listener: PageListener) {
    this.listener = listener;
  }

  /** Reads the next chunk; chunks may be cut anywhere. */
  write(text: string): void {
    this.tokenizer.write(text);
  }

  /** Ends the page. */
  end(): void {
    this.tokenizer.end();
    this.textBreak();
    this.closeLink(this.inputBase + this.input.length);
  }

  /** The number of links so far. */
  get linkCount(): number {
    return this.links;
  }

  /** Characters of visible text so far without white space, up to 2,048. References count as in the source. */
  get textLength(): number {
    return this.ink;
  }

  /** The head is over, and no link is open. */
  get settled(): boolean {
    return this.tree.headOver && this.open === null;
  }

  // ── TokenSink ─────────────────────────────────────────────────────────────────────────────────────────────────────

  get plain(): boolean {
    return this.open === null && this.tree.plain;
  }

  get inForeign(): boolean {
    return this.tree.inForeign;
  }

  chunkStart(input: string, base: number): void {
    this.input = input;
    this.inputBase = base;
  }

  chunkEnd(input: string, base: number, end: number): void {
    this.tagSource.keep(input, base, end);
    this.linkSource.keep(input, base, end);
    this.input = '';
    this.inputBase = base + end;
  }

  tagStart(start: number): void {
    this.tagSource.begin(start);
  }

  skipped(bucket: number, isEnd: boolean): void {
    this.tree.count(bucket, isEnd);
  }

  tagName(name: string, isEnd: boolean, start: number): boolean {
    this.textBreak();
    if (isEnd) return false;
    switch (name) {
      case 'a':
      case 'area':
        this.tagSource.begin(start);
        return true;
      case 'base':
      case 'link':
      case 'meta':
      case 'font':
      case 'annotation-xml':
      case 'input':
        return true;
      case 'img':
      case 'image':
        return this.open !== null && this.alt === '';
      default:
        return false;
    }
  }

  tag(tag: Tag, end: number): Mode {
    if (tag.isEnd) {
      this.endTag(tag.name, end);
      return MODE.data;
    }
    const { tree } = this;
    const inHead = !tree.headOver && !tree.inTemplate;
    const placed = tree.start(tag.name, tag, tag.selfClosing);
    if (tree.detached && !this.wasDetached) this.detach();
    if (placed !== NAMESPACE.ignored && !tree.inTemplate) {
      if (placed === NAMESPACE.html) this.htmlElement(tag, inHead && !tree.headOver, end);
      else if (placed === NAMESPACE.svg && tag.name === 'a') {
        this.anchorElement(tag, tag.attribute('href') ?? tag.attribute('xlink:href'), end);
      }
      if (this.open !== null && BLOCK.has(tag.name)) this.separateWords();
    }
    if (tag.name === 'a' || tag.name === 'area') this.tagSource.stop();
    return tree.mode;
  }

  text(input: string, from: number, to: number): void {
    if (from >= to) return;
    const { tree } = this;
    if (this.ink < MAX_TEXT_LENGTH && !tree.inTemplate && !this.noscript) this.countInk(input, from, to);
    if (this.open === null) {
      if (tree.plain || !tree.textDecides) return;
      this.addToRun(input, from, to);
    } else if (!tree.inTemplate) {
      this.addToRun(input, from, to);
    } else {
      tree.text();
    }
  }

  textBreak(): void {
    if (this.run === '') return;
    const text = decodeText(this.run);
    this.run = '';
    const ink = INK.exec(text);
    if (ink !== null) this.tree.text();
    else if (text.includes('\0')) this.tree.nul();
    if (this.open !== null && (!this.noscript || this.openInNoscript))
      this.anchor = shorten(this.anchor) + text.replaceAll('\0', this.tree.inForeign ? '\ufffd' : '');
  }

  cdata(input: string, from: number, to: number): void {
    if (from >= to) return;
    const text = input.slice(from, Math.min(to, from + MAX_RUN));
    if (INK.test(text)) this.tree.text();
    if (this.open !== null && !this.tree.inTemplate) {
      this.anchor = shorten(this.anchor) + text.replaceAll('\0', '\ufffd');
    }
  }

  raw(input: string, from: number, to: number): void {
    if (this.title === null || this.title.length >= MAX_RUN) return;
    this.title += input.slice(from, Math.min(to, from + MAX_RUN - this.title.length));
  }

  rawEnd(): void {
    if (this.title === null) return;
    this.listener.title(foldText(decodeText(this.title.replaceAll('\0', '\ufffd')), MAX_TITLE), this.titleInHead);
    this.title = null;
  }

  // ── elements ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private htmlElement(tag: Tag, inHead: boolean, end: number): void {
    switch (tag.name) {
      case 'a':
        this.anchorElement(tag, tag.attribute('href'), end);
        break;
      case 'area':
        this.areaElement(tag, end);
        break;
      case 'img':
      case 'image':
        if (this.open !== null && this.alt === '') {
          this.alt = foldText(decodeAttribute(tag.attribute('alt') ?? ''), MAX_ANCHOR);
        }
        break;
      case 'base': {
        const href = tag.attribute('href');
        if (href === null || this.baseSeen) break;
        this.baseSeen = true;
        this.baseInHead = inHead;
        this.listener.base(decodeAttribute(href), inHead);
        break;
      }
      case 'link': {
        const rel = tag.attribute('rel');
        const href = tag.attribute('href');
        if (inHead && rel !== null && href !== null)
          this.listener.headLink(decodeAttribute(rel), decodeAttribute(href));
        break;
      }
      case 'meta': {
        const content = tag.attribute('content');
        if (content === null) break;
        this.listener.meta({
          name: decodeOrNull(tag.attribute('name')),
          httpEquiv: decodeOrNull(tag.attribute('http-equiv')),
          content: decodeAttribute(content),
          inHead,
          inNoscript: this.noscript,
        });
        break;
      }
      case 'title':
        if (!this.titleSeen) {
          this.titleSeen = true;
          this.titleInHead = inHead;
          this.title = '';
        }
        break;
      case 'noscript':
        this.noscript = true;
        break;
    }
  }

  private endTag(name: string, end: number): void {
    if (this.open !== null && !this.tree.inTemplate) {
      if (name === 'a') this.closeLink(end);
      else if (BLOCK.has(name)) this.separateWords();
    }
    if (name === 'noscript') this.noscript = false;
    this.tree.end(name);
  }

  private anchorElement(tag: Tag, rawHref: string | null, end: number): void {
    this.closeLink(tag.start);
    const link = this.countLink(tag, rawHref);
    if (link === null) return;
    this.open = link;
    this.openInNoscript = this.noscript;
    this.anchor = '';
    this.alt = '';
    this.linkSource.takeOver(this.tagSource);
    if (tag.selfClosing && this.tree.inForeign) this.closeLink(end);
  }

  private areaElement(tag: Tag, end: number): void {
    const link = this.countLink(tag, tag.attribute('href'));
    if (link === null) return;
    const anchor = foldText(decodeAttribute(tag.attribute('alt') ?? ''), MAX_ANCHOR);
    const snippet = this.tagSource.read(this.input, this.inputBase, end);
    this.listener.link({ ...link, anchor, snippet });
  }

  /** Counts a link. Returns its attributes if the listener needs its text, else null. */
  private countLink(tag: Tag, rawHref: string | null): Pick<PageLink, 'index' | 'href' | 'rel'> | null {
    if (rawHref === null) return null;
    const index = this.links++;
    if (rawHref.length > MAX_VALUE) return null;
    const rawRel = tag.attribute('rel');
    if (!this.listener.linkTag(index, rawHref, rawRel)) return null;
    return { index, href: decodeAttribute(rawHref), rel: decodeOrNull(rawRel) };
  }

  private closeLink(end: number): void {
    if (this.open === null) return;
    const { href, rel, index } = this.open;
    const anchor = foldText(this.anchor, MAX_ANCHOR) || this.alt;
    const snippet = this.linkSource.read(this.input, this.inputBase, end);
    this.open = null;
    this.anchor = '';
    this.linkSource.stop();
    this.listener.link({ href, rel, index, anchor, snippet });
  }

  private separateWords(): void {
    if (!this.anchor.endsWith(' ')) this.anchor += ' ';
  }

  private detach(): void {
    this.wasDetached = true;
    this.open = null;
    this.linkSource.stop();
    this.links = 0;
    this.ink = 0;
    this.baseSeen &&= this.baseInHead;
    this.titleSeen &&= this.titleInHead;
    this.listener.detached();
  }

  // ── text ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Adds to the current text, up to a limit; the rest is only checked for non-space characters. */
  private addToRun(input: string, from: number, to: number): void {
    const free = Math.max(0, MAX_RUN - this.run.length);
    if (free > 0) this.run += input.slice(from, Math.min(to, from + free));
    if (to - from > free && this.tree.textDecides && INK.test(input.slice(from + free, to))) this.tree.text();
  }

  private countInk(input: string, from: number, to: number): void {
    let { ink } = this;
    for (let i = from; i < to && ink < MAX_TEXT_LENGTH; i++) if (input.charCodeAt(i) > 32) ink++;
    this.ink = ink;
  }
}

function decodeOrNull(raw: string | null): string | null {
  return raw === null ? null : decodeAttribute(raw);
}

/** The anchor text before more is appended; a long text is folded and cut. */
function shorten(anchor: string): string {
  return anchor.length <= MAX_RUN ? anchor : `${foldText(anchor, MAX_ANCHOR)} `;
}
