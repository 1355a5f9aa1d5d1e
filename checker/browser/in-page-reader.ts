/**
 * Runs in a page, in an isolated world: it sees the page's document, but none of its scripts' variables and overridden
 * built-ins. Elements with names such as `querySelectorAll` still shadow the members of a document or a form (WHATWG
 * HTML, DOM clobbering), so every member comes from its prototype. The function is sent to the browser as source text
 * and can use nothing outside itself.
 */
import type { FoundLink, HiddenBy } from '../../command-service/events/observation.ts';

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
  /** Scripts in the document and in frames of its origin, and elements that run or load something as scripts do. */
  readonly scripts: number;
  readonly frames: number;
}

/** What a settled page shows. */
export interface ShownContent {
  /** Visible characters without white space. */
  readonly ink: number;
  /** Characters in lines of text that are long enough to be prose, not menus. */
  readonly prose: number;
  /** An element that apps fill is empty, or the page says that it is loading or needs scripts. */
  readonly isWaiting: boolean;
  /** The links of the page: the attribute as it is and the resolved address. */
  readonly links: readonly { readonly raw: string; readonly href: string }[];
  /** The visible text. */
  readonly text: string;
}

/** How far the page was scrolled. */
export interface ScrollResult {
  readonly steps: number;
  readonly isAtEnd: boolean;
}

