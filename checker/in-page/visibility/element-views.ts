import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';

/** Brings elements into view. */
export function elementViews(dom: DomMembers, elements: PageElements) {
  const { scrollTopOf, scrollLeftOf, scrollTo, scrollIntoView, bodyOf, rootOf } = dom;
  const { styleOf, elementAbove } = elements;

  /** Scrolls to the element, and returns a function that scrolls back what `isUndone` selects. */
  const show = (element: Element) => {
    const places: (readonly [Element, number, number])[] = [];
    for (let at = elementAbove(element); at !== null; at = elementAbove(at)) {
      places.push([at, scrollTopOf(at) ?? 0, scrollLeftOf(at) ?? 0]);
    }
    scrollIntoView.call(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
    return (isUndone: (at: Element) => boolean): void => {
      for (const [at, top, left] of places) {
        const isMoved = scrollTopOf(at) !== top || scrollLeftOf(at) !== left;
        if (isMoved && isUndone(at)) scrollTo.call(at, { top, left, behavior: 'instant' });
      }
    };
  };

  /** Scrolls to the element as far as a person could: boxes that only cut off their content stay as they are. */
  const bringIntoView = (element: Element): void => {
    const scrollBack = show(element);
    const isFixed = (at: Element) => !/auto|scroll/.test(styleOf(at, 'overflow-x') + styleOf(at, 'overflow-y'));
    scrollBack((at) => at !== bodyOf(document) && at !== rootOf(document) && isFixed(at));
  };

  /** Runs `look` while the element is in view, and scrolls back before the page notices. */
  const whileInView = <T>(element: Element, look: () => T): T => {
    const scrollBack = show(element);
    try {
      return look();
    } finally {
      scrollBack(() => true);
    }
  };

  return { bringIntoView, whileInView };
}

export type ElementViews = ReturnType<typeof elementViews>;
