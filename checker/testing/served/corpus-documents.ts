/** The pages of the corpus, served over HTTP. */
import { pages } from '../corpus/all-pages.ts';
import { answer, live, pending, removed, rendered, type ServedExpectation, type ServedPage } from './served-page.ts';

function expectedOf({ expected }: (typeof pages)[number]): ServedExpectation {
  const {
    matches,
    anchor = null,
    linkType = 'dofollow',
    cause = null,
    refresh,
    challenge,
    nearest,
    unread,
    anchorInBrowser,
  } = expected;
  if (matches > 0) return live(anchor, {}, linkType, cause);
  if (unread !== undefined) return pending(unread);
  if (challenge) return pending('blocked', { challenge });
  // The target of the refresh does not exist on this site.
  if (refresh !== undefined) return removed('page-gone', { via: ['meta-refresh'] });
  if (anchorInBrowser !== undefined) return rendered(anchorInBrowser);
  return removed('not-on-page', nearest === undefined ? {} : { nearest });
}

export const servedDocuments: readonly ServedPage[] = pages.map((page) => ({
  name: page.name,
  serve: answer(page.html, page.xRobotsTag === undefined ? {} : { 'x-robots-tag': page.xRobotsTag }),
  ...(page.clientLink === undefined ? {} : { clientLink: page.clientLink }),
  expected: expectedOf(page),
}));
