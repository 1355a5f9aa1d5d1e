/** The request for a visit of the browser tier, and the state that the steps of a visit share. */
import type { Tab } from '../browser/browser-pool.ts';
import type { LinkMatches, VisitFacts } from '../visit/visit-record.ts';
import type { LinkSearch } from './link-search.ts';
import type { PageWorld } from './page-world.ts';
import type { TabNetwork } from './tab-network.ts';

/** How long the browser tier waits, in milliseconds. */
export interface RenderPatience {
  /** Longest wait after the document has loaded. */
  readonly settleMs: number;
  /** A page is quiet when it has not changed for this long and loads no scripts or data. */
  readonly quietMs: number;
  /** Shortest wait before quiet counts, so that links added by a timer are still found. */
  readonly dwellMs: number;
  /** A page that does not respond for this long gets its scripts stopped. */
  readonly hungMs: number;
}

export interface RenderRequest {
  readonly articleLink: string;
  readonly clientLinks: readonly string[];
  /** Time limit of the visit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Replaces the browser's User-Agent. By default `product` is appended to the browser's. */
  readonly userAgent?: string;
  readonly product: string;
  readonly patience?: Partial<RenderPatience>;
  /** Window size in pixels. Tall by default, so that most lazy content loads. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Loads the styles before it looks for links, so that it knows whether they are visible. */
  readonly styles?: boolean;
  /** Whether a link of the page redirects to the client's page. */
  readonly leadsTo?: (address: string, clientLink: string, signal: AbortSignal) => Promise<boolean>;
  /** The browser gets our guess of the encoding of a page that declares none. */
  readonly guessesCharset?: boolean;
  /** Loads images. */
  readonly images?: boolean;
  /** Runs when the page has settled, while the tab shows it. If it throws a VisitFailure, the visit fails with it. */
  readonly onShown?: (page: ShownPage) => Promise<void>;
}

/** A settled page in its tab, usable until the time limit of the visit. */
export interface ShownPage {
  /** The matches of each client link. */
  readonly found: ReadonlyMap<string, LinkMatches>;
  /** Evaluates an expression in the isolated world, whose variables persist between calls; null if that fails. */
  evaluate(expression: string): Promise<unknown>;
  /** An image of the window in base64; `quality` of WebP from 0 to 100. @throws VisitFailure at the time limit. */
  screenshot(quality: number, format: 'webp' | 'png'): Promise<string>;
}

/** One visit of one page in one tab. */
export interface RenderVisit {
  readonly tab: Tab;
  readonly request: RenderRequest;
  readonly patience: RenderPatience;
  readonly facts: VisitFacts;
  readonly network: TabNetwork;
  readonly world: PageWorld;
  readonly search: LinkSearch;
  /** When waiting must end, so that time remains to read the page; on the clock of performance.now(). */
  readonly readingStarts: number;
}
