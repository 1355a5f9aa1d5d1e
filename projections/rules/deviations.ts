/**
 * What deviates from a link's terms (infra/docs/product.md, "Terms"). A deviation is derived from the terms and from what
 * checks found, and never changes the status. Pure; days are YYYY-MM-DD in UTC.
 */
import { beginsByDay, type DeviationCode, isAgreed } from '../../command-service/contract/deviations.ts';
import type { LinkType, LinkTypeCause, WarningCode } from '../../command-service/contract/observation.ts';
import type { AgreedAnchor, Terms } from '../../command-service/model/terms/events.ts';
import { foldCase } from '../../infra/ports/text/case-folding.ts';
import { dayAfter } from './calendar-days.ts';

/** Raised whenever the rule changes: the view `links`, which has the deviations, is then built anew. */
export const DEVIATION_RULE_VERSION = 1;

/** The warnings that each of these terms excludes. */
export const EXCLUDED_WARNINGS = {
  indexable: ['noindex', 'canonical-elsewhere', 'robots-txt'],
  visible: ['hidden', 'only-in-frame'],
} as const satisfies Record<string, readonly WarningCode[]>;

/** What checks found from an instant, or a day, on; unreadable pages change nothing. */
export type FoundState =
  | { readonly since: string; readonly isLive: false }
  | {
      readonly since: string;
      readonly isLive: true;
      /** null if unknown, as are the anchor and the type of a link that a person called live. */
      readonly anchor: string | null;
      readonly linkType: LinkType | null;
      readonly linkTypeCause: LinkTypeCause | null;
      /** Those that a term can exclude. */
      readonly warnings: readonly WarningCode[];
    };

/** A term, the day on which the link is due, the day until which it stays, or any of them. */
export type AgreedPart = keyof Terms | 'due' | 'until' | 'any';

/** What was agreed about a link, and what was found. */
export interface Agreement {
  /** null without terms. */
  readonly terms: Terms | null;
  /** The day on which the link is due. */
  readonly due: string | null;
  readonly duration: string;
  /** The last day of the promise; null if it never ends or has not begun. */
  readonly expirationDate: string | null;
  /** The instant, or the day, since which each part is agreed as it is. */
  readonly agreedAt: Partial<Readonly<Record<AgreedPart, string>>>;
  /** What was found at the present addresses, oldest first; empty if no check could say anything yet. */
  readonly found: readonly FoundState[];
  /** Whether the link was ever seen live, at any addresses. */
  readonly wasEverLive: boolean;
  /** Whether a check visited the present addresses. */
  readonly isVisited: boolean;
}

/** A deviation, with its evidence. */
export interface Deviation {
  readonly code: DeviationCode;
  /** The day from which the link deviates: the fact holds and the term is agreed. It may be in the future. */
  readonly since: string;
  /** The day from which the fact holds, even before the term was agreed. */
  readonly factSince: string;
  /** True if the fact held when it was agreed: that is no news. */
  readonly isOld?: true;
  /** The found anchor or link type, the warning, or the day that was agreed. */
  readonly evidence: string;
  /** Why the link type is not dofollow. */
  readonly cause?: LinkTypeCause;
}

/** The deviations in the order of their codes, also those that begin on a later day unless something changes. */
export function deviationsOf(agreement: Agreement): readonly Deviation[] {
  if (!isAgreed({ ...agreement, timelineDate: agreement.due })) return [];
  return [...ofFound(agreement), ...ofDates(agreement)];
}

/** Those that have begun on this day. */
export function begunBy(deviations: readonly Deviation[], day: string): readonly Deviation[] {
  return deviations.filter(({ since }) => since <= day);
}

/** A deviation as a part of the set that lists filter by: the code, with the day if it begins by the calendar. */
export function partOfSet({ code, since }: Deviation): string {
  return beginsByDay(code) ? `${code}@${since}` : code;
}

/** Whether a set has the deviation, and it has begun by this day. */
export function hasBegun(set: string, code: string, today: string): boolean {
  return set.split(',').some((part) => {
    const [name, day = ''] = part.split('@');
    return name === code && day <= today;
  });
}

type LiveState = Extract<FoundState, { readonly isLive: true }>;

