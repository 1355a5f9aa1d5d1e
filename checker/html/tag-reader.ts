/**
 * Reads one tag, from its name to its `>` (WHATWG HTML 13.2.5.8 and following). Most tags are complete in the input and
 * are read in one pass. A tag that the input cuts in two continues at that character, so only its first part is read
 * twice. It stores only the tag's name and its relevant attributes.
 */
import { bucketOf, isIrrelevantEndTag, isIrrelevantStartTag, isName, nameAt } from './element-names.ts';
import { asciiLower, endsName, isSpace } from './html-text.ts';
import type { Tag, TokenSink } from './token-sink.ts';

const LONGEST_NAME = 32;

/** Longer attribute values are cut to one character more; client links are never that long. */
export const MAX_VALUE = 16_384;

const LONGEST_KEPT = 10;

/** The relevant attributes, by their length: only these affect the reading of a page. */
const KEPT: readonly (readonly string[])[] = Array.from({ length: LONGEST_KEPT + 1 }, (_, length) =>
  'href rel name content alt type encoding color face size http-equiv xlink:href'
    .split(' ')
    .filter((name) => name.length === length),
);

const TAG_NAME = 1;
const BEFORE_ATTRIBUTE = 2;
const ATTRIBUTE_NAME = 3;
const AFTER_ATTRIBUTE_NAME = 4;
const BEFORE_VALUE = 5;
const DOUBLE_QUOTED = 6;
const SINGLE_QUOTED = 7;
const UNQUOTED = 8;

/** The current tag. Each of `begin`, `beginRawEnd` and `read` returns the index after `>`, or -1 at the end of the input. */
export class TagReader implements Tag {
  name = '';
  isEnd = false;
  selfClosing = false;
  start = 0;
  /** This tag is irrelevant, and the sink has counted it. */
  skip = false;

  private readonly sink: TokenSink;
  private state = TAG_NAME;
  private keepsAttributes = false;
  private attributeName = '';
  private attributeStarted = false;
  private keepsValue = false;
  private value = '';
  /** The number of attributes in `names` and `values`. */
  private attributes = 0;
  private readonly names: string[] = [];
  private readonly values: string[] = [];

  constructor(sink: TokenSink) {
    this.sink = sink;
  }

  /** The input ended in the name of the tag. */
  get inName(): boolean {
    return this.state === TAG_NAME;
  }

  attribute(name: string): string | null {
    for (let i = 0; i < this.attributes; i++) if (this.names[i] === name) return this.values[i] ?? null;
    return null;
  }

  /** Begins the tag at the absolute offset `start`, whose name begins at `input[nameStart]`. */
  begin(input: string, start: number, nameStart: number, isEnd: boolean): number {
    const n = input.length;
    let i = nameStart;
    while (i < n && !endsName(input.charCodeAt(i))) i++;
    this.keepsAttributes = false;
    const isWhole = i < n && i - nameStart <= LONGEST_NAME;
    const skip = isWhole && this.isSkipped(input, nameStart, i, isEnd);
    this.skip = skip;
    if (skip) {
      if (input.charCodeAt(i) === 62) return i + 1;
      const end = this.wholeTag(input, i);
      if (end > 0) return end;
    }
    this.isEnd = isEnd;
    this.start = start;
    this.name = '';
    this.selfClosing = false;
    this.state = TAG_NAME;
    if (!isWhole) return this.read(input, nameStart);
    if (!skip) {
      this.nameRead(input, nameStart, i);
      // Nearly every tag is complete in the input.
      const end = this.wholeTag(input, i);
      if (end > 0) return end;
    }
    this.attributes = 0;
    this.state = BEFORE_ATTRIBUTE;
    return this.read(input, i);
  }

  /** Begins after the name of an end tag that closes a text element; its attributes have no meaning. */
  beginRawEnd(input: string, start: number, nameEnd: number): number {
    this.isEnd = true;
    this.start = start;
    this.skip = true;
    this.keepsAttributes = false;
    this.state = BEFORE_ATTRIBUTE;
    return this.read(input, nameEnd);
  }

