/**
 * A streaming tokenizer for HTML (WHATWG HTML 13.2.5) that finds tags and skips everything else. It goes from `<` to
 * `<` and from quote to quote with `indexOf`, keeps no more than the tag at hand, and reads every character a bounded
 * number of times, so hostile pages cost linear time. Any chunking of the same page yields the same tokens.
 */
import { bucketOf, isBoring, isBoringEnd, isName, MODE, type Mode, nameAt } from './scan-names.ts';
import { asciiLower, isSpace } from './scan-text.ts';

/** What the tokenizer tells, in page order. Offsets are absolute in the page; `input` holds `base` and on. */
export interface TokenSink {
  /** Names that `isBoring` says cannot matter are skipped while this is true. */
  readonly plain: boolean;
  /** CDATA sections exist here. */
  readonly inForeign: boolean;
  /** The chunk ends in the name of a tag that begins at `start`. */
  tagStart(start: number): void;
  /** A tag was skipped, because its name cannot matter here: the bucket of its name. */
  skipped(bucket: number, isEnd: boolean): void;
  /** A tag has begun, its name is known. Answers whether its attributes are of interest. */
  tagName(name: string, isEnd: boolean, start: number): boolean;
  /** The tag is complete. Answers how the text after a start tag is read. `end` is the offset after `>`. */
  tag(tag: Tag, end: number): Mode;
  /** A piece of text; character references are not resolved. Pieces follow each other until `textBreak`. */
  text(input: string, from: number, to: number): void;
  /** The text run is over: a reference cannot go on in the next one. */
  textBreak(): void;
  /** A piece of a CDATA section: text in which `&` means nothing. */
  cdata(input: string, from: number, to: number): void;
  /** A piece of the content of the text element opened last. */
  raw(input: string, from: number, to: number): void;
  /** The content of the text element is over: its end tag was read, or the page ended. */
  rawEnd(): void;
  /** A part of the input is about to be forgotten: `input[0..end)` at `base`. */
  chunkEnd(input: string, base: number, end: number): void;
  /** The input that offsets refer to from here on. */
  chunkStart(input: string, base: number): void;
}

/** The tag at hand. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly selfClosing: boolean;
  /** Absolute offset of its `<`. */
  readonly start: number;
  /** The raw value of one of the attributes kept (`KEPT`), first one wins; null when the tag does not have it. */
  attribute(name: string): string | null;
}

const LONGEST_NAME = 32;
const LONGEST_KEPT = 10;

/** Longer attribute values are cut to one more than this: no address that long can be one that was asked for. */
export const MAX_VALUE = 16_384;

const DATA = 0;
const TAG_NAME = 1;
const BEFORE_ATTRIBUTE = 2;
const ATTRIBUTE_NAME = 3;
const AFTER_ATTRIBUTE_NAME = 4;
const BEFORE_VALUE = 5;
const DOUBLE_QUOTED = 6;
const SINGLE_QUOTED = 7;
const UNQUOTED = 8;
const COMMENT = 9;
const BOGUS_COMMENT = 10;
const CDATA = 11;
const RAW = 12;
const SCRIPT = 13;
const PLAINTEXT = 14;

/** Characters needed after `<` to know what begins: `<![CDATA[` is the longest. */
const LOOKAHEAD = 9;

/** See the head of the file. `write` any number of times, then `end` once. */
export class Tokenizer implements Tag {
  name = '';
  isEnd = false;
  selfClosing = false;
  start = 0;

  private readonly sink: TokenSink;
  private state = DATA;
  /** The beginning of something that needs the next chunk to be understood: a few characters at most. */
  private carry = '';
  /** Absolute offset of the first character of the input at hand. */
  private base = 0;
  /** The text element whose end tag is awaited. */
  private rawName = '';
  /** The end tag at hand closes a text element. */
  private closesRaw = false;
  /** Script data: 0 plain, 1 escaped (`<!--`), 2 double escaped (`<!--<script`). */
  private escaped = 0;
  private skip = false;
  private keepsAttributes = false;
  private attributeName = '';
  private attributeStarted = false;
  private keepsValue = false;
  private value = '';
  /** How many attributes of the tag at hand are kept in `names` and `values`. */
  private attributes = 0;
  private readonly names: string[] = [];
  private readonly values: string[] = [];

  constructor(sink: TokenSink) {
    this.sink = sink;
  }

