import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';

/** A frame that the search of the page could not enter, or that has not loaded. */
export interface UnreadFrame {
  /** The address in the markup; '' without one. */
  readonly address: string;
  /** In pixels, without the border; 0 if it is not displayed. */
  readonly width: number;
  readonly height: number;
  /** It may be a picture or a file that a plug-in shows. */
  readonly isObject: boolean;
}

export interface UnreadFrames {
  readonly frames: readonly UnreadFrame[];
  /** Whether frames that were read have an article. */
  readonly hasArticle: boolean;
}

/** Keeps the frames of other sites, sandboxed frames, and frames that have not loaded. */
export function unreadFrames(dom: DomMembers, elements: PageElements) {
  const {
    getAttribute,
    localNameOf,
    namespaceOf,
    baseOf,
    bodyOf,
    urlOf,
    checkVisibility,
    clientWidthOf,
    clientHeightOf,
  } = dom;
  const ARTICLE_TEXT = 600;
  let unread: Element[] = [];
  let inner: Document[] = [];

  /** Begins another search. */
  const restart = (): void => {
    unread = [];
    inner = [];
  };

  const addressOf = (frame: Element): string => {
    if (getAttribute.call(frame, 'srcdoc') !== null) return 'about:srcdoc';
    const raw = getAttribute.call(frame, 'src') ?? getAttribute.call(frame, 'data') ?? '';
    return raw === '' ? '' : (URL.parse(raw, baseOf(frame) ?? undefined)?.href ?? '');
  };

  /** Notes a frame and its document; null for a document that cannot be entered. */
  const note = (frame: Element, document: Document | null): void => {
    if (namespaceOf(frame) !== 'http://www.w3.org/1999/xhtml') return;
    if (document !== null) inner.push(document);
    // A frame has an empty document until its own arrives.
    const isLoaded = document !== null && (urlOf(document) !== 'about:blank' || !/^https?:/.test(addressOf(frame)));
    if (!isLoaded) unread.push(frame);
  };

  const sizeOf = (frame: Element) => {
    const isShown = checkVisibility.call(frame, { visibilityProperty: true, opacityProperty: true });
    if (!isShown) return { width: 0, height: 0 };
    return { width: clientWidthOf(frame) ?? 0, height: clientHeightOf(frame) ?? 0 };
  };

  const list = (): UnreadFrames => ({
    frames: unread.map((frame) => ({
      address: addressOf(frame),
      ...sizeOf(frame),
      isObject: /^(?:object|embed)$/.test(localNameOf(frame) ?? ''),
    })),
    hasArticle: inner.some((document) => {
      const body = bodyOf(document);
      return body !== null && elements.plainText(body).length > ARTICLE_TEXT;
    }),
  });

  return { restart, note, list, at: (index: number): Element | null => unread[index] ?? null };
}

export type UnreadFrameList = ReturnType<typeof unreadFrames>;
