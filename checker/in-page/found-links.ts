import type { FoundLink, HiddenBy } from '../../command-service/contract/observation.ts';
import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';
import type { Covers } from './visibility/covers.ts';
import type { HiddenCauses } from './visibility/hidden-causes.ts';

/** Describes the links to the given hosts that a search finds. */
export function foundLinks(dom: DomMembers, elements: PageElements, causes: HiddenCauses, cover: Covers) {
  const { queries, getAttribute, outerHtmlOf, cloneNode, getAnimations, finish } = dom;
  const { hiddenBy, hiddenInFrame } = causes;

  const MAX_COVER_TESTS = 20;

  /** Links of the last search that nobody can see, and the others of the document. */
  let hiddenLinks: Element[] = [];
  let shownLinks: Element[] = [];
  let areAnimationsFinished = false;
  /** Links that a visitor can make visible. */
  const revealed = new WeakSet<Element>();
  const covered = new WeakSet<Element>();

  /** Begins another search. */
  const restart = (): void => {
    hiddenLinks = [];
    shownLinks = [];
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

  /** Notes the hidden links that are visible in the present state of the page. */
  const noteRevealed = (): void => {
    finishAnimations();
    for (const link of hiddenLinks) {
      const isSeen = hiddenBy(link) === null && !(covered.has(link) && cover.isCovered(link));
      if (isSeen) revealed.add(link);
    }
  };

  /** Notes which links with these addresses are covered by other boxes; false if none is. */
  const noteCovered = (addresses: readonly string[]): boolean => {
    const links = shownLinks.filter((link) => addresses.includes(elements.hrefOf(link) ?? ''));
    const found = links.slice(0, MAX_COVER_TESTS).filter(cover.isCovered);
    for (const link of found) covered.add(link);
    return found.length > 0;
  };

  /** Why a person does not see a link in its document. */
  const causeOf = (element: Element): HiddenBy | null =>
    revealed.has(element) ? null : (hiddenBy(element) ?? (covered.has(element) ? 'covered' : null));

  /** Lays out the page to learn whether the link is visible. */
  const describe = (element: Element, href: string, where: FoundLink['where'], inHidden: boolean): FoundLink => {
    const text = elements.plainText(element);
    const image = queries.element.call(element, 'img[alt]')[0];
    const alt = image === undefined ? '' : (getAttribute.call(image, 'alt') ?? '');
    const shell = outerHtmlOf(cloneNode.call(element, false) as Element) ?? '';
    const startTag = shell.replace(/<\/[^<]*$/, '');
    if (!areAnimationsFinished) finishAnimations();
    areAnimationsFinished = true;
    const cause = inHidden ? 'display' : where === 'frame' ? hiddenInFrame(element) : causeOf(element);
    if (where !== 'frame' && !inHidden) (cause === null ? shownLinks : hiddenLinks).push(element);
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

  return {
    restart,
    describe,
    hidden: (): readonly Element[] => hiddenLinks.filter((link) => !revealed.has(link)),
    noteRevealed,
    noteCovered,
  };
}

export type FoundLinks = ReturnType<typeof foundLinks>;
