/**
 * The stack of open elements, kept only where the same tag can have another meaning: in SVG, MathML, their contents,
 * templates and selects (WHATWG HTML 13.2.4.2, 13.2.6). The ordinary HTML elements below the stack are only counted.
 */
import { BREAKOUT, BUCKETS, bucketOf, CLOSED_IN_SCOPE, OUTER, SPECIAL, TABLE_PART } from './element-names.ts';

/** The namespace of the element that a start tag creates, or `ignored`. */
export const NAMESPACE = { ignored: 0, html: 1, svg: 2, math: 3 } as const;
export type Namespace = (typeof NAMESPACE)[keyof typeof NAMESPACE];

/** The attributes of the current tag. */
export interface TagAttributes {
  /** null if the tag lacks the attribute. */
  attribute(name: string): string | null;
}

const POINT = { none: 0, html: 1, text: 2 } as const;
type Point = (typeof POINT)[keyof typeof POINT];

/** An element on the stack. */
interface OpenElement {
  readonly name: string;
  readonly kind: Exclude<Namespace, 0>;
  /** An integration point, which may contain HTML. */
  readonly point: Point;
  /** A template whose first element is a column accepts only columns; null before the first element. */
  columns: boolean | null;
}

/** Deeper nesting is flattened, as in browsers (Chromium: 512 elements), so that hostile pages take linear time. */
export const MAX_DEPTH = 256;

const SVG_POINTS = new Set(['foreignobject', 'desc', 'title']);
const MATH_POINTS = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);
const HEADING = /^h[1-6]$/;
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
const SCOPE = new Set(['applet', 'button', 'caption', 'marquee', 'object', 'table', 'td', 'th', 'template', 'select']);
const A_BUCKET = bucketOfName('a');

/** The stack, and the counts of the elements below it. */
export class OpenElements {
  /** Open templates; their content is not in the document. */
  templates = 0;
  /** Open elements of SVG and MathML above the innermost template. */
  foreign = 0;
  private readonly stack: OpenElement[] = [];
  /** Approximate number of open HTML elements below the stack, by the bucket of their name. */
  private readonly counts = new Uint32Array(BUCKETS);

  get isEmpty(): boolean {
    return this.stack.length === 0;
  }

  get top(): OpenElement | undefined {
    // Reading an array at -1 is slow.
    const { length } = this.stack;
    return length === 0 ? undefined : this.stack[length - 1];
  }

  /** The current node is an SVG or MathML element without HTML content: CDATA sections exist, NUL is replaced. */
  get inForeign(): boolean {
    const { top } = this;
    return top !== undefined && top.kind !== NAMESPACE.html && top.point === POINT.none;
  }

  /** The current node is an HTML element of this name. */
  isTop(name: string): boolean {
    const { top } = this;
    return top !== undefined && top.name === name && top.kind === NAMESPACE.html;
  }

  /** The stack has an HTML element of this name. */
  has(name: string): boolean {
    return this.stack.some((each) => each.name === name && each.kind === NAMESPACE.html);
  }

  /** Counts an HTML tag below the stack, given the bucket of its name. */
  count(bucket: number, isEnd: boolean): void {
    const open = this.counts[bucket] ?? 0;
    // A link ends the previous one.
    if (bucket === A_BUCKET) this.counts[bucket] = isEnd ? 0 : 1;
    else if (!isEnd) this.counts[bucket] = open + 1;
    else if (open > 0) this.counts[bucket] = open - 1;
  }

  /** Counts an HTML tag below the stack. */
  countName(name: string, isEnd: boolean): void {
    this.count(bucketOfName(name), isEnd);
  }

  /** Pushes an HTML element. */
  pushHtml(name: string): void {
    this.push({ name, kind: NAMESPACE.html, point: POINT.none, columns: null });
  }

  /** Pushes an element of SVG or MathML. */
  pushForeign(name: string, kind: Exclude<Namespace, 0>, tag: TagAttributes): void {
    this.push({ name, kind, point: pointOf(name, kind, tag), columns: null });
  }

  pop(): void {
    this.popTo(this.stack.length - 1);
  }

  /** Clears the stack down to the innermost template, because an element below it was closed. */
  clear(): void {
    if (this.stack.length === 0) return;
    this.popTo(this.stack.findLastIndex((each) => each.name === 'template' && each.kind === NAMESPACE.html) + 1);
  }

  /** Closes everything, including templates. */
  clearAll(): void {
    this.popTo(0);
  }

  /** Whether the current node keeps a start tag in its foreign content. */
  staysForeign(name: string): boolean {
    const { top } = this;
    if (top === undefined || top.kind === NAMESPACE.html || top.point === POINT.html) return false;
    if (top.point === POINT.text) return name === 'mglyph' || name === 'malignmark';
    return !(name === 'svg' && top.name === 'annotation-xml' && top.kind === NAMESPACE.math);
  }

  /** Closes SVG and MathML down to the next element that may contain HTML. */
  leaveForeign(): void {
    let i = this.stack.length;
    for (; i > 0; i--) {
      const each = this.stack[i - 1];
      if (each === undefined || each.kind === NAMESPACE.html || each.point !== POINT.none) break;
    }
    this.popTo(i);
  }

