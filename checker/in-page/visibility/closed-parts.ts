import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';
import type { Carousels } from './carousels.ts';
import type { Openers } from './openers.ts';

/** Recognizes parts of a page that are closed, but that a person can open: accordions, tabs, dialogs and the like. */
export function closedParts(dom: DomMembers, elements: PageElements, openers: Openers, slides: Carousels) {
  const { localNameOf, getAttribute, shadowOf, slotOf, parentOf } = dom;
  const { styleOf, elementAbove } = elements;

  /** Whether a visitor can open this closed element, or bring this slide into view. */
  const canBeOpened = (element: Element): boolean => slides.isSlide(element) || openers.areThere(element);

  /** Whether the element is in the part of a closed `<details>` that opens. */
  const isClosedDetails = (at: Element, below: Element | null): boolean =>
    localNameOf(at) === 'details' &&
    getAttribute.call(at, 'open') === null &&
    below !== null &&
    localNameOf(below) !== 'summary';

  /** Whether an element lacks a slot in the shadow root of its parent. */
  const lacksSlot = (element: Element): boolean => {
    const parent = parentOf(element);
    const host = parent instanceof Element ? shadowOf(parent) : null;
    return host !== null && slotOf(element) === null;
  };

  /** Whether a person can show an element that is not displayed: every undisplayed part around it can be opened. */
  const canBeShown = (element: Element): boolean => {
    let closed = 0;
    let below: Element | null = null;
    for (let at: Element | null = element; at !== null; below = at, at = elementAbove(at)) {
      if (lacksSlot(at)) return false;
      if (isClosedDetails(at, below)) closed++;
      const isLeftOut = styleOf(at, 'display') === 'none' || styleOf(at, 'content-visibility') === 'hidden';
      if (!isLeftOut) continue;
      closed++;
      if (!canBeOpened(at) && getAttribute.call(at, 'hidden') !== 'until-found') return false;
    }
    return closed > 0;
  };

  return { canBeOpened, canBeShown };
}

export type ClosedParts = ReturnType<typeof closedParts>;
