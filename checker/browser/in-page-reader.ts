/**
 * Runs in a page, in an isolated world: it sees the page's document, but none of its scripts' variables and overridden
 * built-ins. Elements with names such as `querySelectorAll` still shadow the members of a document or a form (WHATWG
 * HTML, DOM clobbering), so every member comes from its prototype. The function is sent to the browser as source text
 * and can use nothing outside itself.
 */
import type { FoundLink } from '../../command-service/events/observation.ts';

/** The state of the page at one moment. */
export interface PageSnapshot {
  readonly readyState: DocumentReadyState;
  /** Milliseconds since a link or an element was last added, changed or removed. */
  readonly quietMs: number;
  readonly linkCount: number;
  /** Links to the given hosts, in document order. */
  readonly links: readonly FoundLink[];
  /** The page is larger than the limits. */
  readonly truncated: boolean;
  readonly charset: string;
}

/** How much of a page is searched. */
interface SnapshotLimits {
  readonly elements: number;
  readonly links: number;
  readonly milliseconds: number;
}

/** The object that the script creates in its world. */
interface InPageReader {
  /** Searches the page, or returns the last result if nothing has changed since. */
  snapshot(hosts: readonly string[], limits: SnapshotLimits): PageSnapshot;
  /** The markup of the document, at most `maxLength` characters. */
  html(maxLength: number): string;
}

