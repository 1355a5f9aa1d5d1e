import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';
import type { ElementViews } from './element-views.ts';
import type { TextColors } from './text-colors.ts';

/** Finds boxes that lie over an element. */
export function covers(dom: DomMembers, elements: PageElements, colors: TextColors, views: ElementViews) {
  const { elementsFromPoint, contains, closest, matches, queries, getBoundingClientRect } = dom;
  const { localNameOf, getPropertyValue, sheetsOf, setSheets } = dom;
  const { createRange, selectNodeContents, rangeRects, getClientRects } = dom;
  const { styleOf, elementAbove } = elements;

  /** A visitor closes these, or they close by themselves. */
  const CLOSABLE =
    'dialog,[role="dialog"],[role="alertdialog"],[aria-modal],[popover],[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[class*="modal" i],[class*="popup" i],[class*="loader" i],[class*="loading" i]';
  const CONTROLS = 'button,[role="button"],input,select,textarea,[onclick],a[href^="#"]';
  const FEWEST_OPAQUE = 0.9;

  const isOpaquePaint = (value: (name: string) => string): boolean => {
    if ((colors.channelsOf(value('background-color'))[3] ?? 0) >= FEWEST_OPAQUE) return true;
    const image = value('background-image');
    if (!/^(?:[\w-]+-gradient\((?:[^()]|\([^()]*\))*\)(?:,\s*)?)+$/.test(image)) return false;
    const stops = image.match(/(?:rgba?|color|lab|lch|oklab|oklch)\([^()]*\)/g) ?? [];
    return stops.length > 0 && stops.every((stop) => (colors.channelsOf(stop)[3] ?? 0) >= FEWEST_OPAQUE);
  };

  const isOpaque = (element: Element, pseudo?: string): boolean => {
    const style = getComputedStyle(element, pseudo);
    const value = (name: string) => getPropertyValue.call(style, name);
    if (pseudo !== undefined && Number.parseFloat(value('opacity')) < FEWEST_OPAQUE) return false;
    return isOpaquePaint(value);
  };

  /** Whether an element stays in the window when the page scrolls, or goes when a visitor closes it or points at it. */
  const isPassing = (cover: Element): boolean => {
    if (closest.call(cover, CLOSABLE) !== null || queries.element.call(cover, CONTROLS).length > 0) return true;
    if (matches.call(cover, CONTROLS)) return true;
    for (let at: Element | null = cover; at !== null; at = elementAbove(at)) {
      if (/fixed|sticky/.test(styleOf(at, 'position'))) return true;
    }
    const { width, height } = getBoundingClientRect.call(cover);
    return width * height > 0.5 * window.innerWidth * window.innerHeight;
  };

  const opacityOf = (element: Element): number => {
    let opacity = 1;
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      opacity *= Number.parseFloat(styleOf(at, 'opacity')) || 0;
    }
    return opacity;
  };

  /** Whether an element around is drawn over the element: by a pseudo-element, or because the element lies behind it. */
  const isOverOwnContent = (over: Element, element: Element): boolean => {
    const placed = ['::before', '::after'].filter((pseudo) => {
      const style = getComputedStyle(over, pseudo);
      const isPlaced = /absolute|fixed/.test(getPropertyValue.call(style, 'position'));
      return isPlaced && !/^(?:none|normal)?$/.test(getPropertyValue.call(style, 'content'));
    });
    if (placed.length > 0) return placed.every((pseudo) => isOpaque(over, pseudo));
    for (let at: Element | null = element; at !== null && at !== over; at = elementAbove(at)) {
      if (Number.parseInt(styleOf(at, 'z-index'), 10) < 0) return isOpaque(over);
    }
    return false;
  };

  /** Whether `over`, which is drawn after the element, hides it. */
  const hides = (over: Element, element: Element): boolean => {
    if (opacityOf(over) < FEWEST_OPAQUE) return false;
    if (contains.call(over, element)) return isOverOwnContent(over, element);
    const isPicture = /^(?:img|video)$/.test(localNameOf(over) ?? '');
    return (isPicture || isOpaque(over)) && !isPassing(over);
  };

  /** Whether something is drawn over the element at a point of the window. */
  const isCoveredAt = (element: Element, x: number, y: number): boolean => {
    const all = elementsFromPoint.call(document, x, y);
    const own = all.findIndex((each) => contains.call(element, each));
    return own > 0 && all.slice(0, own).some((over) => hides(over, element));
  };

  /** Runs `look` while every element answers to the pointer: a box may be drawn but let clicks through. */
  const withPointer = <T>(look: () => T): T => {
    const before = sheetsOf(document) ?? [];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*{pointer-events:auto!important}');
    setSheets(document, [...before, sheet]);
    try {
      return look();
    } finally {
      setSheets(document, [...before]);
    }
  };

  /** The boxes of the text of an element, else its own. */
  const boxesOf = (element: Element): readonly DOMRect[] => {
    const range = createRange.call(document);
    selectNodeContents.call(range, element);
    const hasSize = ({ width, height }: DOMRect) => width >= 2 && height >= 2;
    const texts = [...rangeRects.call(range)].filter(hasSize);
    return texts.length > 0 ? texts : [...getClientRects.call(element)].filter(hasSize);
  };

  /** Whether other boxes hide the text or the pictures of the element. */
  const isCovered = (element: Element): boolean =>
    views.whileInView(element, () =>
      withPointer(() => {
        const points = boxesOf(element)
          .slice(0, 3)
          .flatMap(({ left, top, width, height }) =>
            [0.15, 0.5, 0.85].map((part) => [left + part * width, top + height / 2] as const),
          );
        return points.length > 0 && points.every(([x, y]) => isCoveredAt(element, x, y));
      }),
    );

  return { isCovered };
}

export type Covers = ReturnType<typeof covers>;
