/** Searches the source of a page in one pass for client links and for the facts in its head. */
import type { FoundLink, PageLook } from '../../command-service/contract/observation.ts';
import { asciiLower, decodeAttribute, relTokens, tokensOf } from '../html/html-text.ts';
import { parseRefresh } from '../html/meta-refresh.ts';
import { type PageLink, type PageListener, PageReader } from '../html/page-reader.ts';
import { type LinkMatches, NO_MATCHES } from '../visit/visit-record.ts';
import { CHALLENGE_SOURCE, isBotChallenge } from './bot-challenge.ts';
import { HrefFilter, LinkMatcher } from './link-matcher.ts';
import { mainContentOf } from './main-content.ts';
import { FORM_IN_ARTICLE_TEXT, hasFormBeside, lookOf } from './page-look.ts';

/** The facts in the source of a page. */
export interface PageFacts {
  /** The first title, white space folded, at most 500 characters; null if missing or empty. */
  readonly title: string | null;
  /** The contents of all `<meta name=robots>` and `<meta name=googlebot>`, joined by ', '; at most 1,000 characters. */
  readonly metaRobots: string | null;
  /** The first `<link rel=canonical>` of the head, resolved. */
  readonly canonical: string | null;
  /** The target of the first meta refresh in a browser that runs scripts; null if it only reloads the page. */
  readonly refresh: { readonly seconds: number; readonly url: string } | null;
  /** The number of `<a href>` and `<area href>` in the document. */
  readonly linkCount: number;
  /** Characters of visible text without white space; counted up to 2,048. */
  readonly textLength: number;
  /** The page demands a proof that the visitor is human instead of showing its content. */
  readonly challenge: boolean;
  /** What the page shows instead of an article; null for any other page. */
  readonly look: PageLook | null;
  /** By client link, as passed to the scanner. */
  readonly found: ReadonlyMap<string, LinkMatches>;
}

const MAX_ROBOTS = 1000;

/** The most links before a late `<base href>` that are kept to be resolved again. */
const MAX_EARLY = 1000;

/** A relative link before any base; with its text only if a base could make it a match. */
type EarlyLink = Pick<PageLink, 'index' | 'href' | 'rel'> & Partial<PageLink>;

/** rel tokens that weaken a link: a later link without these tokens is stronger. */
const WEAKENING = ['nofollow', 'ugc', 'sponsored'];

/**
 * Scans one page; `pageUrl` is its address after redirects, `encoding` its encoding as far as it is known. Call `write` any number of times, then `end` once. `end` may
 * come early when `decided` is true.
 */
export class PageScanner {
  private readonly pageUrl: string;
  private readonly encoding: (() => string | null) | undefined;
  private readonly filter: HrefFilter;
  private readonly clientLinks: readonly string[];
  private readonly matchers: readonly LinkMatcher[];
  private readonly reader: PageReader;
  private candidates: PageLink[] = [];
  /** Relative hrefs before any base: a later base applies to them, too. */
  private early: EarlyLink[] = [];
  private baseSeen = false;
  private baseInHead = false;
  private titleInHead = false;
  private title: string | null = null;
  private robots: string | null = null;
  private headRobots: string | null = null;
  private canonical: string | null = null;
  private refresh: { readonly seconds: number; readonly url: string | null } | null = null;
  private source = '';
  /** Indexes of the client links that have no match with full weight yet. */
  private readonly undecided: Set<number>;

  constructor(pageUrl: string, clientLinks: readonly string[], encoding?: () => string | null) {
    this.pageUrl = pageUrl;
    this.encoding = encoding;
    this.clientLinks = [...new Set(clientLinks)];
    this.matchers = this.clientLinks.map((link) => new LinkMatcher(link));
    this.undecided = new Set(this.matchers.keys());
    this.filter = new HrefFilter(
      pageUrl,
      this.matchers.flatMap(({ host }) => (host === null ? [] : [host])),
      encoding,
    );
    this.reader = new PageReader(this.listener());
  }

  /** Reads the next chunk; chunks may be cut anywhere. */
  write(text: string): void {
    if (this.source.length < CHALLENGE_SOURCE) this.source += text.slice(0, CHALLENGE_SOURCE - this.source.length);
    this.reader.write(text);
  }

  /** The head is over and every client link has a match with full weight, so no later link can change the verdict. */
  get decided(): boolean {
    return this.undecided.size === 0 && this.reader.settled;
  }

  /** Ends the page and returns its facts. */
  end(): PageFacts {
    this.reader.end();
    const { linkCount, textLength } = this.reader;
    const signs = { title: this.title, source: this.source, linkCount, textLength };
    const { look, found } = this.article(signs);
    const url = this.refresh?.url == null ? null : this.filter.resolveAny(this.refresh.url);
    return {
      title: this.title || null,
      metaRobots: this.robots,
      canonical: this.canonical === null ? null : this.filter.resolveAny(this.canonical),
      refresh:
        this.refresh === null || url === null || !/^https?:/.test(url) ? null : { seconds: this.refresh.seconds, url },
      linkCount,
      textLength,
      challenge: isBotChallenge(signs),
      look,
      found,
    };
  }

