/** What happened to the link of an alert: a code, and sentences that do not name the link. Pure. */

import { beginsByDay } from '../../command-service/contract/deviations.ts';
import german from '../../command-service/contract/languages/de/alerts.json' with { type: 'json' };
import english from '../../command-service/contract/languages/en/alerts.json' with { type: 'json' };
import { formatReason, formatWarning } from '../../command-service/contract/languages/reasons.ts';
import { type Texts, textsOf } from '../../command-service/contract/languages/texts.ts';
import { readerIn } from '../../command-service/contract/languages.ts';
import { formatDay } from '../rules/calendar-days.ts';
import type { AlertFact } from '../views/links/alerts.ts';

/** The texts of alerts about links. */
export type AlertTexts = Texts<keyof typeof english>;

/** The texts of alerts about links in the language of a mail's reader. */
export const alertTexts = textsOf({ en: english, de: german });

/** The API answers in English; the console translates it. */
export const ENGLISH: AlertTexts = alertTexts(readerIn('en'));

/** What happened to a link. */
export type AlertedEvent =
  | 'removed'
  | 'not-found'
  | 'live'
  | 'live-again'
  | 'not-verified'
  | 'warning'
  | 'deviates'
  | 'expiring'
  | 'unchecked';

/** An alert about a link. */
export type LinkAlert = Extract<AlertFact, { readonly linkId: string }>;

/** null for an alert that is not about a link. */
export function linkEventOf(fact: LinkAlert): AlertedEvent;
export function linkEventOf(fact: AlertFact): AlertedEvent | null;
export function linkEventOf(fact: AlertFact): AlertedEvent | null {
  switch (fact.kind) {
    case 'status-changed':
      if (fact.to === 'removed') return fact.wasLive ? 'removed' : 'not-found';
      if (fact.to === 'pending') return 'not-verified';
      return fact.from === 'removed' && fact.wasLive ? 'live-again' : 'live';
    case 'warned':
      return 'warning';
    case 'deviates':
      return 'deviates';
    case 'expires':
      return 'expiring';
    case 'unchecked':
      return 'unchecked';
    default:
      return null;
  }
}

/** Whole sentences, for a reader who sees the link's addresses; '' for an alert that is not about a link. */
export function formatLinkEvent(fact: AlertFact, { text, language, locale }: AlertTexts = ENGLISH): string {
  switch (fact.kind) {
    case 'status-changed':
      return formatReason(fact.reason, fact.details ?? null, language);
    case 'warned':
      return fact.warnings.map((warning) => formatWarning(warning, language)).join(' ');
    case 'deviates':
      return text(`event.${fact.code}`, {
        found: fact.evidence,
        day: beginsByDay(fact.code) ? formatDay(fact.evidence, locale) : '',
      });
    case 'expires':
      return text('event.expiring', { day: formatDay(fact.expirationDate, locale) });
    case 'unchecked':
      return text('event.unchecked', { day: formatDay(fact.lastChecked, locale) });
    default:
      return '';
  }
}
