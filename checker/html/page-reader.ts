/** Reads the links and the head of a page from its tokens. */

import { BLOCK, MODE, type Mode } from './element-names.ts';
import { decodeAttribute, decodeText, foldText } from './html-text.ts';
import { NAMESPACE } from './open-elements.ts';
import { SourceExcerpt } from './source-excerpt.ts';
import { MAX_VALUE } from './tag-reader.ts';
import type { Tag, TokenSink } from './token-sink.ts';
import { Tokenizer } from './tokenizer.ts';
import { TreeState } from './tree-state.ts';

/** A link that is complete. */
export interface PageLink {
  /** Its number among the page's links, from 0, in the order of the start tags. */
  readonly index: number;
  /** References resolved, nothing else: it may be relative, or no address at all. */
  readonly href: string;
  /** The rel attribute, or null. */
  readonly rel: string | null;
  /**
   * The text between its start tag and the next `</a>`, `<a>` or the end of the page; without it the alt text of the
   * first picture that has one. Text elements (script, style, textarea and the like) and templates are left out,
   * blocks and line breaks part words, white space is folded, at most 500 characters.
   */
  readonly anchor: string;
  /** Its source from the start tag to where it closed, at most 300 characters. */
  readonly snippet: string;
}

/** What a page's reader tells while it reads. */
export interface PageListener {
  /**
   * A link's start tag was read. Answers whether its text is wanted: then `link` follows when it closes. The values are
   * as the source has them (`decodeAttribute`): most links need no closer look. A link whose href is longer than 16,384
   * characters is counted, but not told of.
   */
  linkTag(index: number, rawHref: string, rawRel: string | null): boolean;
  link(link: PageLink): void;
  /** The first `<base href>`: it holds for the whole page, also for links before it. */
  base(href: string, inHead: boolean): void;
  /** A `<meta>` with a content. */
  meta(meta: PageMeta): void;
  /** A `<link rel href>` in the head. */
  headLink(rel: string, href: string): void;
  /** The first `<title>`; at most 500 characters. */
  title(text: string, inHead: boolean): void;
  /** A frameset took the body's place: the links so far and what did not stand in the head are not on the page. */
  detached(): void;
}

/** A `<meta>` that says something. */
export interface PageMeta {
  readonly name: string | null;
  readonly httpEquiv: string | null;
  readonly content: string;
  readonly inHead: boolean;
  /** A browser that runs scripts would not see it. */
  readonly inNoscript: boolean;
}

export const MAX_ANCHOR = 500;
export const MAX_SNIPPET = 300;
export const MAX_TITLE = 500;

/** Visible text is counted up to here. */
export const MAX_TEXT_LENGTH = 2048;

/** Raw text kept of one run: enough for 500 characters of any but the longest references. */
const MAX_RUN = 16_384;

const INK = /[^\t\n\f\r \0]/;

/**
 * Reads one page. A link is an `<a>` or `<area>` of HTML, or an `<a>` of SVG, that has an href (in SVG also
 * `xlink:href`) and stands in the document: not in a template, a select or a frameset, as the HTML standard's parser
 * would have it with scripting disabled. One start tag is one link, however often the parser would clone it.
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
  private baseSeen = false;
  private titleSeen = false;
  /** Where the base and the title were found. */
  private baseInHead = false;
  private titleInHead = false;
  private title: string | null = null;
  private wasDetached = false;

  /** The link whose text is being read. */
  private open: Pick<PageLink, 'index' | 'href' | 'rel'> | null = null;
  private anchor = '';
  private alt = '';
  /** The text run at hand, references not resolved: one may be cut in two by a chunk's end. */
  private run = '';
  private readonly tagSource = new SourceExcerpt(MAX_SNIPPET);
  private readonly linkSource = new SourceExcerpt(MAX_SNIPPET);

  constructor(listener: PageListener) {
    this.listener = listener;
  }

  /** Reads on; pieces may be cut anywhere. */
  write(text: string): void {
    this.tokenizer.write(text);
  }

  /** The page is over. */
  end(): void {
    this.tokenizer.end();
    this.textBreak();
    this.closeLink(this.inputBase + this.input.length);
  }

  /** How many links the page has so far. */
  get linkCount(): number {
    return this.links;
  }

  /** Characters of visible text, white space not counted, up to 2,048. References count as they are written. */
  get textLength(): number {
    return this.ink;
  }

  /** The head is over and no link's text is being read. */
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
      if (this.open !== null && BLOCK.has(tag.name)) this.partWords();
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
    if (this.open !== null)
      this.anchor = room(this.anchor) + text.replaceAll('\0', this.tree.inForeign ? '\ufffd' : '');
  }

  cdata(input: string, from: number, to: number): void {
    if (from >= to) return;
    const text = input.slice(from, Math.min(to, from + MAX_RUN));
    if (INK.test(text)) this.tree.text();
    if (this.open !== null && !this.tree.inTemplate) {
      this.anchor = room(this.anchor) + text.replaceAll('\0', '\ufffd');
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
      else if (BLOCK.has(name)) this.partWords();
    }
    if (name === 'noscript') this.noscript = false;
    this.tree.end(name);
  }

  private anchorElement(tag: Tag, rawHref: string | null, end: number): void {
    this.closeLink(tag.start);
    if (rawHref === null) return;
    const index = this.links++;
    if (rawHref.length > MAX_VALUE) return;
    const rawRel = tag.attribute('rel');
    if (!this.listener.linkTag(index, rawHref, rawRel)) return;
    const href = decodeAttribute(rawHref);
    const rel = decodeOrNull(rawRel);
    this.open = { href, rel, index };
    this.anchor = '';
    this.alt = '';
    this.linkSource.takeOver(this.tagSource);
    if (tag.selfClosing && this.tree.inForeign) this.closeLink(end);
  }

  private areaElement(tag: Tag, end: number): void {
    const rawHref = tag.attribute('href');
    if (rawHref === null) return;
    const index = this.links++;
    if (rawHref.length > MAX_VALUE) return;
    const rawRel = tag.attribute('rel');
    if (!this.listener.linkTag(index, rawHref, rawRel)) return;
    const href = decodeAttribute(rawHref);
    const rel = decodeOrNull(rawRel);
    const anchor = foldText(decodeAttribute(tag.attribute('alt') ?? ''), MAX_ANCHOR);
    const snippet = this.tagSource.read(this.input, this.inputBase, end);
    this.listener.link({ href, rel, index, anchor, snippet });
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

  private partWords(): void {
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

  /** Keeps a piece of the run, up to a cap; what is beyond it is only looked at. */
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

/** What is kept of an anchor before more is added: folded once it is long, and no more of it than is shown. */
function room(anchor: string): string {
  return anchor.length <= MAX_RUN ? anchor : `${foldText(anchor, MAX_ANCHOR)} `;
}
