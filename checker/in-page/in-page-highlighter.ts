/**
 * Runs in a page before its screenshot, in the isolated world: finds the matched link, scrolls it to the middle of the
 * window and outlines it. As in the reader, every member comes from its prototype (DOM clobbering). The function is sent
 * as source text and can use nothing outside itself.
 */

/** The result of highlighting the matched link. */
export interface HighlightResult {
  /** Whether the link is outlined in the window. */
  readonly outlined: boolean;
  /** The markup of the block around the link, before the outline; null without a link. */
  readonly html: string | null;
}

/** The object that the script creates in its world. */
interface Highlighter {
  /** Outlines the links with these addresses and scrolls the first visible one to the middle of the window. */
  highlight(hrefs: readonly string[], maxHtml: number): HighlightResult;
  /** Whether the link is still outlined in the window: a page may have rendered again. */
  isHighlighted(): boolean;
  /** Whether every image in the window has loaded or failed. */
  imagesLoaded(): boolean;
}

/** Creates the highlighter; runs in the page. */
export function installHighlighter(): Highlighter {
  const getterOf = <T, V>(prototype: T, name: keyof T & string) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (target: T): V | null => {
      try {
        return get === undefined ? null : get.call(target);
      } catch {
        return null;
      }
    };
  };
  const shadowOf = getterOf<Element, ShadowRoot>(Element.prototype, 'shadowRoot');
  const outerHtmlOf = getterOf<Element, string>(Element.prototype, 'outerHTML');
  const localNameOf = getterOf<Element, string>(Element.prototype, 'localName');
  const anchorHrefOf = getterOf<HTMLAnchorElement, string>(HTMLAnchorElement.prototype, 'href');
  const baseOf = getterOf<Node, string>(Node.prototype, 'baseURI');
  const parentOf = getterOf<Node, Node>(Node.prototype, 'parentNode');
  const isConnectedOf = getterOf<Node, boolean>(Node.prototype, 'isConnected');
  const typeOf = getterOf<Node, number>(Node.prototype, 'nodeType');
  const frameDocumentOf = getterOf<HTMLIFrameElement, Document>(HTMLIFrameElement.prototype, 'contentDocument');
  const htmlStyleOf = getterOf<HTMLElement, CSSStyleDeclaration>(HTMLElement.prototype, 'style');
  const svgStyleOf = getterOf<SVGElement, CSSStyleDeclaration>(SVGElement.prototype, 'style');
  const isComplete = getterOf<HTMLImageElement, boolean>(HTMLImageElement.prototype, 'complete');
  const { getAttribute, getAttributeNS, getBoundingClientRect, checkVisibility, scrollIntoView } = Element.prototype;
  const { setProperty, getPropertyValue } = CSSStyleDeclaration.prototype;
  const { querySelectorAll: inDocument } = Document.prototype;
  const { querySelectorAll: inFragment } = DocumentFragment.prototype;
  const LIMIT = 300_000;
  const XLINK = 'http://www.w3.org/1999/xlink';
  const BLOCK = /^(p|li|td|th|dd|dt|blockquote|figure|h[1-6]|div|section|article|aside|footer|header|nav|main)$/;
  const COLOR = 'rgb(214, 36, 159)';
  const OUTLINED = {
    outline: `4px solid ${COLOR}`,
    'outline-offset': '3px',
    // A light edge that contrasts with any background.
    'box-shadow': '0 0 0 10px rgb(255, 255, 255)',
    transition: 'none',
  };

  const hrefOf = (element: Element): string | null => {
    const raw = getAttribute.call(element, 'href') ?? getAttributeNS.call(element, XLINK, 'href');
    const own = raw === null ? null : (anchorHrefOf(element as HTMLAnchorElement) ?? raw);
    return own === null ? null : (URL.parse(own, baseOf(element) ?? undefined)?.href ?? null);
  };
  const isVisible = (element: Element): boolean => {
    if (!checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height } = getBoundingClientRect.call(element);
    return width > 0 && height > 0;
  };
  const styleOf = (element: Element): CSSStyleDeclaration | null =>
    htmlStyleOf(element as HTMLElement) ?? svgStyleOf(element as SVGElement);

  const candidates: Element[] = [];
  let searched = 0;
  const walk = (root: Document | ShadowRoot, wanted: ReadonlySet<string>, depth: number): void => {
    const all = (typeOf(root) === Node.DOCUMENT_NODE ? inDocument : inFragment).call(root, '*');
    for (const element of all) {
      if (++searched > LIMIT || candidates.length > 50) return;
      const name = localNameOf(element);
      const href = name === 'a' || name === 'area' ? hrefOf(element) : null;
      if (href !== null && wanted.has(href)) candidates.push(element);
      const inner = name === 'iframe' ? frameDocumentOf(element as HTMLIFrameElement) : shadowOf(element);
      if (inner !== null && depth < 20) walk(inner, wanted, depth + 1);
    }
  };

  let link: Element | null = null;

  const isHighlighted = (): boolean => {
    if (link === null || isConnectedOf(link) !== true || !isVisible(link)) return false;
    const style = getComputedStyle(link);
    const { top, bottom, left, right } = getBoundingClientRect.call(link);
    const view = link.ownerDocument.defaultView ?? window;
    return (
      getPropertyValue.call(style, 'outline-color') === COLOR &&
      getPropertyValue.call(style, 'outline-style') === 'solid' &&
      bottom > 0 &&
      right > 0 &&
      top < view.innerHeight &&
      left < view.innerWidth
    );
  };

  const highlight = (hrefs: readonly string[], maxHtml: number): HighlightResult => {
    candidates.length = 0;
    searched = 0;
    walk(document, new Set(hrefs), 0);
    link = candidates.find(isVisible) ?? candidates[0] ?? null;
    if (link === null) return { outlined: false, html: null };
    let block = link;
    for (let up = parentOf(link); up !== null && typeOf(up) === Node.ELEMENT_NODE; up = parentOf(up)) {
      block = up as Element;
      if (BLOCK.test(localNameOf(block) ?? '')) break;
    }
    // For a block that is too large, the markup is the link alone.
    const around = outerHtmlOf(block) ?? '';
    const html = (around.length > maxHtml ? (outerHtmlOf(link) ?? '') : around).slice(0, maxHtml);
    scrollIntoView.call(link, { block: 'center', inline: 'center', behavior: 'instant' });
    for (const candidate of candidates) {
      const style = styleOf(candidate);
      if (style === null) continue;
      for (const [name, value] of Object.entries(OUTLINED)) setProperty.call(style, name, value, 'important');
    }
    return { outlined: isHighlighted(), html };
  };

  const imagesLoaded = (): boolean => {
    for (const element of inDocument.call(document, 'img')) {
      const { top, bottom, width, height } = getBoundingClientRect.call(element);
      const inWindow = bottom > 0 && top < window.innerHeight && width > 0 && height > 0;
      if (inWindow && isComplete(element as HTMLImageElement) === false) return false;
    }
    return true;
  };

  return { highlight, isHighlighted, imagesLoaded };
}