  /** Reads on. */
  write(text: string): void {
    if (text !== '') this.run(this.carry === '' ? text : this.carry + text, false);
  }

  /** The page is over: a tag that was not finished is none. */
  end(): void {
    this.run(this.carry, true);
    if (this.state === RAW || this.state === SCRIPT || this.state === PLAINTEXT || this.closesRaw) this.sink.rawEnd();
  }

  attribute(name: string): string | null {
    for (let i = 0; i < this.attributes; i++) if (this.names[i] === name) return this.values[i] ?? null;
    return null;
  }

  private run(input: string, atEnd: boolean): void {
    this.sink.chunkStart(input, this.base);
    const n = input.length;
    let i = 0;
    let consumed = n;
    this.carry = '';
    while (i < n) {
      let next: number;
      switch (this.state) {
        case DATA:
          next = this.data(input, i, atEnd);
          break;
        case COMMENT:
          next = this.comment(input, i, atEnd);
          break;
        case BOGUS_COMMENT: {
          const end = input.indexOf('>', i);
          if (end >= 0) this.state = DATA;
          next = end < 0 ? n : end + 1;
          break;
        }
        case CDATA:
          next = this.cdata(input, i, atEnd);
          break;
        case RAW:
          next = this.raw(input, i, atEnd);
          break;
        case SCRIPT:
          next = this.script(input, i, atEnd);
          break;
        case PLAINTEXT:
          next = n;
          break;
        default:
          next = this.tag(input, i);
      }
      if (next < 0) {
        // Not enough to go on: what begins at ~next waits for more.
        consumed = ~next;
        this.carry = input.slice(consumed);
        break;
      }
      i = next;
    }
    if (this.state === TAG_NAME) this.sink.tagStart(this.start);
    this.sink.chunkEnd(input, this.base, consumed);
    this.base += consumed;
  }

  // ── between tags ──────────────────────────────────────────────────────────────────────────────────────────────────

  private data(input: string, start: number, atEnd: boolean): number {
    const n = input.length;
    let from = start;
    let search = start;
    while (this.state === DATA) {
      const lt = input.indexOf('<', search);
      if (lt < 0) {
        if (n > from) this.sink.text(input, from, n);
        return n;
      }
      const c = input.charCodeAt(lt + 1) | 32;
      let next = 0;
      if (c >= 97 && c <= 122 && lt + 1 < n) {
        if (lt > from) this.sink.text(input, from, lt);
        next = this.beginTag(input, lt, lt + 1, false);
      } else if (c === 47 || c === 33 || c === 63 || lt + 1 >= n) {
        // `/`, `!`, `?`, and what differs from them in that bit alone: sorted out there.
        next = this.markup(input, from, lt, atEnd);
        if (next < 0) return next;
      }
      if (next === 0) {
        search = lt + 1;
      } else {
        from = next;
        search = next;
      }
    }
    return from;
  }

  /** What begins with `</`, `<!` or `<?` at `lt`; 0 when it is only text. */
  private markup(input: string, from: number, lt: number, atEnd: boolean): number {
    const n = input.length;
    const second = input.charCodeAt(lt + 1);
    if (second === 47) {
      const third = input.charCodeAt(lt + 2) | 32;
      if (lt + 2 < n) {
        if (lt > from) this.sink.text(input, from, lt);
        if (third >= 97 && third <= 122) return this.beginTag(input, lt, lt + 2, true);
        this.sink.textBreak();
        if (input.charCodeAt(lt + 2) === 62) return lt + 3;
        this.state = BOGUS_COMMENT;
        return lt + 2;
      }
      if (atEnd) return 0;
    } else if (second === 33 || second === 63) {
      if (n - lt >= LOOKAHEAD || atEnd || second === 63) {
        this.sink.text(input, from, lt);
        this.sink.textBreak();
        return this.declaration(input, lt);
      }
    } else if (lt + 1 < n || atEnd) {
      return 0;
    }
    this.sink.text(input, from, lt);
    return ~lt;
  }

  private declaration(input: string, lt: number): number {
    if (input.startsWith('<!--', lt)) {
      // `<!-->` and `<!--->` are whole comments.
      if (input.charCodeAt(lt + 4) === 62) return lt + 5;
      if (input.startsWith('->', lt + 4)) return lt + 6;
      this.state = COMMENT;
      return lt + 4;
    }
    if (input.startsWith('<![CDATA[', lt) && this.sink.inForeign) {
      this.state = CDATA;
      return lt + 9;
    }
    this.state = BOGUS_COMMENT;
    return lt + 2;
  }

