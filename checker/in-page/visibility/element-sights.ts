import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';
import type { ElementBoxes } from './element-boxes.ts';

/** Tells which elements a visitor sees, and can point at. */
export function elementSights(dom: DomMembers, elements: PageElements, boxes: ElementBoxes) {
  const { checkVisibility, getBoundingClientRect, createTreeWalker, nextNode, textOf, contains, queries } = dom;
  const { elementAbove, styleOf } = elements;

  const MAX_TEXTS = 300;
  const MEDIA = 'img,svg,picture,video,canvas,iframe,input,button';

  /** Whether a person sees the element's own box. */
  const isInSight = (element: Element): boolean => {
    if (!checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true })) return false;
    const box = getBoundingClientRect.call(element);
    return !boxes.isTiny(box) && boxes.placeCause(element, [box]) === null;
  };

  /** Whether an element shows anything but the hidden link: nobody points at an empty place. */
  const showsMore = (element: Element, link: Element): boolean => {
    const background = styleOf(element, 'background-color');
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(background) || styleOf(element, 'background-image') !== 'none')
      return true;
    if ([...queries.element.call(element, MEDIA)].some((each) => !contains.call(link, each) && isInSight(each)))
      return true;
    const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
    let texts = 0;
    for (let node = nextNode.call(walker); node !== null && texts < MAX_TEXTS; node = nextNode.call(walker)) {
      const parent = elementAbove(node);
      if (!/\S/.test(textOf(node as CharacterData) ?? '') || parent === null || contains.call(link, parent)) continue;
      texts++;
      if (isInSight(parent)) return true;
    }
    return false;
  };

  const isPointable = (element: Element, link: Element): boolean => isInSight(element) && showsMore(element, link);

  return { isInSight, isPointable };
}

export type ElementSights = ReturnType<typeof elementSights>;