/** The markup of a document. */
export interface PageSource {
  readonly html: string;
  /** False for a page with much text or many links: then `html` has only the elements that describe it. */
  readonly isWhole: boolean;
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
  /** What the page shows. */
  content(): ShownContent;
  /**
   * Scrolls the page or its main part, window by window, until something changes or the end is reached, with a frame for
   * each, so that the page notices. At most so many windows and milliseconds.
   */
  scroll(windows: number, milliseconds: number): Promise<ScrollResult>;
  /** The markup of the document, at most `maxLength` characters. */
  source(maxLength: number): PageSource;
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
  const innerTextOf = getterOf<HTMLElement, string>(HTMLElement.prototype, 'innerText');
  const bodyOf = getterOf<Document, HTMLElement>(Document.prototype, 'body');
  const scrollerOf = getterOf<Document, Element>(Document.prototype, 'scrollingElement');
  const scrollTopOf = getterOf<Element, number>(Element.prototype, 'scrollTop');
  const scrollHeightOf = getterOf<Element, number>(Element.prototype, 'scrollHeight');
  const scrollWidthOf = getterOf<Element, number>(Element.prototype, 'scrollWidth');
  const clientHeightOf = getterOf<Element, number>(Element.prototype, 'clientHeight');
  const { getAttribute, getAttributeNS, getClientRects, getBoundingClientRect, checkVisibility } = Element.prototype;
  const scrollTo: (options: ScrollToOptions) => void = Element.prototype.scrollTo;
  const { createRange, getAnimations } = Document.prototype;
  const { finish } = Animation.prototype;
  const { selectNodeContents, getClientRects: rangeRects } = Range.prototype;
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  const { cloneNode } = Node.prototype;
  const { createTreeWalker } = Document.prototype;
  const { nextNode } = TreeWalker.prototype;
  const queries = {
    document: Document.prototype.querySelectorAll,
    fragment: DocumentFragment.prototype.querySelectorAll,
    element: Element.prototype.querySelectorAll,
  };
  const RUNS =
    'script:not([type="application/ld+json"]):not([type="application/json"]),object,embed,meta[http-equiv="refresh" i],[onload],[onerror],[onanimationstart],[onanimationend],[ontransitionend]';
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
  const styleOf = (element: Element, name: string): string => getPropertyValue.call(getComputedStyle(element), name);
  const elementAbove = (node: Node): Element | null => {
    const parent = parentOf(node);
    if (parent === null) return null;
    if (typeOf(parent) === Node.ELEMENT_NODE) return parent as Element;
    const host = parent instanceof ShadowRoot ? parent.host : null;
    return host;
  };
  /** Red, green, blue and alpha of a computed color. */
  const channelsOf = (color: string): readonly number[] => {
    const numbers = (/^rgba?\(([^)]*)\)$/.exec(color)?.[1] ?? '').split(/[\s,/]+/).map(Number);
    return numbers.length >= 3 && numbers.every(Number.isFinite) ? [...numbers.slice(0, 3), numbers[3] ?? 1] : [];
  };
  const luminanceOf = (channels: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
      const part = channel / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** Whether the text of an element has nearly the color of what is behind it; false where an image is behind it. */
  const isSameColor = (element: Element): boolean => {
    if (styleOf(element, 'text-shadow') !== 'none') return false;
    const color = channelsOf(styleOf(element, '-webkit-text-fill-color'));
    if (color.length === 0) return false;
    if ((color[3] ?? 1) < 0.1) return styleOf(element, 'background-clip') !== 'text';
    let behind: readonly number[] = [255, 255, 255, 1];
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      if (styleOf(at, 'background-image') !== 'none') return false;
      const background = channelsOf(styleOf(at, 'background-color'));
      const alpha = background[3] ?? 0;
      if (alpha === 0) continue;
      if (alpha < 0.9) return false;
      behind = background;
      break;
    }
    const [one, other] = [luminanceOf(color), luminanceOf(behind)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const distance = [0, 1, 2].reduce((sum, i) => sum + Math.abs((color[i] ?? 0) - (behind[i] ?? 0)), 0);
    return contrast < 1.15 && distance < 48;
  };
  const isClosed = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      if (localNameOf(at) === 'details' && getAttribute.call(at, 'open') === null) return true;
    }
    return false;
  };
  /** Whether a visible button or tab names this element as the part that it opens: an accordion, or tabs. */
  const canBeOpened = (element: Element): boolean => {
    const id = getAttribute.call(element, 'id') ?? '';
    if (id === '') return false;
    const name = id.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ');
    const controls = queries.document.call(
      document,
      `[aria-controls~="${name}"],[data-bs-target="#${name}"],[data-target="#${name}"],a[role="tab"][href="#${name}"],a[role="button"][href="#${name}"],a[data-toggle][href="#${name}"],a[data-bs-toggle][href="#${name}"]`,
    );
    return [...controls].some((control) => checkVisibility.call(control, { visibilityProperty: true }));
  };
  /** Whether every part around an element that is not displayed can be opened. */
  const isInClosedParts = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      if (styleOf(at, 'display') === 'none' && !canBeOpened(at)) return false;
    }
    return true;
  };
  /** Why a person would not see an element of this document; null if they would, or can unfold it. */
  const hiddenBy = (element: Element): HiddenBy | null => {
    if (!checkVisibility.call(element)) return isClosed(element) || isInClosedParts(element) ? null : 'display';
    if (!checkVisibility.call(element, { visibilityProperty: true })) return 'visibility';
    if (localNameOf(element) === 'area') return null;
    // Images are not loaded, so a link around one has no size of its own.
    const hasMedia =
      queries.element.call(element, 'img,svg,picture,video,canvas,object,iframe,input,button').length > 0 ||
      styleOf(element, 'background-image') !== 'none';
    const hasText = /\S/.test(innerTextOf(element as HTMLElement) ?? visibleText(element));
    const isDrawn = (pseudo: string) => {
      const content = getPropertyValue.call(getComputedStyle(element, pseudo), 'content');
      return content !== 'none' && content !== 'normal' && content !== '""';
    };
    if (!hasText && !hasMedia) return isDrawn('::before') || isDrawn('::after') ? null : 'empty';
    let opacity = 1;
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      const own = Number.parseFloat(styleOf(at, 'opacity'));
      if (Number.isFinite(own)) opacity *= own;
      const clip = styleOf(at, 'clip');
      if (/^rect\(\s*[01](?:px)?[,\s]+[01](?:px)?[,\s]+[01](?:px)?[,\s]+[01](?:px)?\s*\)$/.test(clip)) {
        if (/absolute|fixed/.test(styleOf(at, 'position'))) return 'clipped';
      }
      if (
        /^(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?(?:\s*,\s*0(?:px|%)?\s+0(?:px|%)?)+\s*\))/.test(
          styleOf(at, 'clip-path'),
        )
      )
        return 'clipped';
    }
    if (opacity < 0.05) return 'opacity';
    // The text itself may be in a child with a font and a color of its own.
    let inner = element;
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
    for (let node = nextNode.call(walker); node !== null; node = nextNode.call(walker)) {
      if (!/\S/.test(textOf(node as CharacterData) ?? '')) continue;
      inner = (elementAbove(node) ?? element) as Element;
      break;
    }
    const range = createRange.call(document);
    selectNodeContents.call(range, element);
    const rects = [...(hasText ? rangeRects.call(range) : getClientRects.call(element))];
    const isTiny = ({ width, height }: DOMRect) => width < 2 || height < 2;
    if (!hasMedia) {
      if (Number.parseFloat(styleOf(inner, 'font-size')) < 3) return 'no-size';
      if (rects.every(isTiny)) return 'no-size';
    }
    const boxes = rects.filter((rect) => !isTiny(rect));
    const root = rootOf(document);
    const scroller = scrollerOf(document) ?? root;
    if (boxes.length === 0 || root === null || scroller === null) return null;
    const page = getBoundingClientRect.call(root);
    const width = Math.max(scrollWidthOf(scroller) ?? 0, window.innerWidth);
    const isOff = (box: DOMRect) => {
      const left = box.left - Math.min(page.left, 0);
      const top = box.top - Math.min(page.top, 0);
      return left + box.width <= 0 || top + box.height <= 0 || left >= width;
    };
    if (boxes.every(isOff)) return 'off-screen';
    for (let at: Element | null = element; at !== null && at !== root; at = elementAbove(at)) {
      const [x, y] = [styleOf(at, 'overflow-x'), styleOf(at, 'overflow-y')];
      if (!/hidden|clip/.test(x + y) || localNameOf(at) === 'body' || canBeOpened(at)) continue;
      const frame = getBoundingClientRect.call(at);
      const isOutside = (box: DOMRect) =>
        (/hidden|clip/.test(y) && (box.bottom <= frame.top + 1 || box.top >= frame.bottom - 1)) ||
        (/hidden|clip/.test(x) && (box.right <= frame.left + 1 || box.left >= frame.right - 1));
      if (frame.width < 2 || frame.height < 2 || boxes.every(isOutside)) return 'clipped';
    }
    return hasText && !hasMedia && isSameColor(inner) ? 'same-color' : null;
  };
  const visibleText = (element: Element, limit = 2_000): string => {
    let text = '';
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
    for (let node = nextNode.call(walker); node !== null && text.length < limit; node = nextNode.call(walker)) {
      const parent = parentOf(node) as Element;
      if (!/^(script|style|template|noscript)$/.test(localNameOf(parent) ?? ''))
        text += textOf(node as CharacterData) ?? '';
    }
    return text.replace(/\s+/g, ' ').trim();
  };
  /** In another document, colors and positions are relative to its frame: only what the browser itself says counts. */
  const hiddenInFrame = (element: Element): HiddenBy | null =>
    checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }) ? null : 'display';
  const foundLinkOf = (element: Element, href: string, where: FoundLink['where'], inHidden: boolean): FoundLink => {
    const text = visibleText(element);
    const image = queries.element.call(element, 'img[alt]')[0];
    const alt = image === undefined ? '' : (getAttribute.call(image, 'alt') ?? '');
    const shell = outerHtmlOf(cloneNode.call(element, false) as Element) ?? '';
    const startTag = shell.replace(/<\/[^<]*$/, '');
    // Only for links that are looked for: it lays out the page.
    if (!areAnimationsFinished) finishAnimations();
    areAnimationsFinished = true;
    const cause = inHidden ? 'display' : where === 'frame' ? hiddenInFrame(element) : hiddenBy(element);
    return {
      href,
      anchor: (text === '' ? alt.replace(/\s+/g, ' ').trim() : text).slice(0, 500),
      rel: (getAttribute.call(element, 'rel') ?? '')
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
      snippet: `${startTag}${text}`.slice(0, 300),
      ...(where === undefined ? {} : { where }),
      ...(cause === null ? {} : { hidden: true, hiddenBy: cause }),
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
    const isSame = last !== null && last.snapshot.readyState === readyStateOf(document) && changedAt < last.at;
    if (last !== null && isSame && now - last.at < 1_000) return { ...last.snapshot, quietMs: now - changedAt };
    const found = search(hosts, limits);
    last = { snapshot: found, at: now };
    return found;
  };

  /** What fades or moves in counts as it is in the end. */
  const finishAnimations = (): void => {
    for (const animation of getAnimations.call(document)) {
      // One without an end goes on.
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (typeof endTime === 'number' && Number.isFinite(endTime)) finish.call(animation);
    }
  };

  let areAnimationsFinished = false;
  const search = (hosts: readonly string[], limits: SnapshotLimits): PageSnapshot => {
    const until = performance.now() + limits.milliseconds;
    areAnimationsFinished = false;
    const links: FoundLink[] = [];
    let linkCount = 0;
    let seen = 0;
    let truncated = false;
    let scripts = 0;
    let frames = 0;

    const walk = (root: Document | ShadowRoot, where: FoundLink['where'], inHidden: boolean, depth: number) => {
      observe(root);
      // By node type, because every frame has its own classes.
      const query = typeOf(root) === Node.DOCUMENT_NODE ? queries.document : queries.fragment;
      const all = query.call(root, '*');
      scripts += query.call(root, RUNS).length;
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
          frames++;
          const inner = documentIn(element, name);
          if (inner !== null && depth < 10) walk(inner, 'frame', inHidden || hiddenBy(element) !== null, depth + 1);
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
      scripts,
      frames,
    };
  };

  const content = (): ShownContent => {
    const body = bodyOf(document);
    const text = (body === null ? '' : (innerTextOf(body) ?? '')).slice(0, 300_000);
    const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    const links: { raw: string; href: string }[] = [];
    for (const element of queries.document.call(document, 'a[href],area[href]')) {
      const raw = getAttribute.call(element, 'href') ?? '';
      const href = hrefOf(element);
      if (links.length < 3_000 && raw.length < 2_000) links.push({ raw, href: href ?? '' });
    }
    const mounts = queries.document.call(
      document,
      '#root,#app,#__next,#__nuxt,#___gatsby,#main-app,#react-root,#application,app-root,[data-reactroot],[ng-app],[v-cloak],main,article',
    );
    const isEmpty = (element: Element) => !/\S/.test(innerTextOf(element as HTMLElement) ?? '');
    const needsScripts = [...queries.document.call(document, 'noscript')].some((element) =>
      /java\s*script/i.test(outerHtmlOf(element) ?? ''),
    );
    const isLoading =
      /^\W*(?:loading|please wait|laden|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中)\W*$/i;
    return {
      ink: text.replace(/\s+/g, '').length,
      prose: lines.reduce((sum, line) => sum + (line.length > 80 ? line.length : 0), 0),
      isWaiting: [...mounts].some(isEmpty) || needsScripts || lines.some((line) => isLoading.test(line)),
      links,
      text,
    };
  };

  /** The element that scrolls the content; null if none does. */
  const scrollTarget = (): Element | null => {
    const page = scrollerOf(document);
    const isScrollable = (element: Element) =>
      (scrollHeightOf(element) ?? 0) > (clientHeightOf(element) ?? 0) + 50 && (clientHeightOf(element) ?? 0) > 300;
    let target = page;
    if (page === null || !isScrollable(page)) {
      target = null;
      let largest = 0;
      for (const element of queries.document.call(document, 'main,section,div,ul')) {
        const height = scrollHeightOf(element) ?? 0;
        if (height <= largest || !isScrollable(element) || !/auto|scroll/.test(styleOf(element, 'overflow-y')))
          continue;
        target = element;
        largest = height;
      }
    }
    return target;
  };
  /** Resolves after the next frame and what it started; soon if the page draws no frames. */
  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        setTimeout(resolve);
      });
    });
  const scroll = async (windows: number, milliseconds: number): Promise<ScrollResult> => {
    const began = performance.now();
    const target = scrollTarget();
    if (target === null) return { steps: 0, isAtEnd: true };
    for (let steps = 0; ; steps++) {
      const isEnough = steps >= windows || performance.now() - began > milliseconds || changedAt > began;
      if (isEnough) return { steps, isAtEnd: false };
      const before = scrollTopOf(target) ?? 0;
      scrollTo.call(target, { top: before + (clientHeightOf(target) ?? 0), behavior: 'instant' });
      if ((scrollTopOf(target) ?? 0) <= before + 1) return { steps, isAtEnd: true };
      await nextFrame();
    }
  };

  /** Whether the page has more text or links than a challenge, a sign-in form or a consent wall. */
  const isLarge = (): boolean => {
    if (queries.document.call(document, 'a[href],area[href]').length > 20) return true;
    const body = bodyOf(document);
    return body !== null && visibleText(body, 20_000).replace(/\s+/g, '').length > 2_048;
  };

  const source = (maxLength: number): PageSource => {
    const root = rootOf(document);
    if (root === null) return { html: '', isWhole: true };
    if (!isLarge()) return { html: (outerHtmlOf(root) ?? '').slice(0, maxLength), isWhole: true };
    const markup = (selector: string) =>
      [...queries.document.call(document, selector)].map((element) => outerHtmlOf(element) ?? '').join('');
    const head = markup('head > title, head > meta, head > link, head > base');
    const body = markup('body meta, body base, body :not(svg) > title');
    return { html: `<head>${head}</head><body>${body}`.slice(0, maxLength), isWhole: false };
  };

  return { snapshot, content, scroll, source };
}
