/** The events of a link's terms: what was agreed about the link, in a stream of its own. */

import type { Changes, Event } from '../../contract/event.ts';
import type { LinkType } from '../../contract/observation.ts';

/** How the found anchor is compared with the agreed texts (infra/docs/product.md, "Terms"). */
export const ANCHOR_RULES = ['exactly', 'contains', 'one-of', 'none-of'] as const;

/** `exactly` and `contains` have one text, the others up to 50. */
export interface AgreedAnchor {
  readonly rule: (typeof ANCHOR_RULES)[number];
  readonly texts: readonly string[];
}

/** What was agreed. The day on which a link is due and the day until which it stays are fields of the link. */
export interface Terms {
  /** null: any anchor is fine. */
  readonly anchor: AgreedAnchor | null;
  /** The link types that are fine, each once; null: all. */
  readonly linkTypes: readonly LinkType[] | null;
  /** Whether search engines must be allowed to list the page. */
  readonly indexable: boolean;
  /** Whether a visitor must see the link on the page itself. */
  readonly visible: boolean;
  /** Whether the link must be gone after the day until which it stays. */
  readonly goneAfterEnd: boolean;
}

export const NO_TERMS: Terms = {
  anchor: null,
  linkTypes: null,
  indexable: false,
  visible: false,
  goneAfterEnd: false,
};

/** The terms that differ. */
export function changedFields(before: Terms, after: Terms): readonly (keyof Terms)[] {
  const names = Object.keys(NO_TERMS) as readonly (keyof Terms)[];
  return names.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** The template of the list from which a link got its terms. */
export interface TemplateUse {
  readonly id: string;
  /** Whether a person chose other terms than the template's. */
  readonly isChanged: boolean;
}

/** The terms, with the template that they came from; null without one. */
export interface LinkTerms extends Terms {
  readonly template: TemplateUse | null;
}

/** Terms that a person chose, perhaps by a template. */
export type AgreedTerms = { readonly terms: Terms; readonly template?: TemplateUse | null | undefined };

export type TermsChanges = Changes<LinkTerms>;

export type TermsEvent = Event<'LinkTermsChanged', { readonly linkId: string; readonly changes: TermsChanges }>;
