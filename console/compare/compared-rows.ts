/** The rows of both views of a comparison, in one shape. Pure. */
import type {
  ActivityAnswer,
  ComparedLinkAnswer,
  LinkChange,
  LinkThenAnswer,
} from '../../query-service/contract/answers/as-of.ts';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { DEVIATION_LABELS, TYPE_LABELS } from '../links/messages.ts';
import { formatReason } from '../links/reasons.ts';
import { type ShownStatus, shownStatus } from '../links/shown-status.ts';
import { formatDay } from '../platform/format/dates.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { messages as common } from '../ui/messages.ts';

/** What happened to a link, or what differs. */
export type ShownChange = ActivityAnswer['kind'] | LinkChange;

export interface ComparedRow {
  readonly key: string;
  readonly linkId: string;
  readonly link: Pick<LinkAnswer, 'articleLink' | 'websiteUrl' | 'clientLink' | 'teamName' | 'campaignName'>;
  /** Each with the values before and after it; '' if its name says enough. */
  readonly changes: readonly { readonly change: ShownChange; readonly sides: string }[];
  /** The day and the reason. */
  readonly details: string;
  /** The status after all changes; null for a link that was deleted or moved out of sight. */
  readonly status: ShownStatus | null;
}

/** One event. */
export function rowOfActivity(row: ActivityAnswer): ComparedRow {
  const { kind, at, reason, deviation, before, after, now } = row;
  const isOther = (field: 'linkType' | 'anchor') => kind === 'changed' && before?.[field] !== after?.[field];
  const sides = [
    ...(isOther('linkType') ? [formatTypes(before, after)] : []),
    ...(deviation === null ? [] : [DEVIATION_LABELS[deviation] ?? deviation]),
    ...(isOther('anchor') ? [formatAnchors(before, after)] : []),
  ].join(', ');
  return {
    key: `${row.position} ${kind}`,
    linkId: row.linkId,
    link: row,
    changes: [{ change: kind, sides }],
    details: [formatDay(at.slice(0, 10)), ...(reason === null ? [] : [formatReason(reason)])].join(' · '),
    status: now && shownStatus(now.status, now.wasLive),
  };
}

/** One link that differs. */
export function rowOfChanges({ link, changes, before, after }: ComparedLinkAnswer): ComparedRow {
  const sidesOf = (change: LinkChange) =>
    change === 'type' ? formatTypes(before, after) : change === 'anchor' ? formatAnchors(before, after) : '';
  return {
    ...{ key: link.id, linkId: link.id, link, details: '' },
    changes: changes.map((change) => ({ change, sides: sidesOf(change) })),
    status: after && shownStatus(after.status, link.wasLive),
  };
}

function formatTypes(before: LinkThenAnswer | null, after: LinkThenAnswer | null): string {
  return `${TYPE_LABELS[before?.linkType ?? 'none']} → ${TYPE_LABELS[after?.linkType ?? 'none']}`;
}

function formatAnchors(before: LinkThenAnswer | null, after: LinkThenAnswer | null): string {
  const quoted = (anchor: string | null | undefined) => (anchor ? formatQuoted(anchor) : common.none);
  return `${quoted(before?.anchor)} → ${quoted(after?.anchor)}`;
}
