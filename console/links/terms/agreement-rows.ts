/** What was agreed about a link, line by line, beside what was found. Pure. */
import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import { isWarningCode } from '../../../command-service/contract/reasons.ts';
import type { DeviationAnswer, LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { formatQuoted } from '../../platform/format/quotes.ts';
import { formatDaysLeft, formatDuration } from '../messages.ts';
import { formatWarningLabel } from '../reasons.ts';
import { format, formatAnchor, formatFoundType, formatTypes, messages, TERM_LABELS } from './messages.ts';

export interface AgreementRow {
  readonly label: string;
  readonly agreed: string;
  /** All texts of the anchor where `agreed` only counts them. */
  readonly texts?: readonly string[];
  /** null where nothing is known, such as the anchor of a page that is gone. */
  readonly mark: 'kept' | 'deviates' | null;
  /** What was found, and since when; null where nothing is known. */
  readonly found: string | null;
}

/** Since when checks see the present anchor and link type, as UTC days; null if unknown. */
export interface SeenSince {
  readonly anchor: string | null;
  readonly linkType: string | null;
}

/** The agreed lines only, and the end, which every link has. */
export function agreementRows(link: LinkDetailsAnswer, seen: SeenSince): readonly AgreementRow[] {
  const { terms, anchor, linkType, deviations } = link;
  // What checks saw before says nothing about a link that a person called live.
  const isKnown = link.status === 'live' && link.correction === null;
  const row = (
    [label, agreed]: readonly [string, string],
    codes: readonly DeviationCode[],
    kept: string | null,
    { isKept = isKnown, texts }: { readonly isKept?: boolean; readonly texts?: readonly string[] } = {},
  ): AgreementRow => {
    const deviation = deviations.find(({ code }) => codes.includes(code));
    const about = { label, agreed, ...(texts && { texts }) };
    if (deviation !== undefined) return { ...about, mark: 'deviates', found: formatDeviation(deviation) };
    return { ...about, mark: isKept ? 'kept' : null, found: kept };
  };
  const rows: AgreementRow[] = [];
  if (terms?.anchor) {
    const { texts } = terms.anchor;
    const kept = isKnown && anchor !== null ? formatFound(quotedAnchor(anchor), seen.anchor) : null;
    const options = { isKept: kept !== null, ...(texts.length > 1 && { texts }) };
    rows.push(row([TERM_LABELS.anchor, formatAnchor(terms.anchor)], ['wrong-anchor'], kept, options));
  }
  if (terms?.linkTypes) {
    const kept = isKnown && linkType !== null ? formatFound(formatFoundType(linkType, null), seen.linkType) : null;
    const agreed = formatTypes(terms.linkTypes);
    rows.push(row([TERM_LABELS.linkTypes, agreed], ['wrong-type'], kept, { isKept: kept !== null }));
  }
  if (terms?.indexable) rows.push(row([TERM_LABELS.indexable, messages.required], ['not-indexable'], null));
  if (terms?.visible) rows.push(row([TERM_LABELS.visible, messages.required], ['not-visible'], null));
  if (link.timelineDate !== null) {
    const agreed = formatDay(link.timelineDate);
    rows.push(row([TERM_LABELS.due, agreed], ['late'], formatStart(link), { isKept: link.wasLive }));
  }
  const end = link.expirationDate === null ? formatDuration(link.duration) : formatDay(link.expirationDate);
  const agreed = terms?.goneAfterEnd ? format('thenGone', { end }) : end;
  const until = row([TERM_LABELS.until, agreed], ['lost-early', 'live-after-end'], formatEnd(link), {
    isKept: link.status !== 'pending' && link.wasLive,
  });
  return [...rows, until];
}

function quotedAnchor(anchor: string): string {
  return anchor === '' ? messages.noText : formatQuoted(anchor);
}

function formatFound(what: string, since: string | null): string {
  return since === null ? format('found', { what }) : format('foundSince', { what, day: formatDay(since) });
}

/** When a link that has a due day went live. */
function formatStart({ wasLive, liveDate, timelineDate }: LinkDetailsAnswer): string | null {
  if (!wasLive) return messages.notLive;
  if (liveDate === null || timelineDate === null) return null;
  return format(liveDate > timelineDate ? 'wentLiveLate' : 'wentLive', { day: formatDay(liveDate) });
}

function formatEnd({ status, wasLive, statusSince, daysLeft }: LinkDetailsAnswer): string | null {
  if (status === 'removed' && wasLive) return format('lostOn', { day: formatDay(statusSince) });
  return status === 'live' && daysLeft !== null ? formatDaysLeft(daysLeft) : null;
}

/** The fact and its day; where the deviation counts from a later day, that day too. */
export function formatDeviation(deviation: DeviationAnswer): string {
  const { since, factSince } = deviation;
  const fact = formatFact(deviation);
  return since > factSince ? format('countsSince', { fact, day: formatDay(since) }) : fact;
}

function formatFact({ code, factSince, evidence, cause }: DeviationAnswer): string {
  const day = formatDay(factSince);
  switch (code) {
    case 'wrong-anchor':
      return format('foundSince', { what: quotedAnchor(evidence), day });
    case 'wrong-type':
      return format('foundSince', { what: formatFoundType(evidence, cause), day });
    case 'not-indexable':
    case 'not-visible':
      return format('isSince', { what: isWarningCode(evidence) ? formatWarningLabel(evidence) : evidence, day });
    case 'late':
      return format('lateSince', { day });
    case 'lost-early':
      return format('lostOn', { day });
    case 'live-after-end':
      return format('liveAfterEnd', { day });
    default:
      return code satisfies never;
  }
}