function ofFound({ terms, agreedAt, found }: Agreement): readonly Deviation[] {
  if (terms === null) return [];
  const deviations: Deviation[] = [];
  judge('wrong-anchor', 'anchor', ({ anchor }) =>
    terms.anchor === null || anchor === null || isAgreedAnchor(terms.anchor, anchor) ? null : { evidence: anchor },
  );
  judge('wrong-type', 'linkTypes', ({ linkType, linkTypeCause }) =>
    terms.linkTypes === null || linkType === null || terms.linkTypes.includes(linkType)
      ? null
      : { evidence: linkType, ...(linkTypeCause && { cause: linkTypeCause }) },
  );
  judge('not-indexable', 'indexable', (state) => excluded(terms, state, 'indexable'));
  judge('not-visible', 'visible', (state) => excluded(terms, state, 'visible'));
  return deviations;

  /** The fact holds since the earliest of the newest states that all deviate. */
  function judge(
    code: DeviationCode,
    part: AgreedPart,
    evidenceIn: (state: LiveState) => Pick<Deviation, 'evidence' | 'cause'> | null,
  ): void {
    const deviating = (state: FoundState | undefined) => (state?.isLive ? evidenceIn(state) : null);
    const evidence = deviating(found.at(-1));
    if (evidence === null) return;
    const before = found.findLastIndex((state) => deviating(state) === null);
    deviations.push({ code, ...sinceOf(agreedAt, found[before + 1]?.since ?? '', part), ...evidence });
  }
}

function excluded(terms: Terms, { warnings }: LiveState, term: keyof typeof EXCLUDED_WARNINGS) {
  const codes: readonly WarningCode[] = EXCLUDED_WARNINGS[term];
  const evidence = terms[term] ? warnings.find((code) => codes.includes(code)) : undefined;
  return evidence === undefined ? null : { evidence };
}

function ofDates(agreement: Agreement): readonly Deviation[] {
  const { terms, due, expirationDate, agreedAt, found, wasEverLive, isVisited } = agreement;
  const newest = found.at(-1);
  if (newest === undefined || !(newest.isLive || wasEverLive)) {
    // A page that was visited and could not be read says neither that the link is there nor that it is missing.
    const isUnknown = newest === undefined && isVisited;
    if (due === null || wasEverLive || isUnknown) return [];
    return [{ code: 'late', ...sinceOf(agreedAt, dayAfter(due), 'due'), evidence: due }];
  }
  const lastLive = found.findLastIndex(({ isLive }) => isLive);
  if (!newest.isLive) {
    const lostOn = (found[lastLive + 1] ?? newest).since.slice(0, 10);
    if (lastLive === -1 || (expirationDate !== null && lostOn >= expirationDate)) return [];
    return [{ code: 'lost-early', ...sinceOf(agreedAt, lostOn, 'until'), evidence: expirationDate ?? '' }];
  }
  if (!terms?.goneAfterEnd || expirationDate === null) return [];
  const liveSince = found[found.findLastIndex(({ isLive }) => !isLive) + 1]?.since ?? '';
  const over = later(dayAfter(expirationDate), liveSince.slice(0, 10));
  return [{ code: 'live-after-end', ...sinceOf(agreedAt, over, 'until', 'goneAfterEnd'), evidence: expirationDate }];
}

/** A deviation counts since the fact or the agreement, whichever is later. */
function sinceOf(agreedAt: Agreement['agreedAt'], instant: string, ...parts: readonly AgreedPart[]) {
  const factSince = instant.slice(0, 10);
  const agreed = [...parts, 'any' as const].map((part) => agreedAt[part] ?? '').reduce(later);
  const isOld = instant <= agreed && ({ isOld: true } as const);
  return { factSince, since: later(factSince, agreed.slice(0, 10)), ...isOld };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** A preview compares the same texts with many links. */
const foldedTexts = new WeakMap<readonly string[], readonly string[]>();

/** Compares without case, with white space folded; soft hyphens and other invisible breaks do not count. */
export function isAgreedAnchor({ rule, texts }: AgreedAnchor, found: string): boolean {
  const anchor = folded(found);
  const agreed = foldedTexts.get(texts) ?? texts.map(folded);
  foldedTexts.set(texts, agreed);
  switch (rule) {
    case 'contains':
      return agreed.some((text) => anchor.includes(text));
    case 'none-of':
      return !agreed.includes(anchor);
    case 'exactly':
    case 'one-of':
      return agreed.includes(anchor);
    default:
      return rule satisfies never;
  }
}

/** Unicode's default case folding keeps the dotless ı apart from i, which `foldCase` joins. */
function folded(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\u00ad\u200b\u2060]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.split('ı').map(foldCase).join('ı');
}
