/** Counts the links that would deviate from other terms (infra/docs/product.md, "Terms"). */
import { deviationsWith } from '../../projections/views/links/link-agreement.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import type { DeviatingLinkAnswer, DeviationPreview } from '../../query-service/contract/answers/bulk-operations.ts';
import type { DeviationCode } from '../contract/deviations.ts';
import type { Terms } from '../model/terms/events.ts';

/** How many links a person sees before they decide. */
const SHOWN = 100;

export class DeviatingLinks {
  readonly #at: string;
  readonly #codes = new Map<DeviationCode, number>();
  readonly #first: DeviatingLinkAnswer[] = [];
  #links = 0;
  #oldest: string | null = null;

  /** `at`: the instant at which the terms would be agreed. */
  constructor(at: string) {
    this.#at = at;
  }

  /** Counts the link if it would deviate from the terms. */
  add(doc: LinkDoc, terms: Terms): void {
    const deviations = deviationsWith(doc, terms, this.#at);
    if (deviations.length === 0) return;
    this.#links++;
    for (const { code, factSince } of deviations) {
      this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
      if (this.#oldest === null || factSince < this.#oldest) this.#oldest = factSince;
    }
    if (this.#first.length === SHOWN) return;
    const { id: linkId, articleLink, clientLink } = doc;
    const shown = deviations.map(({ code, since, factSince, evidence, cause = null }) => ({
      code,
      since,
      factSince,
      evidence,
      cause,
    }));
    this.#first.push({ linkId, articleLink, clientLink, deviations: shown });
  }

  preview(): DeviationPreview {
    const codes = [...this.#codes].map(([code, count]) => ({ code, count }));
    codes.sort((one, other) => other.count - one.count);
    return { links: this.#links, codes, oldest: this.#oldest, first: this.#first };
  }
}
