/** What was agreed about a link and what was found, in the document of the view `links`. */
import { isAgreed } from '../../../command-service/contract/deviations.ts';
import { withChanges } from '../../../command-service/contract/events.ts';
import type { LinkChanges, PromotionFields } from '../../../command-service/model/link/events.ts';
import { changedFields, NO_TERMS, type Terms } from '../../../command-service/model/terms/events.ts';
import {
  type Agreement,
  begunBy,
  type Deviation,
  deviationsOf,
  EXCLUDED_WARNINGS,
  type FoundState,
  partOfSet,
} from '../../rules/deviations.ts';
import type { Recorded } from '../../view.ts';
import type { LinkDoc, LinkFacts } from './link-doc.ts';

/** Older states are dropped, so that a restless page cannot fill the document: a deviation then seems younger, never older. */
const MAX_FOUND = 20;
/** A history shows no older turns. */
const MAX_TURNS = 50;

/** The warnings that a term can exclude. */
const EXCLUDABLE: readonly string[] = Object.values(EXCLUDED_WARNINGS).flat();

/** The agreement of a new link: it has no terms, but it can be due on a day, and stay until one. */
export function firstAgreement(
  { timelineDate = null, duration }: Partial<PromotionFields> & Pick<LinkFacts, 'duration'>,
  at: string,
): Pick<LinkFacts, 'terms' | 'agreedAt'> {
  return { terms: null, agreedAt: isAgreed({ terms: null, timelineDate, duration }) ? { any: at } : {} };
}

/** When the parts of the agreement were agreed, after an edit of the link. */
export function agreedAfterEdit(doc: LinkDoc, changes: LinkChanges, at: string): LinkFacts['agreedAt'] {
  const { timelineDate, duration, liveDate } = changes;
  if ((timelineDate ?? duration ?? liveDate) === undefined) return doc.agreedAt;
  const agreed = {
    terms: doc.terms,
    timelineDate: timelineDate === undefined ? doc.timelineDate : timelineDate.to,
    duration: duration?.to ?? doc.duration,
  };
  const agreedAt = {
    ...doc.agreedAt,
    ...(timelineDate && { due: at }),
    ...((duration || liveDate) && { until: at }),
  };
  return withAny(doc, agreedAt, agreed, at);
}

/** The link with other terms. */
export function termsChanged(
  doc: LinkDoc,
  { data: { changes }, metadata, revision }: Recorded & { type: 'LinkTermsChanged' },
): LinkFacts {
  const { at } = metadata;
  const { template: ofTemplate, ...ofTerms } = changes;
  const fields = Object.keys(ofTerms) as readonly (keyof Terms)[];
  const terms = withChanges<Terms>(doc.terms ?? NO_TERMS, ofTerms);
  const template = ofTemplate === undefined ? doc.template : ofTemplate.to;
  return { ...doc, ...agreedWith(doc, terms, fields, at), template, termsRevision: revision + 1 };
}

/** The deviations that a link would have from the instant at which a person replaced its terms. */
export function deviationsWith(doc: LinkDoc, terms: Terms, at: string): readonly Deviation[] {
  const fields = changedFields(doc.terms ?? NO_TERMS, terms);
  const facts = { ...doc, ...agreedWith(doc, terms, fields, at) };
  return begunBy(deviationFacts(facts, doc.expirationDate).deviations, at.slice(0, 10));
}

function agreedWith(
  doc: LinkDoc,
  terms: Terms,
  fields: readonly (keyof Terms)[],
  at: string,
): Pick<LinkFacts, 'terms' | 'agreedAt'> {
  const isEmpty = changedFields(terms, NO_TERMS).length === 0;
  const agreed = { ...doc, terms: isEmpty ? null : terms };
  const agreedAt = { ...doc.agreedAt, ...Object.fromEntries(fields.map((field) => [field, at])) };
  return { terms: agreed.terms, agreedAt: withAny(doc, agreedAt, agreed, at) };
}