  private comment(input: string, from: number, atEnd: boolean): number {
    const n = input.length;
    let at = input.indexOf('--', from);
    while (at >= 0) {
      if (at + 4 > n && !atEnd && (at + 2 >= n || input.charCodeAt(at + 2) === 33)) return ~at;
      const c = input.charCodeAt(at + 2);
      if (c === 62 || (c === 33 && input.charCodeAt(at + 3) === 62)) {
        this.state = DATA;
        return at + (c === 62 ? 3 : 4);
      }
      at = input.indexOf('--', at + 1);
    }
    return !atEnd && input.charCodeAt(n - 1) === 45 ? ~(n - 1) : n;
  }

  private cdata(input: string, from: number, atEnd: boolean): number {
    const end = input.indexOf(']]>', from);
    if (end >= 0) {
      this.sink.cdata(input, from, end);
      this.sink.textBreak();
      this.state = DATA;
      return end + 3;
    }
    const safe = atEnd ? input.length : Math.max(from, input.length - 2);
    this.sink.cdata(input, from, safe);
    return atEnd ? safe : ~safe;
  }

  // ── text elements ─────────────────────────────────────────────────────────────────────────────────────────────────

  private raw(input: string, from: number, atEnd: boolean): number {
    const n = input.length;
    let at = input.indexOf('</', from);
    while (at >= 0) {
      const end = at + 2 + this.rawName.length;
      if (end >= n) {
        if (atEnd) break;
        this.sink.raw(input, from, at);
        return ~at;
      }
      if (endsName(input.charCodeAt(end)) && isName(input, at + 2, this.rawName)) {
        this.sink.raw(input, from, at);
        return this.beginRawEnd(input, at, end);
      }
      at = input.indexOf('</', at + 2);
    }
    const safe = !atEnd && input.charCodeAt(n - 1) === 60 ? n - 1 : n;
    this.sink.raw(input, from, safe);
    return safe < n ? ~safe : n;
  }

  private script(input: string, from: number, atEnd: boolean): number {
    const n = input.length;
    let at = from;
    let dashes = -2;
    for (;;) {
      const lt = input.indexOf('<', at);
      if (this.escaped > 0) {
        if (dashes !== -1 && dashes < at) dashes = input.indexOf('-->', at);
        if (dashes >= 0 && (lt < 0 || dashes < lt)) {
          this.escaped = 0;
          at = dashes + 3;
          continue;
        }
      }
      if (lt < 0) return atEnd || this.escaped === 0 ? n : ~Math.max(at, n - 2);
      if (n - lt < LOOKAHEAD && !atEnd) return ~lt;
      const isEnd = input.charCodeAt(lt + 1) === 47;
      if (isEnd && endsName(input.charCodeAt(lt + 8)) && isName(input, lt + 2, 'script')) {
        if (this.escaped < 2) return this.beginRawEnd(input, lt, lt + 8);
        this.escaped = 1;
        at = lt + 8;
      } else if (this.escaped === 1 && endsName(input.charCodeAt(lt + 7)) && isName(input, lt + 1, 'script')) {
        this.escaped = 2;
        at = lt + 7;
      } else if (this.escaped === 0 && input.startsWith('<!--', lt)) {
        this.escaped = 1;
        // The two dashes may already be the beginning of `-->`.
        at = lt + 2;
        dashes = -2;
      } else {
        at = lt + 1;
      }
    }
  }

  private beginRawEnd(input: string, lt: number, nameEnd: number): number {
    this.closesRaw = true;
    this.name = this.rawName;
    this.isEnd = true;
    this.skip = true;
    this.keepsAttributes = false;
    this.start = this.base + lt;
    this.state = BEFORE_ATTRIBUTE;
    return this.tag(input, nameEnd);
  }

