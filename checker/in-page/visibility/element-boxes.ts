import type { HiddenBy } from '../../../command-service/contract/observation.ts';
import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';
import type { Carousels } from './carousels.ts';
import type { ClosedParts } from './closed-parts.ts';

/** Compares the boxes of elements with the page and the elements around them. */
export function elementBoxes(dom: DomMembers, elements: PageElements, closed: ClosedParts, slides: Carousels) {
  const { rootOf, scrollerOf, scrollWidthOf, clientWidthOf, getBoundingClientRect, localNameOf } = dom;
  const { styleOf, elementAbove } = elements;

  const isTiny = ({ width, height }: DOMRect): boolean => width < 2 || height < 2;

  /** Whether the element is in a part of the page that scrolls sideways. */
  const scrollsSideways = (element: Element): boolean => {
    const root = rootOf(document);
    for (let at: Element | null = element; at !== null && at !== root; at = elementAbove(at)) {
      const isWide = (scrollWidthOf(at) ?? 0) > (clientWidthOf(at) ?? 0);
      if (/auto|scroll/.test(styleOf(at, 'overflow-x')) && isWide) return true;
    }
    return false;
  };

  /** Whether all boxes lie outside the page, where nobody can scroll. */
  const areOffScreen = (element: Element, boxes: readonly DOMRect[]): boolean => {
    const root = rootOf(document);
    const scroller = scrollerOf(document) ?? root;
    if (root === null || scroller === null) return false;
    const page = getBoundingClientRect.call(root);
    const width = Math.max(scrollWidthOf(scroller) ?? 0, window.innerWidth);
    const isReachable = scrollsSideways(element);
    return boxes.every((box) => {
      const left = box.left - Math.min(page.left, 0);
      const top = box.top - Math.min(page.top, 0);
      return left + box.width <= 0 || top + box.height <= 0 || (left >= width && !isReachable);
    });
  };

  /** Whether an element around that lies off the page itself, such as a drawer, can be opened. */
  const isInDrawer = (element: Element, boxes: readonly DOMRect[]): boolean => {
    const root = rootOf(document);
    for (let at = elementAbove(element); at !== null && at !== root; at = elementAbove(at)) {
      const frame = getBoundingClientRect.call(at);
      const holds = boxes.every((box) => box.right > frame.left && box.left < frame.right && box.bottom > frame.top);
      if (holds && areOffScreen(at, [frame]) && closed.canBeOpened(at)) return true;
    }
    return false;
  };

  /** Whether an element around cuts off all boxes, and no button opens it. */
  const areClipped = (element: Element, boxes: readonly DOMRect[]): boolean => {
    const root = rootOf(document);
    for (let at: Element | null = element; at !== null && at !== root; at = elementAbove(at)) {
      const [x, y] = [styleOf(at, 'overflow-x'), styleOf(at, 'overflow-y')];
      if (!/hidden|clip/.test(x + y) || localNameOf(at) === 'body' || closed.canBeOpened(at)) continue;
      const frame = getBoundingClientRect.call(at);
      const isOutside = (box: DOMRect) =>
        (/hidden|clip/.test(y) && (box.bottom <= frame.top + 1 || box.top >= frame.bottom - 1)) ||
        (/hidden|clip/.test(x) && (box.right <= frame.left + 1 || box.left >= frame.right - 1));
      if (isTiny(frame) || boxes.every(isOutside)) return true;
    }
    return false;
  };

  /** Why a person would not see the boxes of an element; null if they would. */
  const placeCause = (element: Element, boxes: readonly DOMRect[]): HiddenBy | null => {
    const isOff = areOffScreen(element, boxes);
    if (!isOff && !areClipped(element, boxes)) return null;
    if (slides.areInSlide(element, boxes) || (isOff && isInDrawer(element, boxes))) return null;
    return isOff ? 'off-screen' : 'clipped';
  };

  return { isTiny, placeCause };
}

export type ElementBoxes = ReturnType<typeof elementBoxes>;
