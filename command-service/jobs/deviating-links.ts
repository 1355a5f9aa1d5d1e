/** Counts the links that would deviate from other terms (infra/docs/product.md, "Terms"). */
import { deviationsWith } from '../../projections/views/links/link-agreement.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import type { DeviatingLinkAnswer, DeviationPreview } from '../../query-service/contract/answers/bulk-operations.ts';
import type { Terms } from '../model/terms/events.ts';

/** How many links a person sees before they decide. */
const SHOWN = 100;

/** The link if it would deviate from terms that are agreed at this instant. */
export function deviatingLink(doc: LinkDoc, terms: Terms, at: string): readonly DeviatingLinkAnswer[] {
  const deviations = deviationsWith(doc, terms, at).map(({ code, since, factSince, evidence, cause = null }) => {
    return { code, since, factSince, evidence, cause };
  });
  const { id: linkId, articleLink, clientLink } = doc;
  return deviations.length === 0 ? [] : [{ linkId, articleLink, clientLink, deviations }];
}

export function previewOf(links: readonly DeviatingLinkAnswer[]): DeviationPreview {
  const all = links.flatMap(({ deviations }) => deviations);
  const codes = [...Map.groupBy(all, ({ code }) => code)].map(([code, { length: count }]) => ({ code, count }));
  const [oldest = null] = all.map(({ factSince }) => factSince).toSorted();
  codes.sort((one, other) => other.count - one.count);
  return { links: links.length, codes, oldest, first: links.slice(0, SHOWN) };
}