  /**
   * What the page shows instead of an article, and the links. A form beside the content makes no other page of an
   * article: with enough text, or with a link in content that the page names.
   */
  private article(signs: Parameters<typeof lookOf>[0]): Pick<PageFacts, 'look' | 'found'> {
    const look = lookOf(signs);
    const found = this.collect();
    if (look !== 'sign-in' && look !== 'consent') return { look, found };
    const { source, isNamed } = mainContentOf(signs.source);
    if (!hasFormBeside(signs, source)) return { look, found };
    const content = new PageScanner(this.pageUrl, this.clientLinks, this.encoding);
    content.write(source);
    const { textLength, found: inContent } = content.end();
    if (textLength > FORM_IN_ARTICLE_TEXT) return { look: null, found };
    return { look, found: isNamed ? markedIn(found, inContent) : found };
  }

  private listener(): PageListener {
    return {
      linkTag: (index, rawHref, rawRel) => this.linkTag(index, rawHref, rawRel),
      link: (link) => this.link(link),
      base: (href, inHead) => {
        this.baseInHead = inHead;
        this.base(href);
      },
      meta: ({ name, httpEquiv, content, inHead, inNoscript }) => {
        const kind = name === null ? '' : asciiLower(name.trim());
        if (kind === 'robots' || kind === 'googlebot') {
          this.robots = (this.robots === null ? content : `${this.robots}, ${content}`).slice(0, MAX_ROBOTS);
          if (inHead) this.headRobots = this.robots;
        }
        if (!inNoscript && httpEquiv !== null && asciiLower(httpEquiv) === 'refresh')
          this.refresh ??= parseRefresh(content);
      },
      headLink: (rel, href) => {
        if (href !== '' && tokensOf(rel).includes('canonical')) this.canonical ??= href;
      },
      title: (text, inHead) => {
        this.title = text;
        this.titleInHead = inHead;
      },
      detached: () => {
        if (!this.titleInHead) this.title = null;
        if (!this.baseInHead) {
          this.baseSeen = false;
          this.filter.setBase(null);
        }
        this.robots = this.headRobots;
        this.startOver();
      },
    };
  }

  private linkTag(index: number, rawHref: string, rawRel: string | null): boolean {
    if (this.filter.mayMatch(rawHref)) {
      const resolved = this.filter.resolve(decodeAttribute(rawHref));
      if (resolved !== null && this.matchers.some((each) => each.wants(resolved.address))) return true;
    }
    if (this.baseSeen || this.early.length >= MAX_EARLY || rawHref.startsWith('http')) return false;
    this.early.push({ index, href: decodeAttribute(rawHref), rel: rawRel === null ? null : decodeAttribute(rawRel) });
    return this.matchers.some((each) => each.mayBeRelative(rawHref));
  }

  private link(link: PageLink): void {
    const resolved = this.filter.resolve(link.href);
    if (resolved === null) {
      // A later base may make the link a match: its text must not be lost.
      if (!this.baseSeen) this.early = this.early.map((each) => (each.index === link.index ? link : each));
      return;
    }
    this.candidates.push(link);
    const seen = seenLink(link, resolved.href);
    const weak = seen.rel.some((token) => WEAKENING.includes(token));
    for (const [i, matcher] of this.matchers.entries()) {
      matcher.add(resolved.address, seen);
      if (!weak && matcher.matches(resolved.address)) this.undecided.delete(i);
    }
  }

  private base(href: string): void {
    this.baseSeen = true;
    this.filter.setBase(href);
    if (this.candidates.length === 0 && this.early.length === 0) return;
    // The links before the base may have other targets now, so they are matched again.
    const early = this.early.map((each): PageLink => ({ anchor: '', snippet: '', ...each }));
    const links = [...this.candidates, ...early].sort((a, b) => a.index - b.index);
    this.startOver();
    for (const link of links) this.link(link);
  }

  private startOver(): void {
    this.candidates = [];
    this.early = [];
    for (const [i, matcher] of this.matchers.entries()) {
      matcher.clear();
      this.undecided.add(i);
    }
  }

  private collect(): ReadonlyMap<string, LinkMatches> {
    return new Map(this.clientLinks.map((link, i) => [link, this.matchers[i]?.found() ?? NO_MATCHES]));
  }
}

/** The links; those with an address among the links of the content are marked. */
export function markedIn(found: PageFacts['found'], inContent: PageFacts['found']): PageFacts['found'] {
  return new Map(
    [...found].map(([clientLink, { matches, nearest, similar }]) => {
      const content = inContent.get(clientLink) ?? NO_MATCHES;
      const addresses = new Set([...content.matches, ...content.similar].map(({ href }) => href));
      const marked = (links: readonly FoundLink[]) =>
        links.map((link) => (addresses.has(link.href) ? { ...link, inContent: true as const } : link));
      return [clientLink, { matches: marked(matches), nearest, similar: marked(similar) }];
    }),
  );
}

function seenLink(link: PageLink, href: string): FoundLink {
  return { href, anchor: link.anchor, rel: relTokens(link.rel), snippet: link.snippet };
}
