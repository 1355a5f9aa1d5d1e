import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';

/** Tells the content of a page from the parts around it. */
export function contentParts(dom: DomMembers, elements: PageElements) {
  const { queries, contains, closest, localNameOf, innerTextOf, checkVisibility, textOf } = dom;
  const { createTreeWalker, nextNode } = dom;

  const AROUND =
    'nav,header,footer,dialog,button,select,[role="navigation"],[role="banner"],[role="contentinfo"],[role="dialog"],[role="alertdialog"]';
  const NOTICES =
    '[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[id*="gdpr" i],[class*="gdpr" i]';
  const RAW = /^(?:script|style|noscript|template|textarea|title)$/;
  /** A shorter line may be a label or a menu. */
  const PROSE_LINE = 80;
  /** A Chinese, Japanese or Korean character says as much as two or three letters. */
  const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

  /** The fewest characters of prose, all of them wide. */
  const SHORTEST_PROSE = PROSE_LINE / 2.5;

  /** The letters of a line, if it is long enough for prose; else 0. */
  const proseIn = (line: string): number => {
    const length = line.length + 1.5 * (line.match(WIDE)?.length ?? 0);
    return length > PROSE_LINE ? length : 0;
  };

  /** A page with this much prose has content, whatever is around it. */
  const MUCH_PROSE = 1_000;

  /** The text of an element as displayed. Needs a layout of the page. */
  const innerText = (element: Element | null): string =>
    element === null ? '' : (innerTextOf(element as HTMLElement) ?? '');

  /** The parts of the page around its content, the outermost of each. */
  const partsAround = (): readonly Element[] => {
    const parts: Element[] = [];
    const holdsContent = (element: Element) => queries.element.call(element, 'h1,main,article').length > 0;
    for (const element of queries.document.call(document, `${AROUND},${NOTICES}`)) {
      if (parts.some((part) => contains.call(part, element))) continue;
      const isHead = /^(?:header|footer)$/.test(localNameOf(element) ?? '');
      const isNotice = closest.call(element, AROUND) !== element;
      if ((isHead || isNotice) && holdsContent(element)) continue;
      if (isHead && closest.call(element, 'main,article') !== null) continue;
      if (localNameOf(element) !== 'body' && localNameOf(element) !== 'html') parts.push(element);
    }
    return parts;
  };

  /** Whether any of the elements shows text outside the given parts. */
  const showsText = (shown: Iterable<Element>, without: readonly Element[]): boolean => {
    for (const element of shown) {
      // The text of an element that is not displayed is its source text.
      if (!checkVisibility.call(element) || !/\S/.test(innerText(element))) continue;
      if (!without.some((part) => contains.call(part, element))) return true;
    }
    return false;
  };

  /** Whether the page displays much prose outside the parts around its content. Needs no layout of the page. */
  const hasMuchProse = (body: Element): boolean => {
    const around = partsAround();
    const walker = createTreeWalker.call(document, body, NodeFilter.SHOW_TEXT);
    let prose = 0;
    for (let node = nextNode.call(walker); node !== null && prose < MUCH_PROSE; node = nextNode.call(walker)) {
      const text = textOf(node as CharacterData) ?? '';
      if (text.length < SHORTEST_PROSE) continue;
      const length = proseIn(text.replace(/\s+/g, ' ').trim());
      const parent = elements.elementAbove(node);
      if (length === 0 || parent === null || RAW.test(localNameOf(parent) ?? '')) continue;
      if (checkVisibility.call(parent) && !around.some((part) => contains.call(part, parent))) prose += length;
    }
    return prose >= MUCH_PROSE;
  };

  return { MUCH_PROSE, innerText, proseIn, partsAround, showsText, hasMuchProse };
}

export type ContentParts = ReturnType<typeof contentParts>;
