/**
 * Where in the document a tag stands, as far as it decides what is a link: in the head or the body, in SVG or MathML,
 * in a template, a select or a frameset (WHATWG HTML 13.2.6). In plain body content it keeps no stack at all. The
 * stack is kept only inside SVG, MathML, templates and selects, where the same tag may mean something else.
 */
import {
  BREAKOUT,
  BUCKETS,
  bucketOf,
  CLOSED_IN_SCOPE,
  CLOSES_P,
  CLOSES_SELECT_IN_TABLE,
  FRAMESET_NOT_OK,
  HEAD_NOSCRIPT,
  HEAD_ONLY,
  MODE,
  type Mode,
  OUTER,
  SPECIAL,
  TABLE_PART,
  TEXT_MODES,
  VOID,
} from './scan-names.ts';

/** What became of a start tag: no element, or an element of a namespace. */
export const PLACED = { ignored: 0, html: 1, svg: 2, math: 3 } as const;
export type Placed = (typeof PLACED)[keyof typeof PLACED];

/** The attributes of the tag at hand that decide where it goes; null when it does not have one. */
export interface TagAttributes {
  attribute(name: string): string | null;
}

const POINT = { none: 0, html: 1, text: 2 } as const;
type Point = (typeof POINT)[keyof typeof POINT];

interface Open {
  readonly name: string;
  readonly kind: Exclude<Placed, 0>;
  /** An integration point: HTML may stand in it. */
  readonly point: Point;
  /** A template that has begun with a column takes nothing but columns; null until its first element. */
  columns: boolean | null;
}

const PHASE = { head: 0, headNoscript: 1, afterHead: 2, body: 3, frameset: 4 } as const;
type Phase = (typeof PHASE)[keyof typeof PHASE];

/** The innermost open part of a table; any of tbody, tfoot and thead is a body. */
type TablePart = '' | 'body' | 'row' | 'td' | 'th' | 'caption';

/** Browsers flatten deeper nesting as well (Chromium at 512 elements); it keeps hostile pages linear. */
const MAX_DEPTH = 256;

const SVG_POINTS = new Set(['foreignobject', 'desc', 'title']);
const MATH_POINTS = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);
const HEADING = /^h[1-6]$/;

/** The state of tree construction; `start`, `end` and `text` are told of each token in order. */
export class TreeState {
  /** How the tokenizer goes on after the last start tag. */
  mode: Mode = MODE.data;
  /** Body content in which only a few names matter: no stack, no frameset to come. */
  plain = false;
  /** Open templates: what stands in them is not in the document. */
  templates = 0;
  /** A frameset has replaced the body and every link in it. */
  detached = false;

  private phase: Phase = PHASE.head;
  private framesetOk = true;
  private readonly open: Open[] = [];
  /** Open elements of SVG and MathML above the innermost template. */
  private foreign = 0;
  /** One entry a table: the innermost part of it that is open, or ''. */
  private readonly tables: TablePart[] = [];
  /** How many HTML elements of each bucket of names are open below the stack, as far as their tags tell. */
  private readonly counts = new Uint32Array(BUCKETS);

  /** The body, or a frameset, has begun. */
  get headOver(): boolean {
    return this.phase >= PHASE.body;
  }

  /** The current node is an SVG or MathML element that takes no HTML: CDATA sections exist, NUL is replaced. */
  get inForeign(): boolean {
    const top = this.open.at(-1);
    return top !== undefined && top.kind !== PLACED.html && top.point === POINT.none;
  }

  /** Text still matters here: it may open the body or rule out a frameset. */
  get textDecides(): boolean {
    return this.framesetOk || this.phase < PHASE.body;
  }

  /** Text that is not white space was met. */
  text(): void {
    if (this.phase === PHASE.frameset) return;
    if (this.open.length === 0) this.phase = PHASE.body;
    if (this.phase === PHASE.body) this.framesetOk = false;
    this.settle();
  }

  /** NUL was met: nothing in the body, but anything opens the body. */
  nul(): void {
    if (this.open.length === 0 && this.phase < PHASE.body) this.phase = PHASE.body;
    this.settle();
  }

