/**
 * Runs in a page, in an isolated world: it sees the page's document, but not the variables and overridden built-ins of
 * its scripts. Elements with names such as `querySelectorAll` still shadow the members of a document or a form (WHATWG
 * HTML, DOM clobbering), so every member comes from its prototype. The function is sent to the browser as source text
 * and can use nothing outside itself.
 */
import type { FoundLink, HiddenBy } from '../../command-service/contract/observation.ts';

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
  /** Scripts in the document and in frames of its origin, and elements that run or load scripts or the like. */
  readonly scripts: number;
  readonly frames: number;
  /** Frames of the page's origin that load when they come into view. */
  readonly lazyFrames: number;
  /** Whether scrolling changes nothing: all scripts are in the page, and none listens to it. */
  readonly ignoresScrolling: boolean;
}

/** What a settled page shows. Headers, menus, footers and cookie notices do not count as its content. */
export interface ShownContent {
  /** Visible characters of the content without white space and without links within the site. A link to another site counts. */
  readonly ink: number;
  /** Characters of the content in lines that are long enough for prose. */
  readonly prose: number;
  /** Whether there is a paragraph; on a page without scripts any text in an element, a picture or a frame. */
  readonly hasText: boolean;
  /** Whether an element that apps fill is empty, or the page says that it is loading or needs scripts. */
  readonly isWaiting: boolean;
  /** Whether the page apologizes for an error or for maintenance. */
  readonly isSorry: boolean;
  /** The links of the page: the attribute as written and the resolved address. */
  readonly links: readonly { readonly raw: string; readonly href: string }[];
  /** The visible text; '' if the page's text contains none of the hosts. */
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
  /** False for a page with much text or many links: `html` then has only the elements that describe the page. */
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
  /** Makes the next snapshot search the page even if no link has changed: its styles may have. */
  forget(): void;
  /** The content that the page shows. */
  content(hosts: readonly string[]): ShownContent;
  /**
   * Scrolls the page or its main part, window by window, until something changes or the end is reached, with a frame
   * for each window, so that the page notices. At most this many windows and milliseconds.
   */
  scroll(windows: number, milliseconds: number): Promise<ScrollResult>;
  /** Scrolls hidden links into view and gives the page a moment to show them: some fade in once they are in view. */
  reveal(): Promise<void>;
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
  const textContentOf = getterOf<Node, string>(Node.prototype, 'textContent');
  const innerTextOf = getterOf<HTMLElement, string>(HTMLElement.prototype, 'innerText');
  const bodyOf = getterOf<Document, HTMLElement>(Document.prototype, 'body');
  const scrollerOf = getterOf<Document, Element>(Document.prototype, 'scrollingElement');
  const scrollTopOf = getterOf<Element, number>(Element.prototype, 'scrollTop');
  const scrollHeightOf = getterOf<Element, number>(Element.prototype, 'scrollHeight');
  const scrollWidthOf = getterOf<Element, number>(Element.prototype, 'scrollWidth');
  const clientHeightOf = getterOf<Element, number>(Element.prototype, 'clientHeight');
  const { getAttribute, getAttributeNS, getClientRects, getBoundingClientRect, checkVisibility } = Element.prototype;
  const { closest, scrollIntoView } = Element.prototype;
  const scrollTo: (options: ScrollToOptions) => void = Element.prototype.scrollTo;
  const clientWidthOf = getterOf<Element, number>(Element.prototype, 'clientWidth');
  const { createRange, getAnimations, elementsFromPoint } = Document.prototype;
  const { contains } = Node.prototype;
  const { addEventListener } = EventTarget.prototype;
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
  // A frame has loaded.
  const frameLoaded = ({ target }: Event) => {
    if (target instanceof HTMLIFrameElement) changedAt = performance.now();
  };
  addEventListener.call(document, 'load', frameLoaded, true);

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
  /** Whether a pseudo-element draws a box of its own. */
  const hasDrawnBox = (element: Element, pseudo: string): boolean => {
    const style = getComputedStyle(element, pseudo);
    const value = (name: string) => getPropertyValue.call(style, name);
    if (/^(?:none|normal)?$/.test(value('content'))) return false;
    return value('background-image') !== 'none' || (channelsOf(value('background-color'))[3] ?? 0) > 0;
  };
  /** Whether a picture, or a box with a background, that does not contain the element lies under or over its center. */
  const isOverAnother = (element: Element): boolean => {
    scrollIntoView.call(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = getBoundingClientRect.call(element);
    return elementsFromPoint.call(document, left + width / 2, top + height / 2).some((other) => {
      if (contains.call(other, element) || contains.call(element, other)) return false;
      if (/^(?:img|picture|video|canvas|svg|iframe|object|embed)$/.test(localNameOf(other) ?? '')) return true;
      const color = channelsOf(styleOf(other, 'background-color'));
      return styleOf(other, 'background-image') !== 'none' || (color[3] ?? 0) > 0;
    });
  };
  /** Whether an element's text has nearly the color of its background; false if that is an image. */
  const isSameColor = (element: Element): boolean => {
    if (styleOf(element, 'text-shadow') !== 'none') return false;
    const color = channelsOf(styleOf(element, '-webkit-text-fill-color'));
    if (color.length === 0) return false;
    if ((color[3] ?? 1) < 0.1) return styleOf(element, 'background-clip') !== 'text';
    let behind: readonly number[] = [255, 255, 255, 1];
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      if (styleOf(at, 'background-image') !== 'none' || hasDrawnBox(at, '::before') || hasDrawnBox(at, '::after')) {
        return false;
      }
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
    return contrast < 1.15 && distance < 48 && !isOverAnother(element);
  };
  const isClosed = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      if (localNameOf(at) === 'details' && getAttribute.call(at, 'open') === null) return true;
    }
    return false;
  };
  /** Whether a visible button or tab names this element as the part that it opens, as for an accordion or tabs. */
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
  /** Whether every undisplayed part around an element can be opened. */
  const isInClosedParts = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      const isLeftOut = styleOf(at, 'display') === 'none' || styleOf(at, 'content-visibility') === 'hidden';
      if (isLeftOut && !canBeOpened(at) && getAttribute.call(at, 'hidden') !== 'until-found') return false;
    }
    return true;
  };
  const isPixel = (picture: Element): boolean =>
    ['width', 'height'].some((side) => /^\s*[012](?:px)?\s*$/.test(getAttribute.call(picture, side) ?? ''));
  /** Why a person would not see an element of this document; null if they would see it, or can unfold it. */
  const hiddenBy = (element: Element): HiddenBy | null => {
    if (!checkVisibility.call(element)) return isClosed(element) || isInClosedParts(element) ? null : 'display';
    if (!checkVisibility.call(element, { visibilityProperty: true })) return 'visibility';
    if (localNameOf(element) === 'area') return null;
    const isFrame = /^i?frame$/.test(localNameOf(element) ?? '');
    const hasBackground = styleOf(element, 'background-image') !== 'none';
    const media = [...queries.element.call(element, 'img,svg,picture,video,canvas,object,iframe,input,button')];
    // Images are not loaded, so a link around an image has no size of its own.
    const hasMedia = media.length > 0 || hasBackground || isFrame;
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
      const filtered = /opacity\(([\d.]+)\)/.exec(styleOf(at, 'filter'))?.[1];
      if (filtered !== undefined) opacity *= Number(filtered);
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
    // The text may be in a child with its own font and color.
    let inner = element;
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
    for (let node = nextNode.call(walker); node !== null; node = nextNode.call(walker)) {
      if (!/\S/.test(textOf(node as CharacterData) ?? '')) continue;
      inner = (elementAbove(node) ?? element) as Element;
      break;
    }
    const range = createRange.call(document);
    selectNodeContents.call(range, element);
    // A background picture often replaces the text, which is moved away.
    const rects = [...(hasText && !hasBackground ? rangeRects.call(range) : getClientRects.call(element))];
    const isTiny = ({ width, height }: DOMRect) => width < 2 || height < 2;
    if (!hasText && media.length > 0 && media.every(isPixel)) return 'no-size';
    if (isFrame && rects.every(isTiny)) return 'no-size';
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
    const scrollsSideways = (at: Element | null): boolean =>
      at !== null &&
      at !== root &&
      ((/auto|scroll/.test(styleOf(at, 'overflow-x')) && (scrollWidthOf(at) ?? 0) > (clientWidthOf(at) ?? 0)) ||
        scrollsSideways(elementAbove(at)));
    const isReachable = scrollsSideways(element);
    const isOff = (box: DOMRect) => {
      const left = box.left - Math.min(page.left, 0);
      const top = box.top - Math.min(page.top, 0);
      return left + box.width <= 0 || top + box.height <= 0 || (left >= width && !isReachable);
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
  /** In another document, colors and positions are relative to its frame, so only the browser's own verdict counts. */
  const hiddenInFrame = (element: Element): HiddenBy | null =>
    checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }) ? null : 'display';
  const foundLinkOf = (element: Element, href: string, where: FoundLink['where'], inHidden: boolean): FoundLink => {
    const text = visibleText(element);
    const image = queries.element.call(element, 'img[alt]')[0];
    const alt = image === undefined ? '' : (getAttribute.call(image, 'alt') ?? '');
    const shell = outerHtmlOf(cloneNode.call(element, false) as Element) ?? '';
    const startTag = shell.replace(/<\/[^<]*$/, '');
    // Only for links that the visit looks for: this lays out the page.
    if (!areAnimationsFinished) finishAnimations();
    areAnimationsFinished = true;
    const cause = inHidden ? 'display' : where === 'frame' ? hiddenInFrame(element) : hiddenBy(element);
    if (cause !== null && where === undefined) hiddenLinks.push(element);
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

  /** Links of the last search that nobody can see. */
  let hiddenLinks: Element[] = [];
  let last: { readonly snapshot: PageSnapshot; readonly at: number } | null = null;

  const snapshot = (hosts: readonly string[], limits: SnapshotLimits): PageSnapshot => {
    const now = performance.now();
    const isSame = last !== null && last.snapshot.readyState === readyStateOf(document) && changedAt < last.at;
    if (last !== null && isSame) return { ...last.snapshot, quietMs: now - changedAt };
    const found = search(hosts, limits);
    last = { snapshot: found, at: now };
    return found;
  };

  /** What fades or moves in counts as it is at the end. */
  const finishAnimations = (): void => {
    for (const animation of getAnimations.call(document)) {
      // An endless animation goes on.
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (typeof endTime === 'number' && Number.isFinite(endTime)) finish.call(animation);
    }
  };

  /** Words that a script needs to learn that the page is scrolled, or to load code that may. */
  const SCROLLS =
    /scroll|wheel|touch|pointer|IntersectionObserver|BoundingClientRect|offsetTop|elements?FromPoint|AnimationFrame|contentvisibility|import|eval|Function|createElement|insertAdjacent|innerHTML|document\.write|atob|fromCharCode|\\x|\\u/i;
  const ignoresScrolling = (): boolean =>
    [...queries.document.call(document, `${RUNS},iframe`)].every(
      (element) =>
        localNameOf(element) === 'script' &&
        getAttribute.call(element, 'src') === null &&
        !SCROLLS.test(textContentOf(element) ?? ''),
    );

  let areAnimationsFinished = false;
  const search = (hosts: readonly string[], limits: SnapshotLimits): PageSnapshot => {
    const until = performance.now() + limits.milliseconds;
    areAnimationsFinished = false;
    hiddenLinks = [];
    const links: FoundLink[] = [];
    let linkCount = 0;
    let seen = 0;
    let truncated = false;
    let scripts = 0;
    let frames = 0;
    let lazyFrames = 0;

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
          if (inner !== null && /^lazy$/i.test(getAttribute.call(element, 'loading') ?? '')) lazyFrames++;
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
      lazyFrames,
      ignoresScrolling: lazyFrames === 0 && ignoresScrolling(),
    };
  };

  const AROUND =
    'nav,header,footer,dialog,button,select,[role="navigation"],[role="banner"],[role="contentinfo"],[role="dialog"],[role="alertdialog"]';
  const NOTICES =
    '[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[id*="gdpr" i],[class*="gdpr" i]';
  const MOUNTS =
    '#root,#app,#__next,#__nuxt,#___gatsby,#main-app,#react-root,#application,app-root,[data-reactroot],[ng-app],[v-cloak],main,article';
  const LOADING =
    /^\W*(?:loading|please wait|laden|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|ładowanie|even geduld|загрузка|読み込み中|加载中|로딩)(?=$|[\s.…:,!%\d])/i;
  const SORRY =
    /(?<!\p{L})(?:something went wrong|error (?:has )?occurred|application error|client-side exception|try again later|temporarily unavailable|briefly unavailable|not available (?:right now|at the moment)|service unavailable|(?:under|scheduled) maintenance|under construction|coming soon|establishing a database connection|^fatal error|^database error|could not be loaded|failed to load|schief ?gelaufen|fehler ist aufgetreten|vorübergehend nicht|wartungs(?:arbeiten|modus)|nicht geladen werden|erreur (?:s['’]est produite|est survenue)|réessayer plus tard|temporairement indisponible|en maintenance|algo (?:salió|ha salido) mal|(?:ha ocurrido|se ha producido) un error|en mantenimiento|qualcosa è andato storto|si è verificato un errore|in manutenzione|algo deu errado|ocorreu um erro|em manutenção|iets mis ?gegaan|fout opgetreden|in onderhoud|coś poszło nie tak|wystąpił błąd|przerwa techniczna)/iu;
  const innerText = (element: Element | null): string =>
    element === null ? '' : (innerTextOf(element as HTMLElement) ?? '');
  const linesOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const inkOf = (text: string): number => text.replace(/\s+/g, '').length;
  const proseOf = (lines: readonly string[]): number =>
    lines.reduce((sum, line) => sum + (line.length > 80 ? line.length : 0), 0);

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
  const showsText = (elements: Iterable<Element>, without: readonly Element[]): boolean => {
    for (const element of elements) {
      // The text of an element that is not displayed is its source text.
      if (!checkVisibility.call(element) || !/\S/.test(innerText(element))) continue;
      if (!without.some((part) => contains.call(part, element))) return true;
    }
    return false;
  };
  const hasTextIn = (document: Document): boolean => showsText(queries.document.call(document, 'body *'), []);

  /** The content of the page: its text without the parts around it, and without menus elsewhere. */
  const contentOf = (all: readonly string[]): Pick<ShownContent, 'ink' | 'prose' | 'hasText'> & { lines: string[] } => {
    const around = partsAround();
    const left = new Map<string, number>();
    for (const part of around) {
      for (const line of linesOf(innerText(part))) left.set(line, (left.get(line) ?? 0) + 1);
    }
    const lines = all.filter((line) => {
      const count = left.get(line) ?? 0;
      if (count > 0) left.set(line, count - 1);
      return count === 0;
    });
    let within = 0;
    let outward = 0;
    for (const link of queries.document.call(document, 'a[href]')) {
      if (!checkVisibility.call(link) || around.some((part) => contains.call(part, link))) continue;
      if (URL.parse(hrefOf(link) ?? '')?.host === window.location.host) within += innerText(link).length;
      else outward++;
    }
    const ink = Math.max(0, inkOf(lines.join('')) - within) + outward * LINK_INK;
    const prose = Math.max(0, proseOf(lines) - within);
    if (queries.document.call(document, RUNS).length > 0) {
      return {
        lines,
        ink,
        prose,
        hasText: showsText(queries.document.call(document, 'p,li,td,dd,blockquote,pre'), around),
      };
    }
    const pictures = [...queries.document.call(document, 'img,picture,video,canvas,svg,embed')];
    const frames = [...queries.document.call(document, 'iframe,frame')].map((frame) =>
      documentIn(frame, localNameOf(frame) ?? ''),
    );
    const hasText =
      hasTextIn(document) ||
      pictures.some((picture) => !isPixel(picture)) ||
      frames.some((inner) => inner === null || hasTextIn(inner));
    return { lines, ink, prose, hasText };
  };
  /** The characters that a link to another site counts as: it may be around a picture. */
  const LINK_INK = 20;
  /** A page with this much prose has content, whatever is around it. */
  const MUCH_PROSE = 1_000;
  const RAW = /^(?:script|style|noscript|template|textarea|title)$/;
  /** Whether the page displays much prose outside the parts around its content. Needs no layout of the page. */
  const hasMuchProse = (body: Element): boolean => {
    const around = partsAround();
    const walker = createTreeWalker.call(document, body, NodeFilter.SHOW_TEXT);
    let prose = 0;
    for (let node = nextNode.call(walker); node !== null && prose < MUCH_PROSE; node = nextNode.call(walker)) {
      const text = textOf(node as CharacterData) ?? '';
      if (text.length <= 80) continue;
      const length = text.replace(/\s+/g, ' ').trim().length;
      const parent = elementAbove(node);
      if (length <= 80 || parent === null || RAW.test(localNameOf(parent) ?? '')) continue;
      if (checkVisibility.call(parent) && !around.some((part) => contains.call(part, parent))) prose += length;
    }
    return prose >= MUCH_PROSE;
  };

  const linksOf = (): ShownContent['links'] => {
    const links: { raw: string; href: string }[] = [];
    for (const element of queries.document.call(document, 'a[href],area[href]')) {
      const raw = getAttribute.call(element, 'href') ?? '';
      if (raw.length < 2_000) links.push({ raw, href: hrefOf(element) ?? '' });
      if (links.length === 3_000) break;
    }
    return links;
  };

  const content = (hosts: readonly string[]): ShownContent => {
    const body = bodyOf(document);
    const links = linksOf();
    const whole = (body === null ? '' : (textContentOf(body) ?? '')).toLowerCase();
    const isMuch = body !== null && hasMuchProse(body);
    const isNamed = hosts.some((host) => whole.includes(host));
    // The visible text needs a layout.
    const shown = isMuch && !isNamed ? '' : innerText(body).slice(0, 300_000);
    const text = isNamed ? shown : '';
    if (isMuch) {
      return { ink: MUCH_PROSE, prose: MUCH_PROSE, hasText: true, isWaiting: false, isSorry: false, links, text };
    }
    const { lines, ink, prose, hasText } = contentOf(linesOf(shown));
    const isEmpty = (element: Element) => !/\S/.test(innerText(element));
    const needsScripts = [...queries.document.call(document, 'noscript')].some((element) =>
      /java\s*script/i.test(outerHtmlOf(element) ?? ''),
    );
    const isWaiting =
      [...queries.document.call(document, MOUNTS)].some(isEmpty) ||
      needsScripts ||
      lines.some((line) => line.length <= 60 && LOADING.test(line));
    const isSorry = lines.some((line) => line.length <= 160 && SORRY.test(line));
    return { ink, prose, hasText, isWaiting, isSorry, links, text };
  };

  /** The element that scrolls the content; null without such an element. */
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
  /** Resolves after the next frame and the work that it started; soon if the page draws no frames. */
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

  const forget = (): void => {
    last = null;
  };

  const reveal = async (): Promise<void> => {
    for (const link of hiddenLinks.slice(0, MAX_REVEALED)) {
      scrollIntoView.call(link, { block: 'center', behavior: 'instant' });
      await nextFrame();
      await nextFrame();
    }
    await new Promise((resolve) => setTimeout(resolve, REVEAL_MS));
    forget();
  };
  const MAX_REVEALED = 5;
  const REVEAL_MS = 600;

  /** Whether the page has more text or links than a challenge, a sign-in form or a consent wall would. */
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

  return { snapshot, forget, content, scroll, reveal, source };
}