/** Creates the reader; runs in the page. */
export function installReader(): InPageReader {
  const getterOf = <T, V>(prototype: T, name: keyof T & string) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (target: T): V | null => (get === undefined ? null : get.call(target));
  };
  const readyStateOf = getterOf<Document, DocumentReadyState>(Document.prototype, 'readyState');
  const rootOf = getterOf<Document, Element>(Document.prototype, 'documentElement');
  const charsetOf = getterOf<Document, string>(Document.prototype, 'characterSet');
  const shadowOf = getterOf<Element, ShadowRoot>(Element.prototype, 'shadowRoot');
  const outerHtmlOf = getterOf<Element, string>(Element.prototype, 'outerHTML');
  const localNameOf = getterOf<Element, string>(Element.prototype, 'localName');
  const baseOf = getterOf<Node, string>(Node.prototype, 'baseURI');
  const typeOf = getterOf<Node, number>(Node.prototype, 'nodeType');
  const parentOf = getterOf<Node, Node>(Node.prototype, 'parentNode');
  const textOf = getterOf<CharacterData, string>(CharacterData.prototype, 'data');
  const iframeDocumentOf = getterOf<HTMLIFrameElement, Document>(HTMLIFrameElement.prototype, 'contentDocument');
  const frameDocumentOf = getterOf<HTMLFrameElement, Document>(HTMLFrameElement.prototype, 'contentDocument');
  const { getAttribute, getAttributeNS, getClientRects, checkVisibility } = Element.prototype;
  const { cloneNode } = Node.prototype;
  const { createTreeWalker } = Document.prototype;
  const { nextNode } = TreeWalker.prototype;
  const queries = {
    document: Document.prototype.querySelectorAll,
    fragment: DocumentFragment.prototype.querySelectorAll,
    element: Element.prototype.querySelectorAll,
  };
  const XLINK = 'http://www.w3.org/1999/xlink';

  let changedAt = performance.now();
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
  });
  const observed = new WeakSet<Node>();
  const observe = (root: Node) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['href', 'rel'] });
  };
  observe(document);

  const hrefOf = (element: Element): string | null => {
    const raw = getAttribute.call(element, 'href') ?? getAttributeNS.call(element, XLINK, 'href');
    if (raw === null) return null;
    try {
      return new URL(raw, baseOf(element) ?? undefined).href;
    } catch {
      return null;
    }
  };
  const isHidden = (element: Element): boolean => {
    const options = { opacityProperty: true, visibilityProperty: true };
    if (!checkVisibility.call(element, options)) return true;
    // Images are not loaded, so a link around one has no size of its own.
    if (queries.element.call(element, 'img,svg,picture,video,canvas,object').length > 0) return false;
    return [...getClientRects.call(element)].every(({ width, height }) => width === 0 || height === 0);
  };
  const visibleText = (element: Element): string => {
    let text = '';
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
    for (let node = nextNode.call(walker); node !== null && text.length < 2_000; node = nextNode.call(walker)) {
      const parent = parentOf(node) as Element;
      if (!/^(script|style|template)$/.test(localNameOf(parent) ?? '')) text += textOf(node as CharacterData) ?? '';
    }
    return text.replace(/\s+/g, ' ').trim();
  };
  const foundLinkOf = (element: Element, href: string, where: FoundLink['where'], inHidden: boolean): FoundLink => {
    const text = visibleText(element);
    const image = queries.element.call(element, 'img[alt]')[0];
    const alt = image === undefined ? '' : (getAttribute.call(image, 'alt') ?? '');
    const shell = outerHtmlOf(cloneNode.call(element, false) as Element) ?? '';
    const startTag = shell.replace(/<\/[^<]*$/, '');
    const hidden = inHidden || isHidden(element);
    return {
      href,
      anchor: (text === '' ? alt.replace(/\s+/g, ' ').trim() : text).slice(0, 500),
      rel: (getAttribute.call(element, 'rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
      snippet: `${startTag}${text}`.slice(0, 300),
      ...(where === undefined ? {} : { where }),
      ...(hidden ? { hidden } : {}),
    };
  };

  /** The document of a same-origin frame; null for anything else, such as an SVG element named `iframe`. */
  const documentIn = (element: Element, name: string): Document | null => {
    try {
      return name === 'iframe'
        ? iframeDocumentOf(element as HTMLIFrameElement)
        : frameDocumentOf(element as HTMLFrameElement);
    } catch {
      return null;
    }
  };

  let last: { readonly snapshot: PageSnapshot; readonly at: number } | null = null;

  const snapshot = (hosts: readonly string[], limits: SnapshotLimits): PageSnapshot => {
    const now = performance.now();
    // Changes in unobserved shadow roots and frames are found at most a second later.
    if (last !== null && changedAt < last.at && now - last.at < 1_000) {
      return { ...last.snapshot, readyState: readyStateOf(document) ?? 'loading', quietMs: now - changedAt };
    }
    const found = search(hosts, limits);
    last = { snapshot: found, at: now };
    return found;
  };

  const search = (hosts: readonly string[], limits: SnapshotLimits): PageSnapshot => {
    const until = performance.now() + limits.milliseconds;
    const links: FoundLink[] = [];
    let linkCount = 0;
    let seen = 0;
    let truncated = false;

    const walk = (root: Document | ShadowRoot, where: FoundLink['where'], inHidden: boolean, depth: number) => {
      observe(root);
      // By node type, because every frame has its own classes.
      const all = (typeOf(root) === Node.DOCUMENT_NODE ? queries.document : queries.fragment).call(root, '*');
      for (const element of all) {
        seen++;
        if (seen > limits.elements || (seen % 512 === 0 && performance.now() > until)) truncated = true;
        if (truncated) return;
        const name = localNameOf(element);
        if (name === 'a' || name === 'area') {
          const href = hrefOf(element);
          if (href === null) continue;
          linkCount++;
          const host = URL.parse(href)?.hostname.replace(/\.$/, '');
          if (host === undefined || !hosts.some((wanted) => host === wanted || host.endsWith(`.${wanted}`))) continue;
          if (links.length === limits.links) {
            truncated = true;
            return;
          }
          links.push(foundLinkOf(element, href, where, inHidden));
        } else if (name === 'iframe' || name === 'frame') {
          const inner = documentIn(element, name);
          if (inner !== null && depth < 10) walk(inner, 'frame', inHidden || isHidden(element), depth + 1);
        }
        const shadow = shadowOf(element);
        if (shadow !== null && depth < 50) walk(shadow, where ?? 'shadow-root', inHidden, depth + 1);
      }
    };
    walk(document, undefined, false, 0);
    return {
      readyState: readyStateOf(document) ?? 'loading',
      quietMs: performance.now() - changedAt,
      linkCount,
      links,
      truncated,
      charset: (charsetOf(document) ?? '').toLowerCase(),
    };
  };

  const html = (maxLength: number): string => {
    const root = rootOf(document);
    return root === null ? '' : (outerHtmlOf(root) ?? '').slice(0, maxLength);
  };

  return { snapshot, html };
}
