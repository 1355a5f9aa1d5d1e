/** Texts of the terms of links. */
import type { LinkType, LinkTypeCause } from '../../../command-service/contract/observation.ts';
import {
  changedFields,
  NO_TERMS,
  type TemplateUse,
  type Terms,
  type TermsChanges,
} from '../../../command-service/model/terms/events.ts';
import english from '../../languages/en/links.terms.json' with { type: 'json' };
import { formatQuoted } from '../../platform/format/quotes.ts';
import { locale } from '../../platform/language/language.ts';
import { translation } from '../../platform/language/translation.ts';
import { TYPE_LABELS } from '../messages.ts';

const { messages, labels, format } = translation('links.terms', english);

export { format, messages };

/** By rule; '' means that any anchor is fine. */
export const ANCHOR_RULE_LABELS: Readonly<Record<string, string>> = { ...labels('rule'), '': messages.anyAnchor };

/** The names of the terms, and of the days that a link has itself. */
export const TERM_LABELS = labels('term');

const CAUSES: Readonly<Record<LinkTypeCause, string>> = labels('cause');

const choices = new Intl.ListFormat(locale, { type: 'disjunction' });

/** 'contains “tea”', 'one of 3 texts', 'any'. */
export function formatAnchor(anchor: Terms['anchor']): string {
  if (anchor === null) return messages.any;
  const { rule, texts } = anchor;
  return format(`anchorIs.${rule}`, { text: formatQuoted(texts[0] ?? ''), count: texts.length });
}

/** 'Dofollow or Sponsored', 'any'. */
export function formatTypes(types: readonly LinkType[] | null): string {
  return types === null ? messages.any : choices.format(types.map((type) => TYPE_LABELS[type]));
}

/** 'nofollow (meta robots)'. */
export function formatFoundType(type: string, cause: LinkTypeCause | null): string {
  const name = (Object.entries(TYPE_LABELS).find(([each]) => each === type)?.[1] ?? type).toLocaleLowerCase(locale);
  return cause === null ? name : format('withCause', { type: name, cause: CAUSES[cause] });
}

/** 'Guest post, changed since'. */
export function formatTemplate(name: string, isChanged: boolean): string {
  return isChanged ? format('templateChanged', { name }) : name;
}

/** The template that the terms came from; null: no template, or `templates` are not loaded yet. */
export function formatUse(
  use: TemplateUse | null,
  templates: readonly { readonly id: string; readonly name: string }[] | undefined,
): string | null {
  if (use === null || templates === undefined) return null;
  return formatTemplate(templates.find(({ id }) => id === use.id)?.name ?? messages.templateGone, use.isChanged);
}

function formatTerm(field: keyof Terms, terms: Terms): string {
  if (field === 'anchor') return formatAnchor(terms.anchor);
  if (field === 'linkTypes') return formatTypes(terms.linkTypes);
  return terms[field] ? messages.required : messages.notRequired;
}

/** 'Anchor: contains “tea” · Visible: required'. */
export function formatTerms(terms: Terms): string {
  const lines = changedTerms(NO_TERMS, terms).map(({ label, to }) => `${label}: ${to}`);
  return lines.join(' · ') || messages.noTerms;
}

/** Each changed term, with its old and its new value in words. */
export function formatTermsChanges(changes: TermsChanges) {
  const fields = Object.keys(changes) as readonly (keyof Terms)[];
  const [before, now] = (['from', 'to'] as const).map(
    (side): Terms => ({ ...NO_TERMS, ...Object.fromEntries(fields.map((field) => [field, changes[field]?.[side]])) }),
  );
  return changedTerms(before ?? NO_TERMS, now ?? NO_TERMS);
}

/** Each term that differs, in words. */
export function changedTerms(before: Terms, now: Terms) {
  return changedFields(before, now).map((field) => {
    const [from, to] = [formatTerm(field, before), formatTerm(field, now)];
    // Another list with as many texts.
    const texts = from === to ? (now.anchor?.texts.map(formatQuoted).join(', ') ?? '') : '';
    const isFirst = JSON.stringify(before[field]) === JSON.stringify(NO_TERMS[field]);
    return { label: TERM_LABELS[field], from, to: texts === '' ? to : `${to}: ${texts}`, isFirst };
  });
}
