/** Compared links for the API and as lines of a file. Pure. */
import { stringify } from 'csv-stringify/sync';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import type { ComparedLinkAnswer, LinkThenAnswer } from '../contract/answers/as-of.ts';

/** Names every outgoing field. */
export function presentThen(doc: LinkDoc | null): LinkThenAnswer | null {
  return doc === null ? null : { status: doc.status, linkType: doc.linkType, anchor: doc.anchor };
}

/** The columns of the file. */
export const COMPARISON_COLUMNS = [
  ...(['id', 'changes', 'articleLink', 'clientLink', 'clientDomain', 'teamName', 'campaignName'] as const),
  'assignedToName' as const,
  ...(['statusBefore', 'statusAfter', 'linkTypeBefore', 'linkTypeAfter', 'anchorBefore', 'anchorAfter'] as const),
];

/** One line per link; texts that a spreadsheet would take for a formula get a leading apostrophe. */
export function comparisonLines(rows: readonly ComparedLinkAnswer[]): string {
  const lines = rows.map(({ link, changes, before, after }) => [
    ...[
      link.id,
      changes.join(' '),
      link.articleLink,
      link.clientLink,
      link.clientDomain,
      link.teamName,
      link.campaignName,
    ],
    ...[link.assignedToName, before?.status, after?.status, before?.linkType, after?.linkType],
    ...[before?.anchor, after?.anchor],
  ]);
  return stringify(lines, { escape_formulas: true });
}