  /** Continues the tag. */
  read(input: string, from: number): number {
    const n = input.length;
    let i = from;
    while (i < n) {
      switch (this.state) {
        case TAG_NAME:
          i = this.readTagName(input, i);
          break;
        case BEFORE_ATTRIBUTE:
          if (input.charCodeAt(i) === 62) return i + 1;
          i = this.beforeAttribute(input, i);
          break;
        case ATTRIBUTE_NAME:
          i = this.readAttributeName(input, i);
          break;
        case AFTER_ATTRIBUTE_NAME:
          i = this.afterAttributeName(input, i);
          break;
        case BEFORE_VALUE:
          if (input.charCodeAt(i) === 62) {
            this.attributeDone();
            return i + 1;
          }
          i = this.beforeValue(input, i);
          break;
        case UNQUOTED:
          i = this.readUnquoted(input, i);
          break;
        default:
          i = this.readQuoted(input, i);
      }
    }
    return -1;
  }

  // Each of the following reads a part of a tag and returns the index of the next part.

  private readTagName(input: string, from: number): number {
    const n = input.length;
    let i = from;
    while (i < n && !endsName(input.charCodeAt(i))) i++;
    if (i === n) {
      const room = LONGEST_NAME - this.name.length;
      if (room > 0) this.name += asciiLower(input.slice(from, Math.min(i, from + room)));
      return i;
    }
    this.nameRead(input, from, i);
    this.selfClosing = false;
    this.state = BEFORE_ATTRIBUTE;
    return i;
  }

  private beforeAttribute(input: string, at: number): number {
    const c = input.charCodeAt(at);
    this.selfClosing = c === 47;
    if (c === 47 || isSpace(c)) return at + 1;
    this.beginAttribute();
    return at;
  }

  private beginAttribute(): void {
    this.attributeName = '';
    this.attributeStarted = false;
    this.state = ATTRIBUTE_NAME;
  }

  private readAttributeName(input: string, from: number): number {
    // The first character always belongs to the name, even `=`.
    const i = endOfAttributeName(input, this.attributeStarted ? from : from + 1);
    this.attributeStarted = true;
    if (this.keepsAttributes && this.attributeName.length <= LONGEST_KEPT) {
      this.attributeName += input.slice(from, Math.min(i, from + LONGEST_KEPT + 1));
    }
    if (i >= input.length) return i;
    this.keepsValue = this.keepsAttributes && this.isKept();
    this.value = '';
    const c = input.charCodeAt(i);
    if (c === 61) this.state = BEFORE_VALUE;
    else if (isSpace(c)) this.state = AFTER_ATTRIBUTE_NAME;
    else {
      this.valueDone();
      return i;
    }
    return i + 1;
  }

  private afterAttributeName(input: string, at: number): number {
    const c = input.charCodeAt(at);
    if (isSpace(c)) return at + 1;
    if (c === 61) {
      this.state = BEFORE_VALUE;
      return at + 1;
    }
    this.valueDone();
    return at;
  }

  private beforeValue(input: string, at: number): number {
    const c = input.charCodeAt(at);
    if (isSpace(c)) return at + 1;
    this.state = c === 34 ? DOUBLE_QUOTED : c === 39 ? SINGLE_QUOTED : UNQUOTED;
    return this.state === UNQUOTED ? at : at + 1;
  }

  private readUnquoted(input: string, from: number): number {
    const i = endOfUnquoted(input, from);
    this.keepValue(input, from, i);
    if (i < input.length) this.valueDone();
    return i;
  }

  private readQuoted(input: string, from: number): number {
    const end = input.indexOf(this.state === DOUBLE_QUOTED ? '"' : "'", from);
    this.keepValue(input, from, end < 0 ? input.length : end);
    if (end < 0) return input.length;
    this.valueDone();
    return end + 1;
  }

  /** Ends the attribute, with its value or without one. */
  private valueDone(): void {
    this.attributeDone();
    this.state = BEFORE_ATTRIBUTE;
  }

  /** Whether the tag with the name at `input[from..to)` is irrelevant; then the sink counts it. */
  private isSkipped(input: string, from: number, to: number, isEnd: boolean): boolean {
    if (!this.sink.plain || !(isEnd ? isIrrelevantEndTag(input, from, to) : isIrrelevantStartTag(input, from, to)))
      return false;
    this.sink.skipped(bucketOf(input.charCodeAt(from), input.charCodeAt(to - 1), to - from), isEnd);
    return true;
  }

