import type { FoundLink } from '../../command-service/contract/observation.ts';
import type { DomMembers } from './dom-members.ts';
import type { FoundLinks } from './found-links.ts';
import type { PageChanges } from './page-changes.ts';
import type { PageElements } from './page-elements.ts';
import type { UnreadFrameList } from './unread-frames.ts';
import type { HiddenCauses } from './visibility/hidden-causes.ts';

/** The state of the page at one moment. */
export interface PageSnapshot {
  readonly readyState: DocumentReadyState;
  /** Milliseconds since a link or an element was last added, changed or removed. */
  readonly quietMs: number;
  /** When that was, on the clock of the page. */
  readonly changedAt: number;
  readonly linkCount: number;
  /** Links to the given hosts, in document order. */
  readonly links: readonly FoundLink[];
  /** Which limit ended the search before the end of the page; null if it was searched completely. */
  readonly truncated: 'elements' | 'milliseconds' | null;
  readonly charset: string;
  /** Scripts in the document and in frames of its origin, and elements that run or load scripts or the like. */
  readonly scripts: number;
  readonly frames: number;
  /** Frames of the page's origin that load when they come into view. */
  readonly lazyFrames: number;
  /** Whether scrolling changes nothing: all scripts are in the page, and none listens to it. */
  readonly ignoresScrolling: boolean;
}

/** The links that a search returns. */
export interface WantedLinks {
  /** The hosts whose links are returned, with all of their subdomains. */
  readonly hosts: readonly string[];
  readonly clientLinks: readonly string[];
}

/** How much of a page is searched. */
export interface SnapshotLimits {
  readonly elements: number;
  /** After so many links, only those with the path of a client link are returned: as many again. */
  readonly links: number;
  readonly milliseconds: number;
}

/** Searches the page for links, with its frames and shadow roots. */
export function pageSearch(
  dom: DomMembers,
  elements: PageElements,
  changes: PageChanges,
  causes: HiddenCauses,
  found: FoundLinks,
  unread: UnreadFrameList,
) {
  const { queries, typeOf, localNameOf, getAttribute, textContentOf, shadowOf, readyStateOf, charsetOf } = dom;
  const { RUNS, hrefOf, documentIn } = elements;

  const FRAMES = /^(?:iframe|frame|object|embed)$/;
  /** Words that a script needs to learn that the page is scrolled, or to load code that may. */
  const SCROLLS =
    /scroll|wheel|touch|pointer|IntersectionObserver|BoundingClientRect|offsetTop|elements?FromPoint|AnimationFrame|contentvisibility|import|eval|Function|createElement|insertAdjacent|innerHTML|document\.write|atob|fromCharCode|\\x|\\u/i;
  const ignoresScrolling = (): boolean =>
    [...queries.document.call(document, `${RUNS},iframe`)].every(
      (element) =>
        localNameOf(element) === 'script' &&
        getAttribute.call(element, 'src') === null &&
        !SCROLLS.test(textContentOf(element) ?? ''),
    );

  /** The path of an address, however it is encoded: equal for all addresses that any matching counts as equal. */
  const plainPath = ({ pathname }: URL): string =>
    pathname
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/\/+$/, '');

  const search = ({ hosts, clientLinks }: WantedLinks, limits: SnapshotLimits): PageSnapshot => {
    const until = performance.now() + limits.milliseconds;
    found.restart();
    unread.restart();
    const links: FoundLink[] = [];
    const counts = { linkCount: 0, scripts: 0, frames: 0, lazyFrames: 0 };
    let seen = 0;
    let truncated: PageSnapshot['truncated'] = null;
    const paths = new Set(
      clientLinks.flatMap((link) => {
        const url = URL.parse(link);
        return url === null ? [] : [plainPath(url)];
      }),
    );

    const isOverLimit = (): boolean => {
      seen++;
      if (seen > limits.elements) truncated = 'elements';
      else if (seen % 512 === 0 && performance.now() > until) truncated ??= 'milliseconds';
      return truncated !== null;
    };
    const addLink = (element: Element, where: FoundLink['where'], inHidden: boolean): void => {
      const href = hrefOf(element);
      if (href === null) return;
      counts.linkCount++;
      const url = URL.parse(href);
      const host = url?.hostname.replace(/\.$/, '') ?? '';
      if (url === null || !hosts.some((wanted) => host === wanted || host.endsWith(`.${wanted}`))) return;
      const isInLimit = links.length < limits.links || (links.length < 2 * limits.links && paths.has(plainPath(url)));
      if (isInLimit) links.push(found.describe(element, href, where, inHidden));
    };
    const enterFrame = (element: Element, name: string, inHidden: boolean, depth: number): void => {
      counts.frames++;
      const inner = documentIn(element, name);
      unread.note(element, inner);
      if (inner === null) return;
      if (/^lazy$/i.test(getAttribute.call(element, 'loading') ?? '')) counts.lazyFrames++;
      if (depth < 10) walk(inner, 'frame', inHidden || causes.hiddenBy(element) !== null, depth + 1);
    };
    const walk = (root: Document | ShadowRoot, where: FoundLink['where'], inHidden: boolean, depth: number) => {
      changes.observe(root);
      // By node type, because every frame has its own classes.
      const query = typeOf(root) === Node.DOCUMENT_NODE ? queries.document : queries.fragment;
      const all = query.call(root, '*');
      counts.scripts += query.call(root, RUNS).length;
      for (const element of all) {
        if (isOverLimit()) return;
        const name = localNameOf(element) ?? '';
        if (name === 'a' || name === 'area') addLink(element, where, inHidden);
        else if (FRAMES.test(name)) enterFrame(element, name, inHidden, depth);
        const shadow = shadowOf(element);
        if (shadow !== null && depth < 50) walk(shadow, where ?? 'shadow-root', inHidden, depth + 1);
      }
    };
    walk(document, undefined, false, 0);
    return {
      ...counts,
      readyState: readyStateOf(document) ?? 'loading',
      quietMs: performance.now() - changes.changedAt(),
      changedAt: changes.changedAt(),
      links,
      truncated,
      charset: (charsetOf(document) ?? '').toLowerCase(),
      ignoresScrolling: counts.lazyFrames === 0 && ignoresScrolling(),
    };
  };

  let last: { readonly snapshot: PageSnapshot; readonly at: number } | null = null;

  const snapshot = (wanted: WantedLinks, limits: SnapshotLimits): PageSnapshot => {
    const now = performance.now();
    const changedAt = changes.changedAt();
    const isSame = last !== null && last.snapshot.readyState === readyStateOf(document) && changedAt < last.at;
    // A search that took too long is repeated: the machine may be less busy.
    if (last !== null && isSame && last.snapshot.truncated !== 'milliseconds') {
      return { ...last.snapshot, quietMs: now - changedAt };
    }
    last = { snapshot: search(wanted, limits), at: now };
    return last.snapshot;
  };
  const forget = (): void => {
    last = null;
  };

  return { snapshot, forget };
}
