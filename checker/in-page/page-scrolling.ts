import type { DomMembers } from './dom-members.ts';
import type { FoundLinks } from './found-links.ts';
import type { PageChanges } from './page-changes.ts';
import type { PageElements } from './page-elements.ts';
import type { ElementViews } from './visibility/element-views.ts';

/** How far the page was scrolled. */
export interface ScrollResult {
  readonly steps: number;
  readonly isAtEnd: boolean;
}

/** Scrolls the page. */
export function pageScrolling(
  dom: DomMembers,
  elements: PageElements,
  changes: PageChanges,
  found: FoundLinks,
  views: ElementViews,
) {
  const { queries, scrollerOf, scrollHeightOf, clientHeightOf, scrollTopOf, scrollTo } = dom;
  const MAX_REVEALED = 5;
  const REVEAL_MS = 600;

  /** The element that scrolls the content; null without such an element. */
  const scrollTarget = (): Element | null => {
    const page = scrollerOf(document);
    const isScrollable = (element: Element) =>
      (scrollHeightOf(element) ?? 0) > (clientHeightOf(element) ?? 0) + 50 && (clientHeightOf(element) ?? 0) > 300;
    let target = page;
    if (page === null || !isScrollable(page)) {
      target = null;
      let largest = 0;
      for (const element of queries.document.call(document, 'main,section,div,ul')) {
        const height = scrollHeightOf(element) ?? 0;
        if (height <= largest || !isScrollable(element) || !/auto|scroll/.test(elements.styleOf(element, 'overflow-y')))
          continue;
        target = element;
        largest = height;
      }
    }
    return target;
  };
  let drawsFrames: boolean | null = null;
  /** Resolves after the next frame and the work that it started; soon if the page draws no frames. */
  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      // A busy machine draws late, and what a frame does not show does not come into view.
      const withoutFrame = () => {
        drawsFrames ??= false;
        resolve();
      };
      const timer = setTimeout(withoutFrame, drawsFrames === false ? 100 : 1_000);
      requestAnimationFrame(() => {
        drawsFrames = true;
        clearTimeout(timer);
        setTimeout(resolve);
      });
    });
  const scroll = async (windows: number, milliseconds: number): Promise<ScrollResult> => {
    const began = performance.now();
    const target = scrollTarget();
    if (target === null) return { steps: 0, isAtEnd: true };
    for (let steps = 0; ; steps++) {
      const isEnough = steps >= windows || performance.now() - began > milliseconds || changes.changedAt() > began;
      // The first step also tells whether this is the end.
      if (isEnough && steps > 0) return { steps, isAtEnd: false };
      const before = scrollTopOf(target) ?? 0;
      scrollTo.call(target, { top: before + (clientHeightOf(target) ?? 0), behavior: 'instant' });
      if ((scrollTopOf(target) ?? 0) <= before + 1) return { steps, isAtEnd: true };
      await nextFrame();
    }
  };

  const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  const reveal = async (): Promise<void> => {
    for (const link of found.hidden().slice(0, MAX_REVEALED)) {
      views.bringIntoView(link);
      await nextFrame();
      await nextFrame();
    }
    await new Promise((resolve) => setTimeout(resolve, REVEAL_MS));
  };

  return { scroll, rest, reveal };
}