/** With the instant since which anything is agreed. */
function withAny(
  { agreedAt: { any } }: LinkDoc,
  { any: _, ...parts }: LinkFacts['agreedAt'],
  agreed: Parameters<typeof isAgreed>[0],
  at: string,
): LinkFacts['agreedAt'] {
  return isAgreed(agreed) ? { ...parts, any: any ?? at } : parts;
}

/** What was found up to the event; `doc` is the link after the event. The same list if the event says nothing. */
export function foundAfter(doc: LinkDoc, event: Recorded): readonly FoundState[] {
  const { at } = event.metadata;
  switch (event.type) {
    case 'LinkEdited':
      return event.data.changes.articleLink || event.data.changes.clientLink ? [] : doc.found;
    case 'LinkChecked':
    case 'VerdictJudgedAgain': {
      const isShown = event.type === 'VerdictJudgedAgain' || doc.lastChecked === at;
      const isSeen = event.data.verdict.status === 'live' && doc.status === 'live' && doc.correction === undefined;
      return isShown && isSeen ? withState(doc.found, seen(doc, at)) : doc.found;
    }
    case 'LinkStatusChanged': {
      const { to, reason, since = at } = event.data;
      if (reason === 'address-changed') return [];
      if (to === 'pending') return doc.found;
      // A link that is somebody else's was never seen.
      const earlier = reason === 'corrected-not-ours' ? [] : doc.found.filter((state) => state.since < since);
      if (to === 'removed') return withState(earlier, { since, isLive: false });
      const unknown = reason === 'corrected-live' && {
        anchor: null,
        linkType: null,
        linkTypeCause: null,
        warnings: [],
      };
      return withState(earlier, { ...seen(doc, since), ...unknown });
    }
    default:
      return doc.found;
  }
}

function seen({ anchor, linkType, linkTypeCause, warnings }: LinkDoc, since: string): FoundState {
  const codes = warnings.map(({ code }) => code).filter((code) => EXCLUDABLE.includes(code));
  return { since, isLive: true, anchor, linkType, linkTypeCause, warnings: codes };
}

function withState(found: readonly FoundState[], state: FoundState): readonly FoundState[] {
  const last = found.at(-1);
  const isSame =
    last !== undefined && JSON.stringify({ ...last, since: '' }) === JSON.stringify({ ...state, since: '' });
  return isSame ? found : [...found, state].slice(-MAX_FOUND);
}

/** The link with a turn if deviations began or ended with the event. */
export function withTurns(before: LinkDoc, doc: LinkDoc, { position, metadata }: Recorded): LinkDoc {
  if (before.deviations === doc.deviations) return doc;
  const day = metadata.at.slice(0, 10);
  const [had, has] = [before, doc].map(({ deviations }) => begunBy(deviations, day).map(({ code }) => code));
  const began = has?.filter((code) => !had?.includes(code)) ?? [];
  const ended = had?.filter((code) => !has?.includes(code)) ?? [];
  if (began.length + ended.length === 0 || doc.place === 'purged') return doc;
  return { ...doc, turns: [...doc.turns, { position, began, ended }].slice(-MAX_TURNS) };
}

/** The deviations, derived for lists. */
export function deviationFacts(
  facts: LinkFacts,
  expirationDate: string | null,
): Pick<LinkDoc, 'deviations' | 'deviationSet'> {
  const { terms, agreedAt, found, duration, timelineDate: due, lastLiveAt, firstLiveDate, lastChecked } = facts;
  const agreement: Agreement = {
    ...{ terms, agreedAt, found, duration, due, expirationDate },
    wasEverLive: lastLiveAt !== null || firstLiveDate !== null,
    isVisited: lastChecked !== null,
  };
  const deviations = deviationsOf(agreement);
  return { deviations, deviationSet: deviations.length === 0 ? null : deviations.map(partOfSet).join() };
}
