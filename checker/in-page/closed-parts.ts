import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';

/** Recognizes parts of a page that are closed, but that a person can open: accordions, tabs and the like. */
export function closedParts(dom: DomMembers, elements: PageElements) {
  const { localNameOf, getAttribute, queries, checkVisibility } = dom;
  const { styleOf, elementAbove } = elements;

  /** Whether an element is in a closed `<details>`. */
  const isInClosedDetails = (element: Element): boolean => {
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

  /** Whether a person can show an element that is not displayed: every undisplayed part around it can be opened. */
  const canBeShown = (element: Element): boolean => {
    if (isInClosedDetails(element)) return true;
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      const isLeftOut = styleOf(at, 'display') === 'none' || styleOf(at, 'content-visibility') === 'hidden';
      if (isLeftOut && !canBeOpened(at) && getAttribute.call(at, 'hidden') !== 'until-found') return false;
    }
    return true;
  };

  return { canBeOpened, canBeShown };
}

export type ClosedParts = ReturnType<typeof closedParts>;
