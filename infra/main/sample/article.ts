/** The article pages of the sample, and the expected verdict of each kind. */
import type { LinkStatus, LinkType, ReasonCode } from '../../../command-service/contract/observation.ts';

/** How a page responds to a visit. */
export type ArticleKind =
  | 'live'
  | 'nofollow'
  | 'nofollow-meta'
  | 'nofollow-header'
  | 'sponsored'
  | 'ugc'
  | 'image'
  | 'script'
  | 'redirected'
  | 'removed'
  | 'near-miss'
  | 'comment'
  | 'not-found'
  | 'gone'
  | 'pdf'
  | 'forbidden'
  | 'challenge'
  | 'server-error'
  | 'slow'
  | 'base'
  | 'several'
  | 'latin-1';

/** The look and voice of one small publication. */
export interface Publication {
  /** Its host name under .localhost. */
  readonly id: string;
  readonly name: string;
  readonly tagline: string;
  readonly sections: readonly string[];
  /** CSS rules added to the common style. */
  readonly style: string;
  /** The colors of its pictures. */
  readonly colors: readonly [string, string, string];
  readonly articles: readonly Article[];
}

export interface Article {
  /** Its path segment, unique among all publications. */
  readonly slug: string;
  readonly kind: ArticleKind;
  readonly title: string;
  readonly author: string;
  /** The date of publication as shown on the page. */
  readonly date: string;
  /** HTML, with `{site}` for the publication's origin; '' if the page never shows it. */
  readonly body: string;
  /** The client links that the publisher promised, whether or not the page has them. */
  readonly promised: readonly string[];
}

/** A promised link: a page and the client link that it should have. */
export interface Promised {
  readonly kind: ArticleKind;
  readonly slug: string;
  readonly article: Article;
  readonly articleLink: string;
  readonly clientLink: string;
}

/** Every promised link, in the order of the publications. */
export function promisedIn(
  publications: readonly Publication[],
  addressOf: (publication: Publication, article: Article) => string,
): readonly Promised[] {
  return publications.flatMap((publication) =>
    publication.articles.flatMap((article) => {
      const { kind, slug, promised } = article;
      const articleLink = addressOf(publication, article);
      return promised.map((clientLink) => ({ kind, slug, article, articleLink, clientLink }));
    }),
  );
}

/** The expected verdict on a promised link. */
interface ExpectedVerdict {
  readonly status: LinkStatus;
  readonly reason: ReasonCode;
  readonly linkType: LinkType | null;
}

const live = (linkType: LinkType): ExpectedVerdict => ({ status: 'live', reason: 'found-static', linkType });
const removed = (reason: ReasonCode): ExpectedVerdict => ({ status: 'removed', reason, linkType: null });
const pending = (reason: ReasonCode): ExpectedVerdict => ({ status: 'pending', reason, linkType: null });

/** The expected verdict of each kind of page (infra/docs/product.md, "Statuses"). */
export const EXPECTED: Readonly<Record<ArticleKind, ExpectedVerdict>> = {
  live: live('dofollow'),
  nofollow: live('nofollow'),
  'nofollow-meta': live('nofollow'),
  'nofollow-header': live('nofollow'),
  sponsored: live('sponsored'),
  ugc: live('nofollow'),
  image: live('dofollow'),
  script: { status: 'live', reason: 'found-rendered', linkType: 'dofollow' },
  redirected: live('dofollow'),
  removed: removed('not-on-page'),
  'near-miss': removed('not-on-page'),
  comment: removed('not-on-page'),
  'not-found': removed('page-gone'),
  gone: removed('page-gone'),
  pdf: removed('not-html'),
  forbidden: pending('blocked'),
  challenge: pending('blocked'),
  'server-error': pending('server-error'),
  slow: pending('still-loading'),
  base: live('dofollow'),
  several: live('dofollow'),
  'latin-1': live('dofollow'),
};