  /** A start tag. Sets `mode`. */
  start(name: string, tag: TagAttributes, selfClosing: boolean): Placed {
    this.mode = MODE.data;
    if (this.plain && name === 'a') {
      this.countName(name, false);
      return PLACED.html;
    }
    const placed = this.place(name, tag, selfClosing);
    this.settle();
    return placed;
  }

  /** An end tag (not the one that ends a text element). */
  end(name: string): void {
    if (this.phase === PHASE.frameset) return;
    const top = this.open.at(-1);
    if (top === undefined) this.endOutside(name);
    else if (top.kind !== PLACED.html) this.endForeign(name);
    else this.endHtml(name);
    this.settle();
  }

  /** An HTML tag outside any stack was met; its name matters only for `endHtml`. */
  count(bucket: number, isEnd: boolean): void {
    const open = this.counts[bucket] ?? 0;
    if (!isEnd) this.counts[bucket] = open + 1;
    else if (open > 0) this.counts[bucket] = open - 1;
  }

  private countName(name: string, isEnd: boolean): void {
    const bucket = bucketOfName(name);
    // A link ends the one before it.
    if (name === 'a') this.counts[bucket] = isEnd ? 0 : 1;
    else this.count(bucket, isEnd);
  }

  private isCounted(name: string): boolean {
    return (this.counts[bucketOfName(name)] ?? 0) > 0;
  }

  private settle(): void {
    this.plain = this.phase === PHASE.body && !this.framesetOk && this.open.length === 0;
  }

  // ── start tags ────────────────────────────────────────────────────────────────────────────────────────────────────

  private place(name: string, tag: TagAttributes, selfClosing: boolean): Placed {
    if (this.phase === PHASE.frameset) {
      if (name === 'noframes') this.mode = MODE.raw;
      return PLACED.ignored;
    }
    const top = this.open.at(-1);
    if (top === undefined || top.kind === PLACED.html || !staysForeign(top, name)) {
      return this.placeHtml(name, tag, selfClosing);
    }
    if (isBreakout(name, tag)) {
      this.leaveForeign();
      return this.placeHtml(name, tag, selfClosing);
    }
    if (!selfClosing) this.push(name, top.kind, pointOf(name, top.kind, tag));
    return top.kind;
  }

  private placeHtml(name: string, tag: TagAttributes, selfClosing: boolean): Placed {
    const top = this.open.at(-1);
    if (top === undefined) {
      if (this.phase !== PHASE.body && !this.enterBody(name)) return this.placeInHead(name);
      if ((this.phase as Phase) === PHASE.frameset) return PLACED.ignored;
    } else if (top.name === 'select' && top.kind === PLACED.html) {
      return this.placeInSelect(name, tag, selfClosing);
    } else if (top.name === 'template' && top.kind === PLACED.html) {
      if (top.columns === null && !HEAD_ONLY.has(name) && name !== 'html') top.columns = name === 'col';
      if (top.columns === true && name !== 'template') return PLACED.ignored;
    }
    return this.placeInBody(name, tag, selfClosing);
  }

  /** False when the tag belongs into the head; otherwise the body (or a frameset) has begun. */
  private enterBody(name: string): boolean {
    if (this.phase === PHASE.headNoscript) {
      if (HEAD_NOSCRIPT.has(name) || name === 'noscript' || name === 'head' || name === 'html') return false;
      this.phase = PHASE.head;
    }
    if (HEAD_ONLY.has(name) || name === 'html' || name === 'head') return false;
    if (this.phase === PHASE.head && name === 'noscript') return false;
    if (name === 'frameset') this.phase = PHASE.frameset;
    else this.phase = PHASE.body;
    return true;
  }

  private placeInHead(name: string): Placed {
    if (name === 'html' || name === 'head') return PLACED.ignored;
    if (name === 'noscript') {
      if (this.phase === PHASE.headNoscript) return PLACED.ignored;
      this.phase = PHASE.headNoscript;
      return PLACED.html;
    }
    if (name === 'template') this.pushTemplate();
    this.mode = TEXT_MODES.get(name) ?? MODE.data;
    return PLACED.html;
  }

