/**
 * The part of tree construction that decides what is a link (WHATWG HTML 13.2.6): whether a tag is in the head or the
 * body, in SVG or MathML, in a template, a select or a frameset. In plain body content it needs no stack. It has a
 * stack only in SVG, MathML, templates and selects, where the same tag can have another meaning.
 */
import {
  CLOSES_P,
  CLOSES_SELECT_IN_TABLE,
  FRAMESET_NOT_OK,
  HEAD_NOSCRIPT,
  HEAD_ONLY,
  MODE,
  type Mode,
  TABLE_PART,
  TEXT_MODES,
  VOID,
} from './element-names.ts';
import { isBreakout, NAMESPACE, type Namespace, OpenElements, type TagAttributes } from './open-elements.ts';
import { OpenTables } from './open-tables.ts';

const PHASE = { head: 0, headNoscript: 1, afterHead: 2, body: 3, frameset: 4 } as const;
type Phase = (typeof PHASE)[keyof typeof PHASE];

/** The state of tree construction. Call `start`, `end` and `text` for each token in order. */
export class TreeState {
  /** How the tokenizer reads the text after the last start tag. */
  mode: Mode = MODE.data;
  /** Plain body content, where few names have an effect: the stack is empty, and no frameset can follow. */
  plain = false;
  /** A frameset replaced the body and every link in it. */
  detached = false;

  private phase: Phase = PHASE.head;
  private framesetOk = true;
  private readonly open = new OpenElements();
  private readonly tables = new OpenTables();

  /** The body, or a frameset, has begun. */
  get headOver(): boolean {
    return this.phase >= PHASE.body;
  }

  /** The next tokens are in a template and not in the document. */
  get inTemplate(): boolean {
    return this.open.templates > 0;
  }

  /** CDATA sections exist, and NUL is replaced. */
  get inForeign(): boolean {
    return this.open.inForeign;
  }

  /** Text can open the body or prevent a frameset. */
  get textDecides(): boolean {
    return this.framesetOk || this.phase < PHASE.body;
  }

  /** Handles text that is not only white space. */
  text(): void {
    if (this.phase === PHASE.frameset) return;
    if (this.open.isEmpty) this.phase = PHASE.body;
    if (this.phase === PHASE.body) this.framesetOk = false;
    this.settle();
  }

  /** Handles NUL: ignored in the body, but it opens the body. */
  nul(): void {
    if (this.open.isEmpty && this.phase < PHASE.body) this.phase = PHASE.body;
    this.settle();
  }

  /** Handles a start tag and sets `mode`. */
  start(name: string, tag: TagAttributes, selfClosing: boolean): Namespace {
    this.mode = MODE.data;
    if (this.plain && name === 'a') {
      this.open.countName(name, false);
      return NAMESPACE.html;
    }
    const placed = this.place(name, tag, selfClosing);
    this.settle();
    return placed;
  }

  /** Handles an end tag, except that of a text element. */
  end(name: string): void {
    if (this.phase === PHASE.frameset) return;
    if (this.open.isEmpty) this.endOutside(name);
    else if (this.open.top?.kind === NAMESPACE.html) this.endHtml(name);
    else this.endForeign(name);
    this.settle();
  }

  /** Counts a skipped tag in plain body content. */
  count(bucket: number, isEnd: boolean): void {
    this.open.count(bucket, isEnd);
  }

  private settle(): void {
    this.plain = this.phase === PHASE.body && !this.framesetOk && this.open.isEmpty;
  }

  // ── start tags ────────────────────────────────────────────────────────────────────────────────────────────────────

  private place(name: string, tag: TagAttributes, selfClosing: boolean): Namespace {
    if (this.phase === PHASE.frameset) {
      if (name === 'noframes') this.mode = MODE.raw;
      return NAMESPACE.ignored;
    }
    const { top } = this.open;
    if (top === undefined || !this.open.staysForeign(name)) return this.placeHtml(name, tag, selfClosing);
    if (isBreakout(name, tag)) {
      this.open.leaveForeign();
      return this.placeHtml(name, tag, selfClosing);
    }
    if (!selfClosing) this.open.pushForeign(name, top.kind, tag);
    return top.kind;
  }

  private placeHtml(name: string, tag: TagAttributes, selfClosing: boolean): Namespace {
    if (this.open.isEmpty) {
      const phase = this.phase === PHASE.body ? PHASE.body : this.enterBody(name);
      if (phase === PHASE.frameset) return NAMESPACE.ignored;
      if (phase !== PHASE.body) return this.placeInHead(name);
    } else if (this.open.isTop('select')) {
      return this.placeInSelect(name, tag, selfClosing);
    } else if (this.open.isTop('template')) {
      const { top } = this.open;
      if (top !== undefined && top.columns === null && !HEAD_ONLY.has(name) && name !== 'html')
        top.columns = name === 'col';
      if (top?.columns === true && name !== 'template') return NAMESPACE.ignored;
    }
    return this.placeInBody(name, tag, selfClosing);
  }