  // ── tags ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private beginTag(input: string, lt: number, nameStart: number, isEnd: boolean): number {
    const n = input.length;
    let i = nameStart;
    while (i < n && !endsName(input.charCodeAt(i))) i++;
    this.keepsAttributes = false;
    const isWhole = i < n && i - nameStart <= LONGEST_NAME;
    const skip = isWhole && this.isSkipped(input, nameStart, i, isEnd);
    if (skip) {
      if (input.charCodeAt(i) === 62) return i + 1;
      const end = this.wholeTag(input, i);
      if (end > 0) return end;
    }
    this.isEnd = isEnd;
    this.start = this.base + lt;
    this.name = '';
    this.skip = skip;
    this.selfClosing = false;
    this.state = TAG_NAME;
    if (!isWhole) return this.tag(input, nameStart);
    if (!skip) {
      this.nameRead(input, nameStart, i);
      // Nearly every tag stands in the input as a whole.
      const end = this.wholeTag(input, i);
      if (end > 0) return this.finish(end);
    }
    this.attributes = 0;
    this.state = BEFORE_ATTRIBUTE;
    return this.tag(input, i);
  }

  /** Whether the tag with the name at `input[from..to)` cannot matter; then it has been told of. */
  private isSkipped(input: string, from: number, to: number, isEnd: boolean): boolean {
    if (!this.sink.plain || !(isEnd ? isBoringEnd(input, from, to) : isBoring(input, from, to))) return false;
    this.sink.skipped(bucketOf(input.charCodeAt(from), input.charCodeAt(to - 1), to - from), isEnd);
    return true;
  }

  /** The name is over: it is `this.name` and what stands at `input[from..to)`. */
  private nameRead(input: string, from: number, to: number): void {
    const end = Math.min(to, from + LONGEST_NAME - this.name.length);
    if (this.name === '') this.name = nameAt(input, from, end);
    else if (end > from) this.name += asciiLower(input.slice(from, end));
    this.keepsAttributes = this.sink.tagName(this.name, this.isEnd, this.start);
    this.attributes = 0;
  }

  /**
   * Reads a tag from the end of its name to the end of the tag, as `tag` does, when all of it stands in the input.
   * Answers the place after `>`, or -1: then nothing may be believed of it.
   */
  private wholeTag(input: string, from: number): number {
    const n = input.length;
    let i = from;
    let slash = false;
    while (i < n) {
      let c = input.charCodeAt(i);
      if (c <= 62) {
        if (c === 62) {
          this.selfClosing = slash;
          return i + 1;
        }
        if (c === 47 || isSpace(c)) {
          slash = c === 47;
          i++;
          continue;
        }
      }
      slash = false;
      const name = i++;
      while (i < n) {
        c = input.charCodeAt(i);
        if (c <= 62 && (c === 61 || endsName(c))) break;
        i++;
      }
      const kept = this.keepsAttributes ? keptAttribute(input, name, i) : '';
      if (c !== 61) {
        while (isSpace(c) && ++i < n) c = input.charCodeAt(i);
        if (c !== 61) {
          if (kept !== '') this.keep(kept, '');
          continue;
        }
      }
      c = input.charCodeAt(++i);
      while (isSpace(c)) c = input.charCodeAt(++i);
      if (c === 34 || c === 39) {
        const end = input.indexOf(c === 34 ? '"' : "'", i + 1);
        if (end < 0) return -1;
        if (kept !== '') this.keep(kept, input.slice(i + 1, Math.min(end, i + 2 + MAX_VALUE)));
        i = end + 1;
        continue;
      }
      const value = i;
      while (i < n && c !== 62 && !isSpace(c)) c = input.charCodeAt(++i);
      if (kept !== '') this.keep(kept, input.slice(value, Math.min(i, value + 1 + MAX_VALUE)));
    }
    return -1;
  }

  private keep(name: string, value: string): void {
    if (this.attribute(name) !== null) return;
    this.names[this.attributes] = name;
    this.values[this.attributes++] = value;
  }

  /** Reads a tag from wherever it stands to its `>` or to the end of the input. */
  private tag(input: string, from: number): number {
    const n = input.length;
    let i = from;
    let state = this.state;
    while (i < n) {
      switch (state) {
        case TAG_NAME: {
          const begin = i;
          while (i < n && !endsName(input.charCodeAt(i))) i++;
          if (i === n) {
            const room = LONGEST_NAME - this.name.length;
            if (room > 0) this.name += asciiLower(input.slice(begin, Math.min(i, begin + room)));
            break;
          }
          this.nameRead(input, begin, i);
          state = BEFORE_ATTRIBUTE;
          this.selfClosing = false;
          break;
        }
        case BEFORE_ATTRIBUTE: {
          const c = input.charCodeAt(i);
          if (c === 62) return this.finish(i + 1);
          if (c === 47) this.selfClosing = true;
          else if (isSpace(c)) this.selfClosing = false;
          else {
            this.selfClosing = false;
            this.attributeName = '';
            this.attributeStarted = false;
            state = ATTRIBUTE_NAME;
            break;
          }
          i++;
          break;
        }
        case ATTRIBUTE_NAME: {
          const begin = i;
          // The first character belongs to the name whatever it is: `=` too.
          if (!this.attributeStarted) i++;
          this.attributeStarted = true;
          let c = 0;
          while (i < n) {
            c = input.charCodeAt(i);
            if (c <= 62 && (c === 61 || endsName(c))) break;
            i++;
          }
          if (this.keepsAttributes && this.attributeName.length <= LONGEST_KEPT) {
            this.attributeName += input.slice(begin, Math.min(i, begin + LONGEST_KEPT + 1));
          }
          if (i === n) break;
          this.keepsValue = this.keepsAttributes && this.isKept();
          this.value = '';
          if (c === 61) {
            i++;
            state = BEFORE_VALUE;
          } else if (isSpace(c)) {
            i++;
            state = AFTER_ATTRIBUTE_NAME;
          } else {
            this.attributeDone();
            state = BEFORE_ATTRIBUTE;
          }
          break;
        }
        case AFTER_ATTRIBUTE_NAME: {
          const c = input.charCodeAt(i);
          if (c === 61) {
            i++;
            state = BEFORE_VALUE;
          } else if (isSpace(c)) {
            i++;
          } else {
            this.attributeDone();
            state = BEFORE_ATTRIBUTE;
            if (c !== 62 && c !== 47) {
              this.selfClosing = false;
              this.attributeName = '';
              this.attributeStarted = false;
              state = ATTRIBUTE_NAME;
            }
          }
          break;
        }
        case BEFORE_VALUE: {
          const c = input.charCodeAt(i);
          if (c === 34) {
            i++;
            state = DOUBLE_QUOTED;
          } else if (c === 39) {
            i++;
            state = SINGLE_QUOTED;
          } else if (c === 62) {
            this.attributeDone();
            return this.finish(i + 1);
          } else if (isSpace(c)) {
            i++;
          } else {
            state = UNQUOTED;
          }
          break;
        }
        case UNQUOTED: {
          const begin = i;
          let c = 0;
          while (i < n) {
            c = input.charCodeAt(i);
            if (c <= 62 && (c === 62 || isSpace(c))) break;
            i++;
          }
          this.keepValue(input, begin, i);
          if (i === n) break;
          this.attributeDone();
          state = BEFORE_ATTRIBUTE;
          break;
        }
        default: {
          const end = input.indexOf(state === DOUBLE_QUOTED ? '"' : "'", i);
          this.keepValue(input, i, end < 0 ? n : end);
          if (end < 0) {
            i = n;
            break;
          }
          this.attributeDone();
          state = BEFORE_ATTRIBUTE;
          i = end + 1;
        }
      }
    }
    this.state = state;
    return n;
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

  private finish(end: number): number {
    this.state = DATA;
    if (this.closesRaw) {
      this.closesRaw = false;
      this.sink.rawEnd();
      return end;
    }
    if (this.skip) return end;
    const mode = this.sink.tag(this, this.base + end);
    if (this.isEnd || mode === MODE.data) return end;
    this.rawName = this.name;
    this.escaped = 0;
    this.state = mode === MODE.script ? SCRIPT : mode === MODE.plaintext ? PLAINTEXT : RAW;
    return end;
  }
}

/** The attributes anything is decided by, by their length. */
const KEPT: readonly (readonly string[])[] = Array.from({ length: LONGEST_KEPT + 1 }, (_, length) =>
  'href rel name content alt type encoding color face size http-equiv xlink:href'
    .split(' ')
    .filter((name) => name.length === length),
);

/** The attribute name at `input[from..to)` in lower case if anything is decided by it, else ''. */
function keptAttribute(input: string, from: number, to: number): string {
  const names = KEPT[to - from];
  if (names === undefined) return '';
  const first = input.charCodeAt(from) | 32;
  for (const name of names) if (name.charCodeAt(0) === first && isName(input, from, name)) return name;
  return '';
}

function endsName(c: number): boolean {
  return c <= 62 && (c === 62 || c === 47 || isSpace(c));
}