  private placeInSelect(name: string, tag: TagAttributes, selfClosing: boolean): Placed {
    const inTable = this.tables.length > 0 || this.open.some((each) => each.name === 'table');
    if (inTable && CLOSES_SELECT_IN_TABLE.has(name)) {
      this.pop();
      return this.placeAgain(name, tag, selfClosing);
    }
    switch (name) {
      case 'script':
        this.mode = MODE.script;
        return PLACED.html;
      case 'template':
        this.pushTemplate();
        return PLACED.html;
      case 'select':
        this.pop();
        return PLACED.ignored;
      case 'input':
      case 'keygen':
      case 'textarea':
        this.pop();
        return this.placeAgain(name, tag, selfClosing);
      default:
        return PLACED.ignored;
    }
  }

  private placeAgain(name: string, tag: TagAttributes, selfClosing: boolean): Placed {
    return this.place(name, tag, selfClosing);
  }

  private placeInBody(name: string, tag: TagAttributes, selfClosing: boolean): Placed {
    if (name === 'frameset') return this.placeFrameset();
    if (this.framesetOk && (FRAMESET_NOT_OK.has(name) || (name === 'input' && !isHidden(tag)))) {
      this.framesetOk = false;
    }
    if (name === 'html' || name === 'head' || name === 'body' || name === 'frame') return PLACED.ignored;
    if (name === 'table' || TABLE_PART.has(name)) {
      if (!this.placeTable(name)) return PLACED.ignored;
    }
    if (this.foreign > 0 && CLOSES_P.has(name)) this.closeImplied(name);
    const mode = TEXT_MODES.get(name);
    if (mode !== undefined) {
      this.mode = mode;
      return PLACED.html;
    }
    switch (name) {
      case 'template':
        this.pushTemplate();
        return PLACED.html;
      case 'select':
        this.push(name, PLACED.html, POINT.none);
        return PLACED.html;
      case 'svg':
      case 'math': {
        const kind = name === 'svg' ? PLACED.svg : PLACED.math;
        if (!selfClosing) this.push(name, kind, POINT.none);
        return kind;
      }
      case 'a':
        if (this.foreign > 0) this.removeFormatting('a');
        break;
    }
    if (this.foreign > 0) {
      if (!VOID.has(name)) this.push(name, PLACED.html, POINT.none);
    } else if (this.templates === 0) {
      this.countName(name, false);
    }
    return PLACED.html;
  }

  private placeFrameset(): Placed {
    if (!this.framesetOk) return PLACED.ignored;
    this.phase = PHASE.frameset;
    this.detached = true;
    this.open.length = 0;
    this.foreign = 0;
    this.templates = 0;
    return PLACED.ignored;
  }

  /** Keeps count of tables and their cells; false when the tag is ignored because no table is open. */
  private placeTable(name: string): boolean {
    if (this.foreign > 0 && this.open.some((each) => each.name === 'table' && each.kind === PLACED.html)) return true;
    if (this.templates > 0) return name === 'table' || this.foreign === 0;
    if (name === 'table') {
      if (this.foreign > 0) return true;
      if (this.tables.at(-1) === '') this.tables.pop();
      if (this.tables.length < MAX_DEPTH) this.tables.push('');
      return true;
    }
    if (this.tables.length === 0) return false;
    this.clear();
    this.tables[this.tables.length - 1] = partOf(name);
    return true;
  }