  /** The name is complete: `this.name` and `input[from..to)`. */
  private nameRead(input: string, from: number, to: number): void {
    const end = Math.min(to, from + LONGEST_NAME - this.name.length);
    if (this.name === '') this.name = nameAt(input, from, end);
    else if (end > from) this.name += asciiLower(input.slice(from, end));
    this.keepsAttributes = this.sink.tagName(this.name, this.isEnd, this.start);
    this.attributes = 0;
  }

  /**
   * Reads a tag that is complete in the input, from the end of its name, faster than `read`. Returns the index after
   * `>`, or -1: then the attributes are not valid.
   */
  private wholeTag(input: string, from: number): number {
    const n = input.length;
    let i = from;
    let slash = false;
    while (i < n) {
      const c = input.charCodeAt(i);
      if (c === 62) {
        this.selfClosing = slash;
        return i + 1;
      }
      slash = c === 47;
      if (slash || isSpace(c)) {
        i++;
        continue;
      }
      i = this.wholeAttribute(input, i);
      if (i < 0) return -1;
    }
    return -1;
  }

  /** Reads an attribute of such a tag. Returns the index after it, or -1 if its value is not complete in the input. */
  private wholeAttribute(input: string, from: number): number {
    let i = endOfAttributeName(input, from + 1);
    const keptName = this.keepsAttributes ? keptAttribute(input, from, i) : '';
    i = afterSpace(input, i);
    if (input.charCodeAt(i) !== 61) {
      if (keptName !== '') this.keep(keptName, '');
      return i;
    }
    i = afterSpace(input, i + 1);
    const c = input.charCodeAt(i);
    if (c === 34 || c === 39) {
      const end = input.indexOf(c === 34 ? '"' : "'", i + 1);
      if (end >= 0 && keptName !== '') this.keep(keptName, input.slice(i + 1, Math.min(end, i + 2 + MAX_VALUE)));
      return end < 0 ? -1 : end + 1;
    }
    const end = endOfUnquoted(input, i);
    if (keptName !== '') this.keep(keptName, input.slice(i, Math.min(end, i + 1 + MAX_VALUE)));
    return end;
  }

  private keep(name: string, value: string): void {
    if (this.attribute(name) !== null) return;
    this.names[this.attributes] = name;
    this.values[this.attributes++] = value;
  }

  private isKept(): boolean {
    this.attributeName = keptAttribute(this.attributeName, 0, this.attributeName.length);
    return this.attributeName !== '' && this.attribute(this.attributeName) === null;
  }

  private keepValue(input: string, from: number, to: number): void {
    if (!this.keepsValue || this.value.length > MAX_VALUE) return;
    this.value += input.slice(from, Math.min(to, from + MAX_VALUE + 1 - this.value.length));
  }

  private attributeDone(): void {
    if (!this.keepsValue) return;
    this.keepsValue = false;
    this.keep(this.attributeName, this.value);
  }
}

/** The index of the character that ends the name of an attribute, or the input's length. */
function endOfAttributeName(input: string, from: number): number {
  const n = input.length;
  let i = from;
  for (; i < n; i++) {
    const c = input.charCodeAt(i);
    if (c <= 62 && (c === 61 || endsName(c))) break;
  }
  return i;
}

/** The index of the character that ends an unquoted value, or the input's length. */
function endOfUnquoted(input: string, from: number): number {
  const n = input.length;
  let i = from;
  for (; i < n; i++) {
    const c = input.charCodeAt(i);
    if (c <= 62 && (c === 62 || isSpace(c))) break;
  }
  return i;
}

function afterSpace(input: string, from: number): number {
  let i = from;
  while (isSpace(input.charCodeAt(i))) i++;
  return i;
}

/** The attribute name at `input[from..to)` in lower case if it is relevant, else ''. */
function keptAttribute(input: string, from: number, to: number): string {
  const names = KEPT[to - from];
  if (names === undefined) return '';
  const first = input.charCodeAt(from) | 32;
  for (const name of names) if (name.charCodeAt(0) === first && isName(input, from, name)) return name;
  return '';
}
