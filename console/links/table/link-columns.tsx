/** The columns of the table of links: cells, order, widths. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { isUntilDay } from '../../../command-service/contract/deviations.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { LINK_SORTS, type LinkSort } from '../../../query-service/contract/list-options.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { Dash } from '../../ui/text/Dash.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { UrlText } from '../../ui/text/UrlText.tsx';
import { AgreementMark } from '../AgreementMark.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { TrashButton } from '../actions/TrashButton.tsx';
import type { Column } from '../columns/columns.ts';
import { LEAST_WIDTHS } from '../columns/least-widths.ts';
import { formatDuration, messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { PromotionType } from '../PromotionType.tsx';
import { formatLinkReason, formatWarning } from '../reasons.ts';
import { TagChips } from '../tags/TagChips.tsx';
import { ArticleCell } from './ArticleCell.tsx';
import { DaysLeft, expiresSoon } from './DaysLeft.tsx';
import { StatusCell } from './StatusCell.tsx';
import { TeamBadge } from './TeamBadge.tsx';

/** The last day, and below it the days left or how long the link lasts. A link without a first day has no last one. */
function EndCell({ link, withDuration }: { link: LinkAnswer; withDuration: boolean }) {
  const isDay = isUntilDay(link.duration);
  const lasts = withDuration && !isDay ? formatDuration(link.duration) : null;
  const end = isDay ? link.duration : link.expirationDate;
  if (end === null) return lasts ?? <Dash />;
  return (
    <Box sx={{ display: 'grid', lineHeight: 1.4, whiteSpace: 'nowrap' }}>
      {formatDay(end)}
      <Box component="small" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {expiresSoon(link) ? <DaysLeft link={link} short /> : lasts}
      </Box>
    </Box>
  );
}

function Day({ day }: { day: string | null }) {
  return day === null ? <Dash /> : formatDay(day);
}

function AssigneeCell({ link, userId }: { link: LinkAnswer; userId: string }) {
  if (link.assignedTo === null) return <Dash label={linkMessages.unassigned} />;
  return (
    <Box title={link.assignedToName ?? ''} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {link.assignedTo === userId ? linkMessages.me : (link.assignedToName ?? linkMessages.unassigned)}
    </Box>
  );
}

/** One line with an ellipsis; the tooltip has the whole text. */
function Line({ text }: { text: string | null }) {
  if (text === null || text === '') return <Dash />;
  return (
    <Box
      component="span"
      dir="auto"
      title={text}
      sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {text}
    </Box>
  );
}

interface ColumnStyle {
  /** Its part of the room that is left; without one, its width is the least one. */
  readonly flex?: number;
  /** Controls in the cell get `tabIndex`. */
  readonly cell: (row: LinkAnswer, tabIndex: number) => ReactNode;
}

export interface LinkColumn extends Required<ColumnStyle> {
  readonly field: Column;
  /** In pixels. */
  readonly least: number;
  readonly sort: LinkSort | undefined;
}

/** The cells of each column, and its part of the room that is left. A value without a column of its own is shown small in another one. */
function columnStyles(
  userId: string,
  shown: readonly Column[],
  withTeams: boolean,
): Readonly<Record<Column, ColumnStyle>> {
  const tagsUnderAnchor = !shown.includes('tags');
  const teamUnderAssignee = withTeams && !shown.includes('teamName');
  const durationUnderEnd = !shown.includes('duration');
  return {
    articleLink: { flex: 1.25, cell: (row) => <ArticleCell link={row} /> },
    clientLink: { flex: 1.1, cell: (row) => <UrlText value={row.clientLink} /> },
    anchor: {
      flex: 0.8,
      cell: (row) => (
        <Box
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0, rowGap: '2px', lineHeight: 1.4 }}
        >
          <Line text={row.anchor} />
          {tagsUnderAnchor && <TagChips tags={row.tags} most={1} />}
        </Box>
      ),
    },
    tags: { flex: 1, cell: (row) => <TagChips tags={row.tags} most={2} /> },
    linkType: {
      cell: (row) => (row.linkType === null ? <Dash label={linkMessages.notApplicable} /> : TYPE_LABELS[row.linkType]),
    },
    agreement: { flex: 0.4, cell: (row) => <AgreementMark link={row} /> },
    status: {
      flex: 0.8,
      cell: (row) => (
        <StatusCell link={row} withReason={!shown.includes('reason')} withSince={!shown.includes('statusSince')} />
      ),
    },
    reason: {
      flex: 1,

      cell: (row) => <Line text={row.status === 'live' ? null : formatLinkReason(row)} />,
    },
    statusSince: { cell: (row) => formatDay(row.statusSince) },
    warnings: {
      flex: 0.8,

      cell: (row) => <Line text={row.warnings.map(formatWarning).join(' ')} />,
    },
    lastChecked: {
      cell: (row) =>
        row.lastChecked === null ? <Dash label={linkMessages.never} /> : <RelativeTime at={row.lastChecked} />,
    },
    liveDate: { cell: (row) => <Day day={row.liveDate} /> },
    duration: { cell: (row) => <Line text={formatDuration(row.duration)} /> },
    expirationDate: { cell: (row) => <EndCell link={row} withDuration={durationUnderEnd} /> },
    promotionType: { cell: (row) => <PromotionType link={row} /> },
    publisher: { cell: (row) => <Line text={row.publisher} /> },
    clientDomain: { cell: (row) => <Line text={row.clientDomain} /> },
    campaignName: { cell: (row) => <Line text={row.campaignName} /> },
    teamName: { cell: (row) => <Line text={row.teamName} /> },
    assignedTo: {
      flex: 0.55,
      cell: (row, tabIndex) => (
        <Box sx={{ minWidth: 0, lineHeight: 1.4 }}>
          <AssigneeCell link={row} userId={userId} />
          {teamUnderAssignee && <TeamBadge link={row} tabIndex={tabIndex} />}
        </Box>
      ),
    },
    pocEmail: { cell: (row) => <Line text={row.pocEmail} /> },
    remarks: { cell: (row) => <Line text={row.remarks} /> },
    addedAt: { cell: (row) => <RelativeTime at={row.addedAt} /> },
  };
}

export function LinkActions({ link, tabIndex }: { link: LinkAnswer; tabIndex: number }) {
  return (
    <Box sx={{ display: 'flex', gap: 0.25, marginInlineStart: -0.75 }}>
      <RecheckButton link={link} tabIndex={tabIndex} />
      <EditButton link={link} tabIndex={tabIndex} />
      <TrashButton link={link} tabIndex={tabIndex} />
    </Box>
  );
}

/** The columns of a table in their order. */
export function linkColumns(userId: string, withTeams: boolean, shown: readonly Column[]): readonly LinkColumn[] {
  const styles = columnStyles(userId, shown, withTeams);
  return shown.map((field) => {
    const sort = LINK_SORTS.find((each) => each === field);
    return { field, flex: 0, least: LEAST_WIDTHS[field], sort, ...styles[field] };
  });
}