  // ── end tags ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private endOutside(name: string): void {
    if (this.phase === PHASE.body) {
      this.countName(name, true);
      if (name === 'br') this.framesetOk = false;
      else if (this.tables.length > 0) this.endTable(name);
      return;
    }
    if (this.phase === PHASE.headNoscript) {
      if (name === 'noscript') this.phase = PHASE.head;
      if (name !== 'br') return;
    } else if (name === 'head') {
      this.phase = PHASE.afterHead;
      return;
    }
    if (name !== 'body' && name !== 'html' && name !== 'br') return;
    this.phase = PHASE.body;
    if (name === 'br') this.framesetOk = false;
  }

  private endForeign(name: string): void {
    if (name === 'p' || name === 'br') {
      this.leaveForeign();
      this.endHtml(name);
      return;
    }
    for (let i = this.open.length - 1; i >= 0; i--) {
      const each = this.open[i];
      if (each === undefined || each.kind === PLACED.html) break;
      if (each.name === name) {
        this.popTo(i);
        return;
      }
    }
    this.endHtml(name);
  }

  private endHtml(name: string): void {
    if (this.open.length === 0) {
      this.endOutside(name);
      return;
    }
    if (name === 'template') {
      const at = this.open.findLastIndex((each) => each.name === 'template' && each.kind === PLACED.html);
      if (at >= 0) this.popTo(at);
      return;
    }
    const top = this.open.at(-1);
    if (top?.name === 'select' && top.kind === PLACED.html) {
      this.endInSelect(name);
      return;
    }
    if (name === 'br') {
      this.framesetOk = false;
      return;
    }
    const isTable = name === 'table' || TABLE_PART.has(name);
    for (let i = this.open.length - 1; i >= 0; i--) {
      const each = this.open[i];
      if (each === undefined) return;
      if (each.kind === PLACED.html) {
        if (each.name === name) {
          if (FORMATTING.has(name)) this.endFormatting(i);
          else this.popTo(i);
          return;
        }
        if (each.name === 'template') return;
        if (isTable) continue;
        if (each.name === 'table' || each.name === 'td' || each.name === 'th' || each.name === 'caption') return;
        if (HEADING.test(name) && HEADING.test(each.name)) {
          this.popTo(i);
          return;
        }
        if (!CLOSED_IN_SCOPE.has(name) && SPECIAL.has(each.name)) return;
      } else if (each.point !== POINT.none && !isTable) {
        return;
      }
    }
    if (isTable) {
      if (this.tables.length > 0 && this.endTable(name)) this.clear();
    } else if (OUTER.has(name) && this.isCounted(name)) {
      this.clear();
      this.countName(name, true);
    }
  }

  private endInSelect(name: string): void {
    if (name === 'select') {
      this.pop();
    } else if (CLOSES_SELECT_IN_TABLE.has(name) && this.tables.length > 0 && this.isOpenInTable(name)) {
      this.pop();
      this.end(name);
    }
  }

  private isOpenInTable(name: string): boolean {
    const part = this.tables.at(-1);
    if (name === 'table') return true;
    if (name === 'td' || name === 'th' || name === 'caption') return part === name;
    const inRow = part === 'row' || part === 'td' || part === 'th';
    return name === 'tr' ? inRow : inRow || part === 'body';
  }

  /** Whether the end tag closed the innermost table or its open cell. */
  private endTable(name: string): boolean {
    if (name === 'table') {
      this.tables.pop();
      return true;
    }
    if (!CLOSES_SELECT_IN_TABLE.has(name) || !this.isOpenInTable(name)) return false;
    this.tables[this.tables.length - 1] = name === 'tr' ? 'body' : name === 'td' || name === 'th' ? 'row' : '';
    return true;
  }

  // ── the stack ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private push(name: string, kind: Exclude<Placed, 0>, point: Point): void {
    if (this.open.length >= MAX_DEPTH) return;
    this.open.push({ name, kind, point, columns: null });
    if (kind !== PLACED.html) this.foreign++;
  }

  private pushTemplate(): void {
    this.framesetOk = false;
    if (this.open.length >= MAX_DEPTH) return;
    this.open.push({ name: 'template', kind: PLACED.html, point: POINT.none, columns: null });
    this.templates++;
    this.foreign = 0;
  }

  private pop(): void {
    this.popTo(this.open.length - 1);
  }

  /** Closes the open element at `index` and all above it. */
  private popTo(index: number): void {
    this.open.length = Math.max(0, index);
    this.recount();
  }

  private recount(): void {
    this.foreign = 0;
    this.templates = 0;
    for (const each of this.open) {
      if (each.kind !== PLACED.html) this.foreign++;
      else if (each.name === 'template') {
        this.templates++;
        this.foreign = 0;
      }
    }
  }

  /** Something outside the stack was closed: all of it is, down to the innermost template. */
  private clear(): void {
    if (this.open.length === 0) return;
    this.popTo(this.open.findLastIndex((each) => each.name === 'template' && each.kind === PLACED.html) + 1);
  }

  private leaveForeign(): void {
    let i = this.open.length;
    for (; i > 0; i--) {
      const each = this.open[i - 1];
      if (each === undefined || each.kind === PLACED.html || each.point !== POINT.none) break;
    }
    this.popTo(i);
  }

  /** Closes what a start tag closes without saying so, within the integration point. */
  private closeImplied(name: string): void {
    const item = name === 'li' ? ['li'] : name === 'dd' || name === 'dt' ? ['dd', 'dt'] : null;
    if (item !== null) {
      for (let i = this.open.length - 1; i >= 0; i--) {
        const each = this.open[i];
        if (each === undefined || each.kind !== PLACED.html) break;
        if (item.includes(each.name)) {
          this.popTo(i);
          break;
        }
        if (SPECIAL.has(each.name) && each.name !== 'address' && each.name !== 'div' && each.name !== 'p') break;
      }
    }
    for (let i = this.open.length - 1; i >= 0; i--) {
      const each = this.open[i];
      if (each === undefined || each.kind !== PLACED.html || SCOPE.has(each.name)) break;
      if (each.name === 'p') {
        this.popTo(i);
        break;
      }
    }
    const top = this.open.at(-1);
    if (top !== undefined && top.kind === PLACED.html && HEADING.test(name) && HEADING.test(top.name)) this.pop();
  }

  private removeFormatting(name: string): void {
    for (let i = this.open.length - 1; i >= 0; i--) {
      const each = this.open[i];
      if (each === undefined || each.kind !== PLACED.html || SCOPE.has(each.name)) return;
      if (each.name === name) {
        this.endFormatting(i);
        return;
      }
    }
  }

  /** The adoption agency, as far as the stack shows it: special elements above stay open without the element. */
  private endFormatting(index: number): void {
    const block = this.open.findIndex((each, i) => i > index && (SPECIAL.has(each.name) || each.point !== POINT.none));
    if (block < 0) this.popTo(index);
    else this.open.splice(index, 1);
  }
}

