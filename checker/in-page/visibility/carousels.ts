import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';

/** Recognizes the slides of a carousel that are not its current one. */
export function carousels(dom: DomMembers, elements: PageElements) {
  const { localNameOf, getAttribute, queries, checkVisibility, childrenOf, parentOf, getBoundingClientRect } = dom;
  const { contains, getAnimations, nextOf } = dom;
  const { styleOf, elementAbove } = elements;

  const MAX_DEPTH = 12;
  /** The most elements from a slide to the element that cuts off the others. */
  const MAX_ABOVE = 4;
  const NAMED = /carousel|slide|slick|swiper|splide|flickity|glide|owl-|keen|embla|marquee|ticker/i;
  const BUTTONS =
    'button,[role="button"],[role="tab"],label,input[type="radio"],a[href^="#"],[class*="next" i],[class*="prev" i],[class*="dot" i],[class*="arrow" i]';

  const isSeen = (element: Element): boolean =>
    checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true });

  const nameOf = (element: Element): string =>
    ['class', 'id', 'role', 'aria-roledescription'].map((name) => getAttribute.call(element, name) ?? '').join(' ');

  const overlap = (one: DOMRect, other: DOMRect): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;

  const classesOf = (element: Element): readonly string[] =>
    (getAttribute.call(element, 'class') ?? '').split(/\s+/).filter(Boolean);

  /** The children of an element's parent that look like it. */
  const alike = (element: Element): readonly Element[] => {
    const parent = parentOf(element);
    if (!(parent instanceof Element)) return [];
    const own = classesOf(element);
    return [...childrenOf(parent)].filter((each) => {
      if (each === element || localNameOf(each) !== localNameOf(element)) return false;
      const other = classesOf(each);
      return own.length === 0 || other.length === 0 || other.some((name) => own.includes(name));
    });
  };

  /** The element around a slide that cuts off the others, with its box; null without such an element. */
  const windowOf = (slide: Element): { readonly frame: Element; readonly box: DOMRect } | null => {
    let at = elementAbove(slide);
    for (let depth = 0; at !== null && depth < MAX_ABOVE; depth++, at = elementAbove(at)) {
      const cuts = /hidden|clip|auto|scroll/.test(styleOf(at, 'overflow-x') + styleOf(at, 'overflow-y'));
      const box = getBoundingClientRect.call(at);
      if (/^(?:body|html)$/.test(localNameOf(at) ?? '')) return null;
      if (cuts && box.width > 20 && box.height > 10) return { frame: at, box };
    }
    return null;
  };

  /** Whether a slide lies where the others bring it: in their row or column, or under the current one. */
  const isInRow = (slide: DOMRect, current: DOMRect, count: number): boolean => {
    const reach = (count + 2) * 1.2;
    return (
      Math.abs(slide.width - current.width) < 0.5 * current.width + 2 &&
      Math.abs(slide.left - current.left) <= reach * current.width &&
      Math.abs(slide.top - current.top) <= reach * current.height
    );
  };

  const hasButtons = (slide: Element, frame: Element): boolean => {
    const parent = elementAbove(frame) ?? frame;
    const around = /^(?:body|html|main|article)$/.test(localNameOf(parent) ?? '') ? frame : parent;
    const isButton = (control: Element) => !contains.call(slide, control) && isSeen(control);
    const places = [around, nextOf(frame)].filter((place) => place !== null);
    return places.some((place) => [...queries.element.call(place, BUTTONS)].some(isButton));
  };

  /** Whether an endless animation moves the slide. */
  const isMoving = (slide: Element): boolean =>
    getAnimations.call(document).some(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return target !== null && contains.call(target, slide) && effect?.getComputedTiming().iterations === Infinity;
    });

  /** Whether the element is a slide that is not shown at present, among others like it. */
  const isSlide = (element: Element): boolean => {
    const others = alike(element);
    if (others.length === 0) return false;
    const seen = windowOf(element);
    const isNamed = [element, elementAbove(element), seen?.frame ?? null].some(
      (each) => each !== null && NAMED.test(nameOf(each)),
    );
    const box = getBoundingClientRect.call(element);
    const isDrawn = isSeen(element);
    // A slide that the others replace needs no frame that cuts it off.
    const frame = seen?.frame ?? elementAbove(element);
    if (frame === null || (isDrawn && seen === null)) return false;
    const view = seen?.box ?? getBoundingClientRect.call(frame);
    const isCurrent = (each: Element) => isSeen(each) && overlap(getBoundingClientRect.call(each), view);
    const current = others.filter(isCurrent);
    const [first] = current;
    if (first === undefined || (isDrawn && overlap(box, view))) return false;
    if (box.width > 0 && !isInRow(box, getBoundingClientRect.call(first), others.length)) return false;
    if (!isDrawn && !isNamed && (seen === null || current.length > 1 || others.length < 2)) return false;
    if (localNameOf(element) === 'a' && !isNamed) return false;
    if (isNamed && queries.document.call(document, 'script').length > 0) return true;
    return isMoving(element) || hasButtons(element, frame);
  };

  /** Whether the boxes of an element are in such a slide, and in no other place. */
  const areInSlide = (element: Element, boxes: readonly DOMRect[]): boolean => {
    let at = elementAbove(element);
    for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++, at = elementAbove(at)) {
      if (/^(?:body|html)$/.test(localNameOf(at) ?? '')) return false;
      const slide = getBoundingClientRect.call(at);
      if (boxes.every((box) => overlap(box, slide)) && isSlide(at)) return true;
    }
    return false;
  };

  return { isSlide, areInSlide };
}

export type Carousels = ReturnType<typeof carousels>;
