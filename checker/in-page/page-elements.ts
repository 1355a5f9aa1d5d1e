import type { DomMembers } from './dom-members.ts';

/** Facts about single elements. */
export function pageElements(dom: DomMembers) {
  const { getAttribute, getAttributeNS, baseOf, parentOf, typeOf, textOf, localNameOf, namespaceOf, getPropertyValue } =
    dom;
  const { anchorHrefOf, areaHrefOf } = dom;
  const { iframeDocumentOf, frameDocumentOf, objectDocumentOf, createTreeWalker, nextNode } = dom;
  const { slotOf, textSlotOf } = dom;
  const XLINK = 'http://www.w3.org/1999/xlink';
  const SVG = 'http://www.w3.org/2000/svg';
  const XHTML = 'http://www.w3.org/1999/xhtml';

  /** A selector of elements that run or load scripts or the like. */
  const RUNS =
    'script:not([type="application/ld+json"]):not([type="application/json"]),object,embed,meta[http-equiv="refresh" i],[onload],[onerror],[onanimationstart],[onanimationend],[ontransitionend]';

  /**
   * The resolved address of a link, its query in the encoding of its document; null without a valid one, and for an
   * element of a feed that is only named like a link.
   */
  const hrefOf = (element: Element): string | null => {
    const raw = getAttribute.call(element, 'href') ?? getAttributeNS.call(element, XLINK, 'href');
    if (raw === null) return null;
    const namespace = namespaceOf(element);
    if (namespace === SVG) return URL.parse(raw, baseOf(element) ?? undefined)?.href ?? null;
    if (namespace !== XHTML) return null;
    const href =
      localNameOf(element) === 'area'
        ? areaHrefOf(element as HTMLAreaElement)
        : anchorHrefOf(element as HTMLAnchorElement);
    return URL.parse(href ?? '')?.href ?? null;
  };

  /** A computed style property. */
  const styleOf = (element: Element, name: string): string => getPropertyValue.call(getComputedStyle(element), name);

  /** The parent element as displayed: the slot of an element in a shadow root, and the host of a shadow root. */
  const elementAbove = (node: Node): Element | null => {
    const slot = typeOf(node) === Node.ELEMENT_NODE ? slotOf(node as Element) : textSlotOf(node as Text);
    if (slot !== null) return slot;
    const parent = parentOf(node);
    if (parent === null) return null;
    if (typeOf(parent) === Node.ELEMENT_NODE) return parent as Element;
    const host = parent instanceof ShadowRoot ? parent.host : null;
    return host;
  };

  /** The document of a same-origin frame; null for anything else, such as an SVG element named `iframe`. */
  const documentIn = (element: Element, name: string): Document | null => {
    try {
      if (name === 'iframe') return iframeDocumentOf(element as HTMLIFrameElement);
      if (name === 'frame') return frameDocumentOf(element as HTMLFrameElement);
      return name === 'object' ? objectDocumentOf(element as HTMLObjectElement) : null;
    } catch {
      return null;
    }
  };

  /** Elements that separate the words before and after them: those of `element-names.ts`. */
  const SEPARATES =
    /^(?:address|article|aside|blockquote|br|center|d[dlt]|details|dialog|dir|div|fieldset|figcaption|figure|footer|form|h[1-6r]|header|hgroup|legend|li|listing|main|menu|nav|ol|p|pre|search|section|summary|table|t[dhr]|ul)$/;

  /** The innermost element around a node, below `top`, that separates words. */
  const blockAround = (node: Node, top: Element): Node | null => {
    for (let at = parentOf(node); at !== null && at !== top; at = parentOf(at)) {
      if (typeOf(at) === Node.ELEMENT_NODE && SEPARATES.test(localNameOf(at as Element) ?? '')) return at;
    }
    return null;
  };

  /** The words in an element, without scripts and the like. Needs no layout. */
  const plainText = (element: Element, limit = 2_000): string => {
    let text = '';
    let block: Node | null = null;
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = nextNode.call(walker); node !== null && text.length < limit; node = nextNode.call(walker)) {
      if (typeOf(node) === Node.ELEMENT_NODE) {
        if (SEPARATES.test(localNameOf(node as Element) ?? '')) text += ' ';
        continue;
      }
      if (/^(script|style|template|noscript)$/.test(localNameOf(parentOf(node) as Element) ?? '')) continue;
      const around = blockAround(node, element);
      text += `${around === block ? '' : ' '}${textOf(node as CharacterData) ?? ''}`;
      block = around;
    }
    return text.replace(/\s+/g, ' ').trim();
  };

  /** Whether the attributes of a picture give it at most two pixels on a side. */
  const isPixel = (picture: Element): boolean =>
    ['width', 'height'].some((side) => /^\s*[012](?:px)?\s*$/.test(getAttribute.call(picture, side) ?? ''));

  return { RUNS, hrefOf, styleOf, elementAbove, documentIn, plainText, isPixel };
}

export type PageElements = ReturnType<typeof pageElements>;
