/**
 * The script that reads a page. It runs in an isolated world: it sees the page's document, but not the variables and
 * overridden built-ins of the page's scripts. Each part is a function that uses nothing but its parameters and the
 * browser, so that its source text can be sent to the page; `assemble` joins the parts there.
 */
import { contentParts } from './content-parts.ts';
import { domMembers } from './dom-members.ts';
import { foundLinks } from './found-links.ts';
import { pageChanges } from './page-changes.ts';
import { pageElements } from './page-elements.ts';
import { pageNotices } from './page-notices.ts';
import { pageProse } from './page-prose.ts';
import { pageScrolling, type ScrollResult } from './page-scrolling.ts';
import { type PageSnapshot, pageSearch, type SnapshotLimits, type WantedLinks } from './page-search.ts';
import { type PageSource, pageSource } from './page-source.ts';
import { pageWords } from './page-words.ts';
import { type ShownContent, shownContent } from './shown-content.ts';
import { type UnreadFrames, unreadFrames } from './unread-frames.ts';
import { carousels } from './visibility/carousels.ts';
import { closedParts } from './visibility/closed-parts.ts';
import { covers } from './visibility/covers.ts';
import { elementBoxes } from './visibility/element-boxes.ts';
import { elementSights } from './visibility/element-sights.ts';
import { elementViews } from './visibility/element-views.ts';
import { fadedParts } from './visibility/faded-parts.ts';
import { hiddenCauses } from './visibility/hidden-causes.ts';
import { openers } from './visibility/openers.ts';
import { scriptedOpeners } from './visibility/scripted-openers.ts';
import { textColors } from './visibility/text-colors.ts';
import { visitorActions } from './visibility/visitor-actions.ts';

/** The object that the script creates in its world. */
interface InPageReader {
  /** Searches the page, or returns the last result if nothing has changed since. */
  snapshot(wanted: WantedLinks, limits: SnapshotLimits): PageSnapshot;
  /** Makes the next snapshot search the page even if no link has changed: its styles may have. */
  forget(): void;
  /** The content that the page shows. */
  content(hosts: readonly string[]): ShownContent;
  /**
   * Scrolls the page or its main part, window by window, until something changes or the end is reached, with a frame
   * for each window, so that the page notices. At most this many windows and milliseconds.
   */
  scroll(windows: number, milliseconds: number): Promise<ScrollResult>;
  /** Resolves after all timers that the page has set for this time. */
  rest(milliseconds: number): Promise<void>;
  /** Whether a part of the page is empty, or says that it is loading. */
  awaitsContent(): boolean;
  /** Scrolls hidden links into view and gives the page a moment to show them: some fade in once they are in view. */
  reveal(): Promise<void>;
  /** Notes which links with these addresses are covered by other boxes; false if none is. */
  noteCovered(addresses: readonly string[]): boolean;
  /** What a visitor can point at, focus or jump to near the hidden links, with the pseudo-classes that it then has. */
  pointed(): readonly { readonly element: Element; readonly states: readonly string[] }[];
  /** Notes the hidden links that are visible in this state of the page, or when a box or radio button is checked. */
  noteRevealed(): void;
  /** The frames that the last search could not enter. */
  unreadFrames(): UnreadFrames;
  /** The element of one of these frames, by its index. */
  unreadFrame(index: number): Element | null;
  /** The markup of the document, at most `maxLength` characters. */
  source(maxLength: number): PageSource;
}

const PARTS = {
  domMembers,
  pageElements,
  pageChanges,
  textColors,
  elementViews,
  covers,
  carousels,
  scriptedOpeners,
  openers,
  closedParts,
  fadedParts,
  elementBoxes,
  hiddenCauses,
  foundLinks,
  unreadFrames,
  pageSearch,
  contentParts,
  pageProse,
  pageWords,
  pageNotices,
  shownContent,
  pageScrolling,
  elementSights,
  visitorActions,
  pageSource,
};

/** Runs in the page. */
function assemble(parts: typeof PARTS): InPageReader {
  const dom = parts.domMembers();
  const elements = parts.pageElements(dom);
  const changes = parts.pageChanges(dom);
  const colors = parts.textColors(dom, elements);
  const views = parts.elementViews(dom, elements);
  const slides = parts.carousels(dom, elements);
  const closed = parts.closedParts(
    dom,
    elements,
    parts.openers(dom, elements, parts.scriptedOpeners(dom, elements)),
    slides,
  );
  const boxes = parts.elementBoxes(dom, elements, closed, slides);
  const cover = parts.covers(dom, elements, colors, views);
  const faded = parts.fadedParts(elements, closed, colors);
  const causes = parts.hiddenCauses(dom, elements, closed, boxes, colors, faded);
  const found = parts.foundLinks(dom, elements, causes, cover);
  const unread = parts.unreadFrames(dom, elements);
  const { snapshot, forget } = parts.pageSearch(dom, elements, changes, causes, found, unread);
  const around = parts.contentParts(dom);
  const prose = parts.pageProse(dom, elements, around);
  const notices = parts.pageNotices(dom, around);
  const shown = parts.shownContent(dom, elements, around, prose, parts.pageWords(), notices);
  const scrolling = parts.pageScrolling(dom, elements, changes, found, views);
  const reveal = async (): Promise<void> => {
    await scrolling.reveal();
    forget();
  };
  const { pointed, noteRevealed } = parts.visitorActions(
    dom,
    elements,
    parts.elementSights(dom, elements, boxes),
    found,
  );
  const { source } = parts.pageSource(dom, elements);
  const { scroll, rest } = scrolling;
  const frames = { unreadFrames: unread.list, unreadFrame: unread.at };
  const visitor = { pointed, noteRevealed, noteCovered: found.noteCovered };
  return { snapshot, forget, ...shown, scroll, rest, reveal, ...visitor, source, ...frames };
}

const partSources = Object.entries(PARTS).map(([name, part]) => `${name}: ${part}`);

/** The source of an expression that creates the reader. */
export const READER_SOURCE = `(${assemble})({ ${partSources.join(',\n')} })`;
