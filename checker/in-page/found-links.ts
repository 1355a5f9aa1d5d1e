import type { FoundLink } from '../../command-service/contract/observation.ts';
import type { DomMembers } from './dom-members.ts';
import type { HiddenCauses } from './hidden-causes.ts';
import type { PageElements } from './page-elements.ts';

/** Describes the links to the given hosts that a search finds. */
export function foundLinks(dom: DomMembers, elements: PageElements, causes: HiddenCauses) {
  const { queries, getAttribute, outerHtmlOf, cloneNode, getAnimations, finish } = dom;
  const { hiddenBy, hiddenInFrame } = causes;

  /** Links of the last search that nobody can see. */
  let hiddenLinks: Element[] = [];
  let areAnimationsFinished = false;

  /** Begins another search. */
  const restart = (): void => {
    hiddenLinks = [];
    areAnimationsFinished = false;
  };

  /** Ends animations: an element that fades or moves in counts as it is afterwards. */
  const finishAnimations = (): void => {
    for (const animation of getAnimations.call(document)) {
      // Endless animations keep running.
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (typeof endTime === 'number' && Number.isFinite(endTime)) finish.call(animation);
    }
  };

  /** Lays out the page to learn whether the link is visible. */
  const describe = (element: Element, href: string, where: FoundLink['where'], inHidden: boolean): FoundLink => {
    const text = elements.plainText(element);
    const image = queries.element.call(element, 'img[alt]')[0];
    const alt = image === undefined ? '' : (getAttribute.call(image, 'alt') ?? '');
    const shell = outerHtmlOf(cloneNode.call(element, false) as Element) ?? '';
    const startTag = shell.replace(/<\/[^<]*$/, '');
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

  return { restart, describe, hidden: (): readonly Element[] => hiddenLinks };
}

export type FoundLinks = ReturnType<typeof foundLinks>;
