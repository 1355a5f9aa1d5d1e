/** The terms of a link as a form holds them: JSON, for drafts. The API's own schema validates them. Pure. */
import { LINK_TYPES, type LinkType } from '../../../command-service/contract/observation.ts';
import { parse } from '../../../command-service/contract/schema/parse.ts';
import { isOfMany, termsSchema } from '../../../command-service/model/terms/commands.ts';
import { ANCHOR_RULES, NO_TERMS, type Terms } from '../../../command-service/model/terms/events.ts';
import type { LinkAnswer, TermsTemplateAnswer } from '../../../query-service/contract/answers/links.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { isEqualJson } from '../../ui/forms/drafts.ts';

export type TermsValues = {
  /** How anchors are compared; empty: any anchor is fine. */
  readonly anchorRule: string;
  /** The agreed anchors, one on a line. */
  readonly anchorTexts: string;
  readonly linkTypes: readonly LinkType[];
  readonly indexable: boolean;
  readonly visible: boolean;
  readonly goneAfterEnd: boolean;
};

/** null: without terms. */
export function termsValues(terms: Terms | null): TermsValues {
  const { anchor, linkTypes, ...agreed } = terms ?? NO_TERMS;
  return {
    anchorRule: anchor?.rule ?? '',
    anchorTexts: anchor?.texts.join('\n') ?? '',
    linkTypes: linkTypes ?? LINK_TYPES,
    ...agreed,
  };
}

/** Whether the field of the anchors needs several lines. */
export function hasLines({ anchorRule, anchorTexts }: TermsValues): boolean {
  return ANCHOR_RULES.some((rule) => rule === anchorRule && isOfMany(rule)) || anchorTexts.includes('\n');
}

/** The body of a request that sets the terms; other fields of the values are left out. */
export function termsBody({ anchorRule, anchorTexts, ...values }: TermsValues) {
  const texts = anchorTexts.split('\n').filter((text) => text.trim() !== '');
  const { linkTypes, indexable, visible, goneAfterEnd } = values;
  return {
    anchor: anchorRule === '' ? null : { rule: anchorRule, texts: texts.map((text) => text.trim()) },
    // All link types together are no term.
    linkTypes: linkTypes.length === LINK_TYPES.length ? null : linkTypes,
    ...{ indexable, visible, goneAfterEnd },
  };
}

/** Whether the terms are those of a template. */
export function isOfTemplate(values: TermsValues, terms: Terms): boolean {
  return isEqualJson(termsBody(values), termsBody(termsValues(terms)));
}

/** The terms of one link, with the template that they came from; empty: no template. */
export type AgreedValues = TermsValues & { readonly templateId: string };

export function agreedValues({ terms, termsTemplate }: Pick<LinkAnswer, 'terms' | 'termsTemplate'>): AgreedValues {
  return { ...termsValues(terms), templateId: termsTemplate?.id ?? '' };
}

type Templates = readonly Pick<TermsTemplateAnswer, 'id' | 'terms'>[];

/** The body of a change. It lacks the template that the link keeps, of which it may have older terms. */
export function agreedBody({ templateId, ...values }: AgreedValues, before: string, templates: Templates) {
  const found = templates.find(({ id }) => id === templateId);
  const isSent = found === undefined ? templateId === '' : templateId !== before || isOfTemplate(values, found.terms);
  return { ...termsBody(values), ...(isSent && { templateId: templateId || null }) };
}

/** The API's field names as those of the form. */
export function termsFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(fields).map(([name, text]) => [/^anchor\b/.test(name) ? 'anchorTexts' : name, text]);
  return Object.fromEntries(named);
}

/** One message per field; empty if the terms can be sent. */
export function termsProblems(values: TermsValues): Readonly<Record<string, string>> {
  return termsFields(fieldErrors(() => parse(termsSchema, termsBody(values))));
}
