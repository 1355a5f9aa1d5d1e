import type { HiddenBy } from '../../command-service/contract/observation.ts';
import type { ClosedParts } from './closed-parts.ts';
import type { DomMembers } from './dom-members.ts';
import type { ElementBoxes } from './element-boxes.ts';
import type { PageElements } from './page-elements.ts';
import type { TextColors } from './text-colors.ts';

/** Decides whether a person would see an element. */
export function hiddenCauses(
  dom: DomMembers,
  elements: PageElements,
  closed: ClosedParts,
  boxesOf: ElementBoxes,
  colors: TextColors,
) {
  const { checkVisibility, localNameOf, queries, innerTextOf, textOf, getPropertyValue, getClientRects } = dom;
  const { createTreeWalker, nextNode, createRange, selectNodeContents, rangeRects } = dom;
  const { styleOf, elementAbove, plainText, isPixel } = elements;
  const { isTiny, placeCause } = boxesOf;

  const EMPTY_RECT = /^rect\(\s*[01](?:px)?[,\s]+[01](?:px)?[,\s]+[01](?:px)?[,\s]+[01](?:px)?\s*\)$/;
  const EMPTY_PATH =
    /^(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?(?:\s*,\s*0(?:px|%)?\s+0(?:px|%)?)+\s*\))/;

  /** Whether the element or an element around it is clipped to nothing or transparent. */
  const fadedOrClipped = (element: Element): HiddenBy | null => {
    let opacity = 1;
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      const own = Number.parseFloat(styleOf(at, 'opacity'));
      if (Number.isFinite(own)) opacity *= own;
      const filtered = /opacity\(([\d.]+)\)/.exec(styleOf(at, 'filter'))?.[1];
      if (filtered !== undefined) opacity *= Number(filtered);
      if (EMPTY_RECT.test(styleOf(at, 'clip')) && /absolute|fixed/.test(styleOf(at, 'position'))) return 'clipped';
      if (EMPTY_PATH.test(styleOf(at, 'clip-path'))) return 'clipped';
    }
    return opacity < 0.05 ? 'opacity' : null;
  };

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
    const hasText = /\S/.test(innerTextOf(element as HTMLElement) ?? plainText(element));
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

  /** Why a person would not see an element of this document; null if they would see it, or can unfold it. */
  const hiddenBy = (element: Element): HiddenBy | null => {
    if (!checkVisibility.call(element)) return closed.canBeShown(element) ? null : 'display';
    if (!checkVisibility.call(element, { visibilityProperty: true })) return 'visibility';
    if (localNameOf(element) === 'area') return null;
    const inside = insideOf(element);
    const { hasBackground, hasMedia, hasText } = inside;
    if (!hasText && !hasMedia) return isDrawn(element) ? null : 'empty';
    const cause = fadedOrClipped(element);
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