  /** Handles an end tag in foreign content. Returns true if it closed an element of that content. */
  endForeign(name: string): boolean {
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const each = this.stack[i];
      if (each === undefined || each.kind === NAMESPACE.html) return false;
      if (each.name === name) {
        this.popTo(i);
        return true;
      }
    }
    return false;
  }

  /** Closes the innermost template. */
  endTemplate(): void {
    const at = this.stack.findLastIndex((each) => each.name === 'template' && each.kind === NAMESPACE.html);
    if (at >= 0) this.popTo(at);
  }

  /**
   * Handles an HTML end tag while the stack is not empty. Returns true if no element of the stack stopped it: the tag
   * then applies to the elements below the stack.
   */
  endHtml(name: string): boolean {
    const isTable = name === 'table' || TABLE_PART.has(name);
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const each = this.stack[i];
      if (each === undefined) return false;
      if (each.kind !== NAMESPACE.html) {
        if (each.point !== POINT.none && !isTable) return false;
        continue;
      }
      if (each.name === name) {
        if (FORMATTING.has(name)) this.endFormatting(i);
        else this.popTo(i);
        return false;
      }
      if (each.name === 'template') return false;
      if (isTable) continue;
      if (each.name === 'table' || each.name === 'td' || each.name === 'th' || each.name === 'caption') return false;
      if (HEADING.test(name) && HEADING.test(each.name)) {
        this.popTo(i);
        return false;
      }
      if (!CLOSED_IN_SCOPE.has(name) && SPECIAL.has(each.name)) return false;
    }
    return true;
  }

  /** Handles an end tag that the stack did not stop: clears the stack if such an element seems to be open below it. */
  endBelow(name: string): void {
    if (!OUTER.has(name) || this.counts[bucketOfName(name)] === 0) return;
    this.clear();
    this.countName(name, true);
  }

  /** Closes the elements that a start tag closes implicitly, within the integration point. */
  closeImplied(name: string): void {
    const item = name === 'li' ? ['li'] : name === 'dd' || name === 'dt' ? ['dd', 'dt'] : null;
    if (item !== null) {
      for (let i = this.stack.length - 1; i >= 0; i--) {
        const each = this.stack[i];
        if (each === undefined || each.kind !== NAMESPACE.html) break;
        if (item.includes(each.name)) {
          this.popTo(i);
          break;
        }
        if (SPECIAL.has(each.name) && each.name !== 'address' && each.name !== 'div' && each.name !== 'p') break;
      }
    }
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const each = this.stack[i];
      if (each === undefined || each.kind !== NAMESPACE.html || SCOPE.has(each.name)) break;
      if (each.name === 'p') {
        this.popTo(i);
        break;
      }
    }
    const top = this.stack.at(-1);
    if (top !== undefined && top.kind === NAMESPACE.html && HEADING.test(name) && HEADING.test(top.name)) this.pop();
  }

  /** Closes an open formatting element of this name, as its next start tag does, within the integration point. */
  removeFormatting(name: string): void {
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const each = this.stack[i];
      if (each === undefined || each.kind !== NAMESPACE.html || SCOPE.has(each.name)) return;
      if (each.name === name) {
        this.endFormatting(i);
        return;
      }
    }
  }

  /** The visible part of the adoption agency algorithm: special elements above stay open, without the element. */
  private endFormatting(index: number): void {
    const block = this.stack.findIndex((each, i) => i > index && (SPECIAL.has(each.name) || each.point !== POINT.none));
    if (block < 0) this.popTo(index);
    else this.stack.splice(index, 1);
  }

  private push(element: OpenElement): void {
    if (this.stack.length >= MAX_DEPTH) return;
    this.stack.push(element);
    this.countElement(element);
  }

  /** Closes the open element at `index` and all above it. */
  private popTo(index: number): void {
    this.stack.length = Math.max(0, index);
    this.foreign = 0;
    this.templates = 0;
    for (const each of this.stack) this.countElement(each);
  }

  private countElement(element: OpenElement): void {
    if (element.kind !== NAMESPACE.html) {
      this.foreign++;
    } else if (element.name === 'template') {
      this.templates++;
      this.foreign = 0;
    }
  }
}

function bucketOfName(name: string): number {
  return bucketOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length);
}

function pointOf(name: string, kind: Namespace, tag: TagAttributes): Point {
  if (kind === NAMESPACE.svg) return SVG_POINTS.has(name) ? POINT.html : POINT.none;
  if (MATH_POINTS.has(name)) return POINT.text;
  if (name !== 'annotation-xml') return POINT.none;
  const encoding = tag.attribute('encoding')?.toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml' ? POINT.html : POINT.none;
}

/** Whether an HTML start tag ends SVG and MathML content. */
export function isBreakout(name: string, tag: TagAttributes): boolean {
  if (name !== 'font') return BREAKOUT.has(name);
  return tag.attribute('color') !== null || tag.attribute('face') !== null || tag.attribute('size') !== null;
}