const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
const SCOPE = new Set(['applet', 'button', 'caption', 'marquee', 'object', 'table', 'td', 'th', 'template', 'select']);

function bucketOfName(name: string): number {
  return bucketOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length);
}

function partOf(name: string): TablePart {
  if (name === 'td' || name === 'th' || name === 'caption') return name;
  if (name === 'tr') return 'row';
  return name === 'col' || name === 'colgroup' ? '' : 'body';
}

function staysForeign(top: Open, name: string): boolean {
  if (top.point === POINT.html) return false;
  if (top.point === POINT.text) return name === 'mglyph' || name === 'malignmark';
  return !(name === 'svg' && top.name === 'annotation-xml' && top.kind === PLACED.math);
}

function pointOf(name: string, kind: Placed, tag: TagAttributes): Point {
  if (kind === PLACED.svg) return SVG_POINTS.has(name) ? POINT.html : POINT.none;
  if (MATH_POINTS.has(name)) return POINT.text;
  if (name !== 'annotation-xml') return POINT.none;
  const encoding = tag.attribute('encoding')?.toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml' ? POINT.html : POINT.none;
}

function isBreakout(name: string, tag: TagAttributes): boolean {
  if (name !== 'font') return BREAKOUT.has(name);
  return tag.attribute('color') !== null || tag.attribute('face') !== null || tag.attribute('size') !== null;
}

function isHidden(tag: TagAttributes): boolean {
  return tag.attribute('type')?.toLowerCase() === 'hidden';
}
