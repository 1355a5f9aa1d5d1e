/**
 * A streaming tokenizer for HTML (WHATWG HTML 13.2.5) that finds tags and skips everything else. It jumps from `<` to `<`
 * and from quote to quote with `indexOf`, keeps only the current tag, and reads every character a bounded number of
 * times, so hostile pages take linear time. Any chunking of a page gives the same tokens.
 */
import { isName, MODE } from './element-names.ts';
import { endsName } from './html-text.ts';
import { TagReader } from './tag-reader.ts';
import type { TokenSink } from './token-sink.ts';

const DATA = 0;
const TAG = 1;
const COMMENT = 2;
const BOGUS_COMMENT = 3;
const CDATA = 4;
const RAW = 5;
const SCRIPT = 6;
const PLAINTEXT = 7;

/** Characters needed to recognize the construct at a `<`: `<![CDATA[` is the longest. */
const LOOKAHEAD = 9;

/** Call `write` any number of times, then `end` once. */
export class Tokenizer {
  private readonly sink: TokenSink;
  private state = DATA;
  /** A few characters that can be interpreted only with the next chunk. */
  private carry = '';
  /** Absolute offset of the first character of the current input. */
  private base = 0;
  /** The open text element. */
  private rawName = '';
  /** The current end tag closes a text element. */
  private closesRaw = false;
  /** Script data: 0 plain, 1 escaped (`<!--`), 2 double escaped (`<!--<script`). */
  private escaped = 0;
  private readonly tag: TagReader;

  constructor(sink: TokenSink) {
    this.sink = sink;
    this.tag = new TagReader(sink);
  }

  /** Reads the next chunk. */
  write(text: string): void {
    if (text !== '') this.run(this.carry === '' ? text : this.carry + text, false);
  }

  /** Ends the page; an unfinished tag is dropped. */
  end(): void {
    this.run(this.carry, true);
    if (this.state === RAW || this.state === SCRIPT || this.state === PLAINTEXT || this.closesRaw) this.sink.rawEnd();
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
          next = this.tagRead(this.tag.read(input, i), n);
      }
      if (next < 0) {
        // The characters from ~next need the next chunk.
        consumed = ~next;
        this.carry = input.slice(consumed);
        break;
      }
      i = next;
    }
    if (this.state === TAG && this.tag.inName) this.sink.tagStart(this.tag.start);
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
        next = this.tagRead(this.tag.begin(input, this.base + lt, lt + 1, false), n);
      } else if (c === 47 || c === 33 || c === 63 || lt + 1 >= n) {
        // `/`, `!`, `?`, and characters that differ from them only in bit 5, which `markup` sorts out.
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

  /** Reads `</`, `<!` or `<?` at `lt`; returns 0 if it is only text. */
  private markup(input: string, from: number, lt: number, atEnd: boolean): number {
    const n = input.length;
    const second = input.charCodeAt(lt + 1);
    if (second === 47) {
      const third = input.charCodeAt(lt + 2) | 32;
      if (lt + 2 < n) {
        if (lt > from) this.sink.text(input, from, lt);
        if (third >= 97 && third <= 122) return this.tagRead(this.tag.begin(input, this.base + lt, lt + 2, true), n);
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
    /** The next `-->`: -2 before the first search, -1 if the rest of the input has no `-->`. */
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
      if (this.escaped < 2 && isScriptEnd(input, lt)) return this.beginRawEnd(input, lt, lt + 8);
      at = this.scriptTag(input, lt);
    }
  }

  /** Reads `<` in a script that does not end it: it may change the escape. Returns the index to continue at. */
  private scriptTag(input: string, lt: number): number {
    if (this.escaped === 2 && isScriptEnd(input, lt)) {
      this.escaped = 1;
      return lt + 8;
    }
    if (this.escaped === 1 && endsName(input.charCodeAt(lt + 7)) && isName(input, lt + 1, 'script')) {
      this.escaped = 2;
      return lt + 7;
    }
    if (this.escaped === 0 && input.startsWith('<!--', lt)) {
      this.escaped = 1;
      // The two dashes may also begin `-->`.
      return lt + 2;
    }
    return lt + 1;
  }

  private beginRawEnd(input: string, lt: number, nameEnd: number): number {
    this.closesRaw = true;
    return this.tagRead(this.tag.beginRawEnd(input, this.base + lt, nameEnd), input.length);
  }

  /** Handles a tag that ends at `end`, or continues beyond the input at `n` if `end` is -1. Returns the next index. */
  private tagRead(end: number, n: number): number {
    if (end < 0) {
      this.state = TAG;
      return n;
    }
    this.state = DATA;
    if (this.closesRaw) {
      this.closesRaw = false;
      this.sink.rawEnd();
    } else if (!this.tag.skip) {
      const mode = this.sink.tag(this.tag, this.base + end);
      if (!this.tag.isEnd && mode !== MODE.data) {
        this.rawName = this.tag.name;
        this.escaped = 0;
        this.state = mode === MODE.script ? SCRIPT : mode === MODE.plaintext ? PLAINTEXT : RAW;
      }
    }
    return end;
  }
}

/** Whether `</script` and the end of the name are at `lt`. */
function isScriptEnd(input: string, lt: number): boolean {
  return input.charCodeAt(lt + 1) === 47 && endsName(input.charCodeAt(lt + 8)) && isName(input, lt + 2, 'script');
}
