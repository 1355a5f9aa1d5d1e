import type { DomMembers } from './dom-members.ts';

/** Tells the content of a page from the parts around it. */
export function contentParts(dom: DomMembers) {
  const { queries, contains, closest, localNameOf, innerTextOf, checkVisibility } = dom;

  const AROUND =
    'nav,header,footer,dialog,button,select,[role="navigation"],[role="banner"],[role="contentinfo"],[role="dialog"],[role="alertdialog"]';
  const NOTICES =
    '[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[id*="gdpr" i],[class*="gdpr" i]';
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

  return { innerText, partsAround, showsText };
}

export type ContentParts = ReturnType<typeof contentParts>;
