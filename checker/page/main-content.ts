/** Separates the content of a page from the parts around it, in the source of a short page. Pure. */

/** Elements whose content is no markup of the page. */
const RAW = new Set(['script', 'style', 'template', 'textarea', 'title']);
/** Elements that stand around the content of a page. A header or footer in the content belongs to it. */
const AROUND = new Set(['nav', 'aside', 'dialog', 'header', 'footer']);
const ENDS = new Set(['header', 'footer']);
/** Elements without an end tag, and the body, which is no part of the page. */
const WITHOUT_CONTENT = /^(?:area|base|body|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const AROUND_ROLE =
  /\brole\s*=\s*["']?(?:navigation|complementary|dialog|alertdialog|banner|contentinfo|search)\b|\b(?:id|class)\s*=\s*["']?[^"'>]{0,100}(?:cookie|consent|gdpr)/i;
const MAIN_ROLE = /\brole\s*=\s*["']?main\b/i;

export interface MainContent {
  /**
   * The head and the content: of a page with `<main>`, `<article>` or `role=main` only these, without menus and the like
   * in them; of any other page everything but headers, menus, footers, dialogs, asides and cookie notices.
   */
  readonly source: string;
  /** Whether the page names its content. */
  readonly isNamed: boolean;
}

/** The main content of a page. Takes time in proportion to the length of the source. */
export function mainContentOf(source: string): MainContent {
  const start = Math.max(0, source.search(/<body\b/i));
  const parts = new ContentParts(source, start);
  const tags = /<!--|<(\/?)([a-z][a-z0-9-]*)\b([^>]{0,500})>/gi;
  tags.lastIndex = start;
  for (let tag = tags.exec(source); tag !== null; tag = tags.exec(source)) {
    const [whole, slash, rawName = '', attributes = ''] = tag;
    const name = rawName.toLowerCase();
    const isComment = whole === '<!--';
    if (isComment || (RAW.has(name) && slash === '')) {
      const end = source.indexOf(isComment ? '-->' : `</${rawName}`, tags.lastIndex);
      if (end < 0) break;
      tags.lastIndex = end;
    } else if (slash === '/') parts.endTag(name, tags.lastIndex);
    else parts.startTag(name, attributes, tag.index);
  }
  const { named, others } = parts.end();
  const isNamed = named !== '';
  return { source: source.slice(0, start) + (isNamed ? named : others), isNamed };
}

/** An open element that decides whether its content counts, and how many of its name are open. */
interface OpenPart {
  readonly name: string;
  depth: number;
}

class ContentParts {
  readonly #source: string;
  #from: number;
  #around: OpenPart | null = null;
  #main: OpenPart | null = null;
  #named = '';
  #others = '';

  constructor(source: string, start: number) {
    this.#source = source;
    this.#from = start;
  }

  startTag(name: string, attributes: string, at: number): void {
    const open = this.#around ?? this.#main;
    if (open?.name === name) open.depth++;
    else if (this.#around === null && this.#isAround(name, attributes)) {
      this.#keepUntil(at);
      this.#around = { name, depth: 1 };
    } else if (open === null && (name === 'main' || name === 'article' || MAIN_ROLE.test(attributes))) {
      this.#keepUntil(at);
      this.#main = { name, depth: 1 };
    }
  }

  endTag(name: string, end: number): void {
    // A part around the content that is never closed is content: it may have the form.
    if (/^(?:main|article)$/.test(name) && this.#main?.name === name) this.#around = null;
    const open = this.#around ?? this.#main;
    if (open?.name !== name || --open.depth > 0) return;
    this.#keepUntil(end);
    if (this.#around === null) this.#main = null;
    else this.#around = null;
  }

  end(): { readonly named: string; readonly others: string } {
    this.#around = null;
    this.#keepUntil(this.#source.length);
    return { named: this.#named, others: this.#others };
  }

  #isAround(name: string, attributes: string): boolean {
    if (this.#main !== null && ENDS.has(name)) return false;
    return AROUND.has(name) || (!WITHOUT_CONTENT.test(name) && AROUND_ROLE.test(attributes));
  }

  #keepUntil(to: number): void {
    const text = this.#source.slice(this.#from, to);
    this.#from = to;
    if (this.#around !== null) return;
    if (this.#main === null) this.#others += text;
    else this.#named += text;
  }
}
