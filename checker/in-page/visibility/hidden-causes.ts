import type { HiddenBy } from '../../../command-service/contract/observation.ts';
import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';
import type { ClosedParts } from './closed-parts.ts';
import type { ElementBoxes } from './element-boxes.ts';
import type { FadedParts } from './faded-parts.ts';
import type { TextColors } from './text-colors.ts';

/** Decides whether a person would see an element. */
export function hiddenCauses(
  dom: DomMembers,
  elements: PageElements,
  closed: ClosedParts,
  boxesOf: ElementBoxes,
  colors: TextColors,
  faded: FadedParts,
) {
  const { checkVisibility, localNameOf, queries, innerTextOf, textOf, getPropertyValue, getClientRects } = dom;
  const { createTreeWalker, nextNode, createRange, selectNodeContents, rangeRects } = dom;
  const { styleOf, elementAbove, plainText, isPixel } = elements;
  const { isTiny, placeCause } = boxesOf;

  /** Whether a pseudo-element of the element draws something. */
  const isDrawn = (element: Element): boolean =>
    ['::before', '::after'].some((pseudo) => {
      const content = getPropertyValue.call(getComputedStyle(element, pseudo), 'content');
      return content !== 'none' && content !== 'normal' && content !== '""';
    });

  /** The element around the first text: it may have a font and a color of its own. */
  const aroundText = (element: Element): Element => {
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
    for (let node = nextNode.call(walker); node !== null; node = nextNode.call(walker)) {
      if (/\S/.test(textOf(node as CharacterData) ?? '')) return elementAbove(node) ?? element;
    }
    return element;
  };

  /** The text and the pictures in an element. */
  const insideOf = (element: Element) => {
    const isFrame = /^(?:i?frame|object|embed)$/.test(localNameOf(element) ?? '');
    const hasBackground = styleOf(element, 'background-image') !== 'none';
    const media = [...queries.element.call(element, 'img,svg,picture,video,canvas,object,iframe,input,button')];
    // Images are not loaded, so a link around an image has no size of its own.
    const hasMedia = media.length > 0 || hasBackground || isFrame;
    // The shown text of an invisible element is empty.
    const isVisible = checkVisibility.call(element, { visibilityProperty: true });
    const hasText = /\S/.test((isVisible ? innerTextOf(element as HTMLElement) : null) ?? plainText(element));
    return { isFrame, hasBackground, media, hasMedia, hasText };
  };

  /** Whether an element has no size: its boxes, its only pictures or the font of its text, which is in `inner`. */
  const isTooSmall = (
    { isFrame, media, hasMedia, hasText }: ReturnType<typeof insideOf>,
    inner: Element,
    rects: readonly DOMRect[],
  ): boolean => {
    if (!hasText && media.length > 0 && media.every(isPixel)) return true;
    if ((isFrame || !hasMedia) && rects.every(isTiny)) return true;
    return !hasMedia && Number.parseFloat(styleOf(inner, 'font-size')) < 3;
  };

  /** The element itself, or the element whose box its content is in. */
  const boxOf = (element: Element): Element => {
    let at = element;
    while (styleOf(at, 'display') === 'contents') {
      const above = elementAbove(at);
      if (above === null) break;
      at = above;
    }
    return at;
  };

  /** Whether the outermost element around it that is not visible can be opened. */
  const isInvisiblePartClosed = (element: Element): boolean => {
    let part = element;
    for (let at = elementAbove(element); at !== null; at = elementAbove(at)) {
      if (checkVisibility.call(at, { visibilityProperty: true })) break;
      part = at;
    }
    return closed.canBeOpened(part);
  };

  /** Why a person would not see an element of this document; null if they would see it, or can unfold it. */
  const hiddenBy = (element: Element): HiddenBy | null => {
    const box = boxOf(element);
    if (!checkVisibility.call(box)) return closed.canBeShown(element) ? null : 'display';
    if (!checkVisibility.call(box, { visibilityProperty: true }) && !isInvisiblePartClosed(box)) return 'visibility';
    if (localNameOf(element) === 'area') return null;
    const inside = insideOf(element);
    const { hasBackground, hasMedia, hasText } = inside;
    if (!hasText && !hasMedia) return isDrawn(element) ? null : 'empty';
    const cause = faded.fadedOrClipped(element);
    if (cause !== null) return cause;
    const inner = aroundText(element);
    const range = createRange.call(document);
    selectNodeContents.call(range, element);
    // A background picture often replaces the text, which is moved away.
    const rects = [...(hasText && !hasBackground ? rangeRects.call(range) : getClientRects.call(element))];
    if (isTooSmall(inside, inner, rects)) return 'no-size';
    const boxes = rects.filter((rect) => !isTiny(rect));
    if (boxes.length === 0) return null;
    const placementCause = placeCause(element, boxes);
    if (placementCause !== null) return placementCause;
    return hasText && !hasMedia && colors.isSameColor(inner) ? 'same-color' : null;
  };

  /** In another document, colors and positions are relative to its frame, so only the browser's own verdict counts. */
  const hiddenInFrame = (element: Element): HiddenBy | null =>
    checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }) ? null : 'display';

  return { hiddenBy, hiddenInFrame };
}

export type HiddenCauses = ReturnType<typeof hiddenCauses>;