  /** The phase of a start tag before the body; the tag may begin the body or a frameset. */
  private enterBody(name: string): Phase {
    if (this.phase === PHASE.headNoscript) {
      if (HEAD_NOSCRIPT.has(name) || name === 'noscript' || name === 'head' || name === 'html') return this.phase;
      this.phase = PHASE.head;
    }
    if (HEAD_ONLY.has(name) || name === 'html' || name === 'head') return this.phase;
    if (this.phase === PHASE.head && name === 'noscript') return this.phase;
    this.phase = name === 'frameset' ? PHASE.frameset : PHASE.body;
    return this.phase;
  }

  private placeInHead(name: string): Namespace {
    if (name === 'html' || name === 'head') return NAMESPACE.ignored;
    if (name === 'noscript') {
      if (this.phase === PHASE.headNoscript) return NAMESPACE.ignored;
      this.phase = PHASE.headNoscript;
      return NAMESPACE.html;
    }
    if (name === 'template') this.openTemplate();
    this.mode = TEXT_MODES.get(name) ?? MODE.data;
    return NAMESPACE.html;
  }

  private placeInSelect(name: string, tag: TagAttributes, selfClosing: boolean): Namespace {
    if (CLOSES_SELECT_IN_TABLE.has(name) && (!this.tables.isEmpty || this.open.has('table'))) {
      this.open.pop();
      return this.place(name, tag, selfClosing);
    }
    switch (name) {
      case 'script':
        this.mode = MODE.script;
        return NAMESPACE.html;
      case 'template':
        this.openTemplate();
        return NAMESPACE.html;
      case 'select':
        this.open.pop();
        return NAMESPACE.ignored;
      case 'input':
      case 'keygen':
      case 'textarea':
        this.open.pop();
        return this.place(name, tag, selfClosing);
      default:
        return NAMESPACE.ignored;
    }
  }

  private placeInBody(name: string, tag: TagAttributes, selfClosing: boolean): Namespace {
    if (name === 'frameset') return this.placeFrameset();
    if (this.framesetOk && (FRAMESET_NOT_OK.has(name) || (name === 'input' && !isHidden(tag)))) this.framesetOk = false;
    if (name === 'html' || name === 'head' || name === 'body' || name === 'frame') return NAMESPACE.ignored;
    if ((name === 'table' || TABLE_PART.has(name)) && !this.placeTable(name)) return NAMESPACE.ignored;
    const inForeign = this.open.foreign > 0;
    if (inForeign && CLOSES_P.has(name)) this.open.closeImplied(name);
    const mode = TEXT_MODES.get(name);
    if (mode !== undefined) {
      this.mode = mode;
      return NAMESPACE.html;
    }
    switch (name) {
      case 'template':
        this.openTemplate();
        return NAMESPACE.html;
      case 'select':
        this.open.pushHtml(name);
        return NAMESPACE.html;
      case 'svg':
      case 'math': {
        const kind = name === 'svg' ? NAMESPACE.svg : NAMESPACE.math;
        if (!selfClosing) this.open.pushForeign(name, kind, tag);
        return kind;
      }
    }
    if (inForeign) {
      if (name === 'a') this.open.removeFormatting(name);
      if (!VOID.has(name)) this.open.pushHtml(name);
    } else if (!this.inTemplate) {
      this.open.countName(name, false);
    }
    return NAMESPACE.html;
  }

  private openTemplate(): void {
    this.framesetOk = false;
    this.open.pushHtml('template');
  }

  private placeFrameset(): Namespace {
    if (!this.framesetOk) return NAMESPACE.ignored;
    this.phase = PHASE.frameset;
    this.detached = true;
    this.open.clearAll();
    return NAMESPACE.ignored;
  }

  /** Tracks tables and their parts. Returns false when the tag is ignored because no table is open. */
  private placeTable(name: string): boolean {
    const inForeign = this.open.foreign > 0;
    if (inForeign && this.open.has('table')) return true;
    if (this.inTemplate) return name === 'table' || !inForeign;
    if (name === 'table') {
      if (!inForeign) this.tables.start();
      return true;
    }
    if (this.tables.isEmpty) return false;
    // A new part closes the cell around the stack.
    this.open.clear();
    this.tables.startPart(name);
    return true;
  }

  // ── end tags ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private endOutside(name: string): void {
    if (this.phase === PHASE.body) {
      this.open.countName(name, true);
      if (name === 'br') this.framesetOk = false;
      else this.tables.end(name);
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
    if (name === 'p' || name === 'br') this.open.leaveForeign();
    else if (this.open.endForeign(name)) return;
    this.endHtml(name);
  }

  private endHtml(name: string): void {
    if (this.open.isEmpty) {
      this.endOutside(name);
    } else if (name === 'template') {
      this.open.endTemplate();
    } else if (this.open.isTop('select')) {
      this.endInSelect(name);
    } else if (name === 'br') {
      this.framesetOk = false;
    } else if (this.open.endHtml(name)) {
      if (name !== 'table' && !TABLE_PART.has(name)) this.open.endBelow(name);
      else if (this.tables.end(name)) this.open.clear();
    }
  }

  private endInSelect(name: string): void {
    if (name === 'select') {
      this.open.pop();
    } else if (this.tables.isOpen(name)) {
      this.open.pop();
      this.end(name);
    }
  }
}

function isHidden(tag: TagAttributes): boolean {
  return tag.attribute('type')?.toLowerCase() === 'hidden';
}
