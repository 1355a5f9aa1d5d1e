import type { ContentParts } from './content-parts.ts';
import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';

/** Measures how much there is to read in the content of a page. */
export function pageProse(dom: DomMembers, elements: PageElements, { partsAround }: ContentParts) {
  const { contains, closest, localNameOf, checkVisibility, textOf, createTreeWalker, nextNode } = dom;
  const { elementAbove, hrefOf, styleOf } = elements;

  const RAW = /^(?:script|style|noscript|template|textarea|title)$/;
  /** A shorter line may be a label or a menu. */
  const PROSE_LINE = 80;
  /** A Chinese, Japanese or Korean character says as much as two or three letters. */
  const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

  /** The fewest characters of prose, all of them wide. */
  const SHORTEST_PROSE = PROSE_LINE / 2.5;

  const lettersIn = (line: string): number => line.length + 1.5 * (line.match(WIDE)?.length ?? 0);

  /** The letters of a line, if it is long enough for prose; else 0. */
  const proseIn = (line: string): number => {
    const length = lettersIn(line);
    return length > PROSE_LINE ? length : 0;
  };

  /** A page with this much prose has content, whatever is around it. */
  const MUCH_PROSE = 1_000;

  /** Elements whose text is content even in short lines: lists, tables, dialogues, poems. */
  const ITEMS = 'li,dt,dd,td,th,p,pre,blockquote,figcaption';
  /** Controls and sidebars: their short lines are not content. */
  const CONTROLS =
    'aside,label,li[onclick],td[onclick],span[onclick],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[role="listbox"],[role="button"]';

  /** The innermost element around a text that begins a line of its own. */
  const blockOf = (parent: Element): Element => {
    let at = parent;
    for (let above = elementAbove(at); above !== null; above = elementAbove(at)) {
      if (!/^(?:inline|contents|ruby)/.test(styleOf(at, 'display'))) break;
      at = above;
    }
    return at;
  };

  /** Whether short lines of this element are content. */
  const isItem = (block: Element): boolean =>
    closest.call(block, ITEMS) !== null && styleOf(block, 'cursor') !== 'pointer';

  /** Whether an element is in a control, or in a link to the site itself: most of these are menus. */
  const isControl = (element: Element): boolean => {
    if (closest.call(element, CONTROLS) !== null) return true;
    const link = closest.call(element, 'a[href]');
    return link !== null && URL.parse(hrefOf(link) ?? '')?.host === window.location.host;
  };

  /**
   * The letters that the page displays outside the parts around its content and outside controls and short links to the site
   * itself: in blocks long enough for prose, up to `MUCH_PROSE`, and in shorter items of lists and the like. Needs no layout.
   */
  const measure = (body: Element): { readonly prose: number; readonly items: number } => {
    const around = partsAround();
    const walker = createTreeWalker.call(document, body, NodeFilter.SHOW_TEXT);
    let prose = 0;
    let items = 0;
    let block: Element | null = null;
    let line = '';
    const endLine = () => {
      const text = line.replace(/\s+/g, ' ').trim();
      const length = proseIn(text);
      prose += length;
      if (length === 0 && text !== '' && block !== null && isItem(block)) items += lettersIn(text);
      line = '';
    };
    for (let node = nextNode.call(walker); node !== null && prose < MUCH_PROSE; node = nextNode.call(walker)) {
      const text = textOf(node as CharacterData) ?? '';
      const parent = elementAbove(node);
      if (!/\S/.test(text) || parent === null || RAW.test(localNameOf(parent) ?? '')) continue;
      if (!checkVisibility.call(parent) || around.some((part) => contains.call(part, parent))) continue;
      const isLong = text.length >= SHORTEST_PROSE && proseIn(text.replace(/\s+/g, ' ').trim()) > 0;
      if (!isLong && isControl(parent)) continue;
      const own = blockOf(parent);
      if (own !== block) endLine();
      block = own;
      line += text;
    }
    endLine();
    return { prose, items };
  };

  return { MUCH_PROSE, proseIn, measure };
}

export type PageProse = ReturnType<typeof pageProse>;
