/** The columns of the table of links: cells, order, widths. */
import Box from '@mui/material/Box';
import { GRID_CHECKBOX_SELECTION_COL_DEF, GridCellCheckboxRenderer, type GridColDef } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { Dash } from '../../ui/text/Dash.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { UrlText } from '../../ui/text/UrlText.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { TrashButton } from '../actions/TrashButton.tsx';
import { type Column, type ColumnChoice, NARROWEST, WIDEST } from '../columns/columns.ts';
import { ACTIONS_WIDTH, LEAST_WIDTHS, TICK_WIDTH } from '../columns/least-widths.ts';
import { formatDuration, messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { PromotionType } from '../PromotionType.tsx';
import { formatLinkReason, formatWarning } from '../reasons.ts';
import { TagChips } from '../tags/TagChips.tsx';
import { ArticleCell } from './ArticleCell.tsx';
import { DaysLeft, expiresSoon } from './DaysLeft.tsx';
import { COLUMN_LABELS, formatSelect, messages } from './messages.ts';
import { StatusCell } from './StatusCell.tsx';
import { TeamBadge } from './TeamBadge.tsx';

/** A value with the days left below it. */
function WithDaysLeft({ link, children }: { link: LinkAnswer; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', lineHeight: 1.4, whiteSpace: 'nowrap' }}>
      {children}
      {expiresSoon(link) && (
        <Box component="small" sx={{ fontSize: '0.75rem' }}>
          <DaysLeft link={link} short />
        </Box>
      )}
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

/** How rows name their team: not at all if the page names it, and with an icon if there is only one team. */
type TeamNaming = 'none' | 'icon' | 'name';

type ColumnStyle = Omit<GridColDef<LinkAnswer>, 'field' | 'headerName'>;

/** The cells of each column, and its part of the room that is left. A value without a column of its own is shown small in another one. */
function columnStyles(
  userId: string,
  shown: readonly Column[],
  naming: TeamNaming,
): Readonly<Record<Column, ColumnStyle>> {
  const tagsUnderAnchor = !shown.includes('tags');
  const teams = shown.includes('teamName') ? 'none' : naming;
  const daysUnderDuration = !shown.includes('expirationDate');
  return {
    articleLink: { flex: 1.25, renderCell: ({ row }) => <ArticleCell link={row} /> },
    clientLink: { flex: 1.1, renderCell: ({ row }) => <UrlText value={row.clientLink} /> },
    anchor: {
      flex: 0.8,
      renderCell: ({ row }) => (
        <Box
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0, rowGap: '2px', lineHeight: 1.4 }}
        >
          <Line text={row.anchor} />
          {tagsUnderAnchor && <TagChips tags={row.tags} most={1} />}
        </Box>
      ),
    },
    tags: { flex: 1, sortable: false, renderCell: ({ row }) => <TagChips tags={row.tags} most={2} /> },
    linkType: {
      renderCell: ({ row }) =>
        row.linkType === null ? <Dash label={linkMessages.notApplicable} /> : TYPE_LABELS[row.linkType],
    },
    status: {
      flex: 0.8,
      renderCell: ({ row }) => (
        <StatusCell link={row} withReason={!shown.includes('reason')} withSince={!shown.includes('statusSince')} />
      ),
    },
    reason: {
      flex: 1,
      sortable: false,
      renderCell: ({ row }) => <Line text={row.status === 'live' ? null : formatLinkReason(row)} />,
    },
    statusSince: { renderCell: ({ row }) => formatDay(row.statusSince) },
    warnings: {
      flex: 0.8,
      sortable: false,
      renderCell: ({ row }) => <Line text={row.warnings.map(formatWarning).join(' ')} />,
    },
    lastChecked: {
      renderCell: ({ row }) =>
        row.lastChecked === null ? <Dash label={linkMessages.never} /> : <RelativeTime at={row.lastChecked} />,
    },
    liveDate: { renderCell: ({ row }) => <Day day={row.liveDate} /> },
    duration: {
      renderCell: ({ row }) =>
        daysUnderDuration ? (
          <WithDaysLeft link={row}>{formatDuration(row.duration)}</WithDaysLeft>
        ) : (
          formatDuration(row.duration)
        ),
    },
    expirationDate: {
      renderCell: ({ row }) => (
        <WithDaysLeft link={row}>
          <Day day={row.expirationDate} />
        </WithDaysLeft>
      ),
    },
    promotionType: { sortable: false, renderCell: ({ row }) => <PromotionType link={row} /> },
    publisher: { sortable: false, renderCell: ({ row }) => <Line text={row.publisher} /> },
    clientDomain: { sortable: false, renderCell: ({ row }) => <Line text={row.clientDomain} /> },
    campaignName: { sortable: false, renderCell: ({ row }) => <Line text={row.campaignName} /> },
    teamName: { sortable: false, renderCell: ({ row }) => <Line text={row.teamName} /> },
    assignedTo: {
      flex: 0.55,
      renderCell: ({ row, tabIndex }) => (
        <Box sx={{ minWidth: 0, lineHeight: 1.4, ...(teams === 'icon' && { display: 'flex', alignItems: 'center' }) }}>
          <AssigneeCell link={row} userId={userId} />
          {teams !== 'none' && <TeamBadge link={row} tabIndex={tabIndex} iconOnly={teams === 'icon'} />}
        </Box>
      ),
    },
    pocEmail: { sortable: false, renderCell: ({ row }) => <Line text={row.pocEmail} /> },
    remarks: { sortable: false, renderCell: ({ row }) => <Line text={row.remarks} /> },
    addedAt: { sortable: false, renderCell: ({ row }) => <RelativeTime at={row.addedAt} /> },
  };
}

const SELECTING: GridColDef<LinkAnswer> = {
  ...GRID_CHECKBOX_SELECTION_COL_DEF,
  width: TICK_WIDTH,
  minWidth: TICK_WIDTH,
  renderCell(params) {
    const named = {
      ...params,
      slotProps: { htmlInput: { 'aria-label': formatSelect(params.row), name: 'select_row' } },
    };
    return <GridCellCheckboxRenderer {...named} />;
  },
};

const ACTIONS: GridColDef<LinkAnswer> = {
  field: 'actions',
  headerName: messages.actions,
  width: ACTIONS_WIDTH,
  sortable: false,
  resizable: false,
  renderCell: ({ row, tabIndex }) => (
    <Box sx={{ display: 'flex', gap: 0.25, marginInlineStart: -0.75 }}>
      <RecheckButton link={row} tabIndex={tabIndex} />
      <EditButton link={row} tabIndex={tabIndex} />
      <TrashButton link={row} tabIndex={tabIndex} />
    </Box>
  ),
};

/** The columns of a table in their order, with their widths. */
export function linkColumns(userId: string, naming: TeamNaming, shown: readonly Column[], { widths }: ColumnChoice) {
  const styles = columnStyles(userId, shown, naming);
  const chosen = shown.map((field): GridColDef<LinkAnswer> => {
    const width = widths[field];
    const least = LEAST_WIDTHS[field];
    const { flex, ...style } = styles[field];
    const size = width !== undefined ? { width } : flex === undefined ? { width: least } : { minWidth: least, flex };
    return { field, headerName: COLUMN_LABELS[field], maxWidth: WIDEST, minWidth: NARROWEST, ...style, ...size };
  });
  return [SELECTING, ...chosen, ACTIONS];
}
