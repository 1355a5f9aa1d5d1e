import type { ContentParts } from './content-parts.ts';
import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';
import type { PageNotices } from './page-notices.ts';
import type { PageProse } from './page-prose.ts';
import type { PageWords } from './page-words.ts';

/** What a settled page shows. Headers, menus, footers and cookie notices do not count as its content. */
export interface ShownContent {
  /** Visible characters of the content without white space and without links within the site. A link to another site counts. */
  readonly ink: number;
  /** Letters of the content in blocks that are long enough for prose. A Chinese, Japanese or Korean character is 2.5. */
  readonly prose: number;
  /** Letters in shorter items of lists, tables, dialogues and the like. */
  readonly items: number;
  /** Whether lines that are long enough for prose have more letters than the links within the site. */
  readonly isMostlyProse: boolean;
  /** Whether there is a paragraph; on a page without scripts any text in an element, a picture or a frame. */
  readonly hasText: boolean;
  /** Whether an element that apps fill is empty, or the page says that it is loading or needs scripts. */
  readonly isWaiting: boolean;
  /** Whether the page apologizes for an error or for maintenance. */
  readonly isSorry: boolean;
  /** Whether all that a person can do is to load the page again. */
  readonly offersOnlyReload: boolean;
  /** Whether the page asks to switch off an ad blocker. */
  readonly isAdWall: boolean;
  /** The links of the page: the attribute as written and the resolved address. */
  readonly links: readonly { readonly raw: string; readonly href: string }[];
  /** The visible text; '' if the page's text contains none of the hosts. */
  readonly text: string;
}

/** Measures the content that the page shows. */
export function shownContent(
  dom: DomMembers,
  elements: PageElements,
  parts: ContentParts,
  pageProse: PageProse,
  words: PageWords,
  notices: PageNotices,
) {
  const { queries, contains, localNameOf, checkVisibility, getAttribute, bodyOf, textContentOf, outerHtmlOf } = dom;
  const { RUNS, hrefOf, documentIn, isPixel } = elements;
  const { innerText, partsAround, showsText } = parts;
  const { MUCH_PROSE, proseIn, measure } = pageProse;

  const MOUNTS =
    '#root,#app,#__next,#__nuxt,#___gatsby,#main-app,#react-root,#application,app-root,[data-reactroot],[ng-app],[v-cloak],main,article';
  /** Elements that scripts fill. */
  const PLACES = '[aria-busy="true"],:is(div,section,article,main,aside,ul,ol,p,span,table,tbody):not(:has(*))';
  /** A page with fewer characters that names ad blockers is a wall against them. */
  const WALL_INK = 600;
  /** The characters that a link to another site counts as: it may be around a picture. */
  const LINK_INK = 20;
  const linesOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const inkOf = (text: string): number => text.replace(/\s+/g, '').length;
  const proseOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + proseIn(line), 0);
  const hasTextIn = (inner: Document): boolean => showsText(queries.document.call(inner, 'body *'), []);

  /** Whether there is a paragraph; on a page without scripts any text in an element, a picture or a frame. */
  const hasText = (around: readonly Element[]): boolean => {
    if (queries.document.call(document, RUNS).length > 0) {
      return showsText(queries.document.call(document, 'p,li,td,dd,blockquote,pre'), around);
    }
    const pictures = [...queries.document.call(document, 'img,picture,video,canvas,svg,embed')];
    const frames = [...queries.document.call(document, 'iframe,frame')].map((frame) =>
      documentIn(frame, localNameOf(frame) ?? ''),
    );
    return (
      hasTextIn(document) ||
      pictures.some((picture) => !isPixel(picture)) ||
      frames.some((inner) => inner === null || hasTextIn(inner))
    );
  };

  /** The content of the page: its text without the parts around it, and without menus elsewhere. */
  const contentOf = (all: readonly string[]) => {
    const around = partsAround();
    const left = new Map<string, number>();
    for (const part of around) {
      for (const line of linesOf(innerText(part))) left.set(line, (left.get(line) ?? 0) + 1);
    }
    const lines = all.filter((line) => {
      const count = left.get(line) ?? 0;
      if (count > 0) left.set(line, count - 1);
      return count === 0;
    });
    let within = 0;
    let outward = 0;
    for (const link of queries.document.call(document, 'a[href]')) {
      if (!checkVisibility.call(link) || around.some((part) => contains.call(part, link))) continue;
      if (URL.parse(hrefOf(link) ?? '')?.host === window.location.host) within += innerText(link).length;
      else outward++;
    }
    const ink = Math.max(0, inkOf(lines.join('')) - within) + outward * LINK_INK;
    return { lines, ink, isMostlyProse: proseOf(lines) > within, hasText: hasText(around) };
  };

  const linksOf = (): ShownContent['links'] => {
    const links: { raw: string; href: string }[] = [];
    for (const element of queries.document.call(document, 'a[href],area[href]')) {
      const raw = getAttribute.call(element, 'href') ?? '';
      if (raw.length < 2_000) links.push({ raw, href: hrefOf(element) ?? '' });
      if (links.length === 3_000) break;
    }
    return links;
  };

  const content = (hosts: readonly string[]): ShownContent => {
    const body = bodyOf(document);
    const links = linksOf();
    const whole = (body === null ? '' : (textContentOf(body) ?? '')).toLowerCase();
    const { prose, items } = body === null ? { prose: 0, items: 0 } : measure(body);
    const isMuch = prose >= MUCH_PROSE;
    const isNamed = hosts.some((host) => whole.includes(host));
    // The visible text needs a layout.
    const shown = isMuch && !isNamed ? '' : innerText(body).slice(0, 300_000);
    const text = isNamed ? shown : '';
    if (isMuch) {
      const much = { ink: prose, prose, items, isMostlyProse: true, hasText: true };
      return { ...much, isWaiting: false, isSorry: false, offersOnlyReload: false, isAdWall: false, links, text };
    }
    const { lines, ink, isMostlyProse, hasText } = contentOf(linesOf(shown));
    const isEmpty = (element: Element) => !/\S/.test(innerText(element));
    const needsScripts = [...queries.document.call(document, 'noscript')].some((element) =>
      /java\s*script/i.test(outerHtmlOf(element) ?? ''),
    );
    const isWaiting =
      [...queries.document.call(document, MOUNTS)].some(isEmpty) || needsScripts || lines.some(words.saysLoading);
    const isSorry = lines.some(words.isSorry) || notices.hasErrorTemplate();
    const offersOnlyReload = notices.offersOnlyReload(links);
    const isAdWall = ink < WALL_INK && lines.some(words.namesAdBlocker);
    return { ink, prose, items, isMostlyProse, hasText, isWaiting, isSorry, offersOnlyReload, isAdWall, links, text };
  };

  const awaitsContent = (): boolean => {
    const around = partsAround();
    const isOutside = (element: Element) => !around.some((part) => contains.call(part, element));
    const places = queries.document.call(document, PLACES);
    return (
      [...places].some((element) => isOutside(element) && !/\S/.test(textContentOf(element) ?? '')) ||
      linesOf(innerText(bodyOf(document))).some(words.saysLoading)
    );
  };

  return { content, awaitsContent };
}
