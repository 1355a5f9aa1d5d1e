/** The links of a page that match those of the clients. */
import type { FoundLink } from '../../command-service/contract/observation.ts';
import type { PageSnapshot } from '../in-page/page-search.ts';
import { matchLinks } from '../page/link-matcher.ts';
import type { LinkMatches } from '../visit/visit-record.ts';

/** Whether every client link has a match. */
export function hasEvery(found: ReadonlyMap<string, LinkMatches>): boolean {
  return [...found.values()].every(({ matches }) => matches.length > 0);
}

export class LinkSearch {
  readonly #clientLinks: readonly string[];
  readonly #styles: boolean;
  /** Addresses of matches that were there before the page was scrolled. */
  readonly #atFirst = new Set<string>();
  #isScrolled = false;

  /** `styles`: whether scripts may still change links that are already there. */
  constructor(clientLinks: readonly string[], styles: boolean) {
    this.#clientLinks = clientLinks;
    this.#styles = styles;
  }

  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  matchesIn(snapshot: PageSnapshot | null): ReadonlyMap<string, LinkMatches> {
    return new Map(
      this.#clientLinks.map((link) => {
        const found = matchLinks(link, snapshot?.links ?? []);
        if (!this.#isScrolled) return [link, found];
        const marked = (links: readonly FoundLink[]) => links.map((each) => this.#marked(each));
        return [link, { ...found, matches: marked(found.matches), similar: marked(found.similar) }];
      }),
    );
  }

  hasEvery(snapshot: PageSnapshot): boolean {
    return hasEvery(this.matchesIn(snapshot));
  }

  hasHiddenMatch(snapshot: PageSnapshot): boolean {
    return [...this.matchesIn(snapshot).values()].some(({ matches }) => matches.some(({ hidden }) => hidden === true));
  }

  /** Whether every match of one of the client links is hidden. */
  hasHiddenLink(snapshot: PageSnapshot): boolean {
    return [...this.matchesIn(snapshot).values()].some(
      ({ matches }) => matches.length > 0 && matches.every(({ hidden }) => hidden === true),
    );
  }

  /** The addresses of the matches. */
  addressesIn(snapshot: PageSnapshot): readonly string[] {
    return [...this.matchesIn(snapshot).values()].flatMap(({ matches }) => matches.map(({ href }) => href));
  }

  /** Whether scripts may still change or show the links: if the visit looks at these, or they are still hidden. */
  mayChange(snapshot: PageSnapshot): boolean {
    return snapshot.scripts > 0 && (this.#styles || this.hasHiddenMatch(snapshot));
  }

  /** Begins anew with another document. */
  restart(): void {
    this.#isScrolled = false;
    this.#atFirst.clear();
  }

  /** Notes the matches that are there before the page is scrolled. */
  noteAtFirst(snapshot: PageSnapshot): void {
    if (this.#isScrolled) return;
    for (const { matches, similar } of this.matchesIn(snapshot).values()) {
      for (const { href } of [...matches, ...similar]) this.#atFirst.add(href);
    }
  }

  /** From now on, other matches appeared only after scrolling. */
  noteScrolled(): void {
    this.#isScrolled = true;
  }

  /** Marks matches that appeared only after scrolling. */
  #marked(match: FoundLink): FoundLink {
    return this.#atFirst.has(match.href) ? match : { ...match, afterScrolling: true };
  }
}
