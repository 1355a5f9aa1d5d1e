/** The links on wide screens. The server pages, sorts and filters; the grid only shows. */
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  GRID_CHECKBOX_SELECTION_FIELD,
  type GridColDef,
} from '@mui/x-data-grid';
import { type ReactNode, useMemo } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { LINK_SORTS } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { styleNonce } from '../../platform/browser/style-nonce.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { UrlText } from '../../ui/UrlText.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { RecheckButton } from '../actions/RecheckButton.tsx';
import { TrashButton } from '../actions/TrashButton.tsx';
import type { SelectionControls } from '../bulk/use-selection.ts';
import { useListView } from '../filters/use-list-view.ts';
import { LinkStatus } from '../LinkStatus.tsx';
import { messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { PromotionType } from '../PromotionType.tsx';
import { TagChips } from '../tags/TagChips.tsx';
import {
  COLUMNS,
  type Column,
  type ColumnChoice,
  columnsOf,
  isShown,
  type ListKind,
  NARROWEST,
  resizeColumn,
  WIDEST,
} from './columns.ts';
import { DaysLeft, expiresSoon } from './DaysLeft.tsx';
import { COLUMN_LABELS, messages } from './messages.ts';
import { HEAD_HEIGHT, ROW_HEIGHT } from './TableSkeleton.tsx';
import { isTeamBadge, TeamBadge } from './TeamBadge.tsx';
import { useColumns } from './use-columns.ts';

function Muted({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  );
}

/** The days left on a second line. */
function Until({ link, children }: { link: LinkAnswer; children: ReactNode }) {
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
  return day === null ? <Muted>{linkMessages.notApplicable}</Muted> : formatDay(day);
}

function AssigneeCell({ link, userId }: { link: LinkAnswer; userId: string }) {
  if (link.assignedTo === null) return <Muted>{linkMessages.unassigned}</Muted>;
  return (
    <Box title={link.assignedToName ?? ''} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {link.assignedTo === userId ? linkMessages.me : (link.assignedToName ?? linkMessages.unassigned)}
    </Box>
  );
}

/** One line, cut off with an ellipsis; the whole text on hover. */
function Line({ text }: { text: string | null }) {
  if (text === null || text === '') return <Muted>{linkMessages.notApplicable}</Muted>;
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

type Look = Omit<GridColDef<LinkAnswer>, 'field' | 'headerName'>;

/** How each column looks before anybody makes it wider. What has no column of its own stands small in another. */
function looksFor(userId: string, shown: readonly Column[], ofOneTeam: boolean): Readonly<Record<Column, Look>> {
  const tagsUnderAnchor = !shown.includes('tags');
  const withTeams = !ofOneTeam && !shown.includes('teamName');
  const daysUnderDuration = !shown.includes('expirationDate');
  return {
    articleLink: { flex: 2, minWidth: 112, renderCell: ({ row }) => <UrlText value={row.articleLink} /> },
    clientLink: { flex: 1.4, minWidth: 100, renderCell: ({ row }) => <UrlText value={row.clientLink} /> },
    anchor: {
      flex: 1.2,
      minWidth: 80,
      renderCell: ({ row }) => (
        <Box
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0, rowGap: '2px', lineHeight: 1.4 }}
        >
          <Line text={row.anchor} />
          {tagsUnderAnchor && <TagChips tags={row.tags} most={1} />}
        </Box>
      ),
    },
    tags: { flex: 1, minWidth: 96, sortable: false, renderCell: ({ row }) => <TagChips tags={row.tags} most={2} /> },
    linkType: {
      width: 76,
      renderCell: ({ row }) =>
        row.linkType === null ? <Muted>{linkMessages.notApplicable}</Muted> : TYPE_LABELS[row.linkType],
    },
    status: {
      width: 96,
      renderCell: ({ row }) => (
        <span title={row.reason.text}>
          <LinkStatus status={row.status} checking={row.checking} />
        </span>
      ),
    },
    lastChecked: {
      width: 118,
      renderCell: ({ row }) =>
        row.lastChecked === null ? <Muted>{linkMessages.never}</Muted> : <RelativeTime at={row.lastChecked} />,
    },
    liveDate: { width: 96, renderCell: ({ row }) => <Day day={row.liveDate} /> },
    duration: {
      width: 84,
      renderCell: ({ row }) => (daysUnderDuration ? <Until link={row}>{row.duration}</Until> : row.duration),
    },
    expirationDate: {
      width: 104,
      renderCell: ({ row }) => (
        <Until link={row}>
          <Day day={row.expirationDate} />
        </Until>
      ),
    },
    promotionType: { width: 152, sortable: false, renderCell: ({ row }) => <PromotionType link={row} /> },
    campaignName: { width: 128, sortable: false, renderCell: ({ row }) => <Line text={row.campaignName} /> },
    teamName: { width: 112, sortable: false, renderCell: ({ row }) => <Line text={row.teamName} /> },
    assignedTo: {
      width: 96,
      renderCell: ({ row, tabIndex }) => (
        <Box sx={{ minWidth: 0, lineHeight: 1.4 }}>
          <AssigneeCell link={row} userId={userId} />
          {withTeams && <TeamBadge link={row} tabIndex={tabIndex} />}
        </Box>
      ),
    },
    pocEmail: { width: 160, sortable: false, renderCell: ({ row }) => <Line text={row.pocEmail} /> },
    remarks: { width: 160, sortable: false, renderCell: ({ row }) => <Line text={row.remarks} /> },
    addedAt: { width: 122, sortable: false, renderCell: ({ row }) => <RelativeTime at={row.addedAt} /> },
  };
}

/** Not see-through: the actions slide over other cells. */
const SELECTED = 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, var(--mui-palette-background-paper))';

const SELECTING: GridColDef<LinkAnswer> = { ...GRID_CHECKBOX_SELECTION_COL_DEF, width: 36, minWidth: 36 };

const ACTIONS: GridColDef<LinkAnswer> = {
  field: 'actions',
  headerName: messages.actions,
  width: 96,
  sortable: false,
  resizable: false,
  renderCell: ({ row, tabIndex }) => (
    <Box sx={{ display: 'flex', gap: 0.25, ml: -0.75 }}>
      <RecheckButton link={row} tabIndex={tabIndex} />
      <EditButton link={row} tabIndex={tabIndex} />
      <TrashButton link={row} tabIndex={tabIndex} />
    </Box>
  ),
};

function columnsFor(userId: string, ofOneTeam: boolean, kind: ListKind, choice: ColumnChoice) {
  const shown = columnsOf(kind).filter((column) => isShown(choice, column, kind));
  const looks = looksFor(userId, shown, ofOneTeam);
  const chosen = shown.map((field): GridColDef<LinkAnswer> => {
    const width = choice.widths[field];
    const { flex, minWidth = NARROWEST, ...look } = looks[field];
    const size = width === undefined ? { minWidth, ...(flex === undefined ? {} : { flex }) } : { width };
    return { field, headerName: COLUMN_LABELS[field], maxWidth: WIDEST, minWidth: NARROWEST, ...look, ...size };
  });
  return [SELECTING, ...chosen, ACTIONS];
}

/** Never changes: each other value would bring all rules of the grid once more, and the whole page would be styled anew. */
const LOOK: SxProps<Theme> = {
  border: 0,
  '--DataGrid-overlayHeight': `${4 * ROW_HEIGHT}px`,
  '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
  '--DataGrid-t-color-border-base': 'var(--mui-palette-divider)',
  '& .MuiDataGrid-sortButton': { width: 20, height: 20, ml: 0.25, color: 'text.secondary' },
  '& .MuiDataGrid-sortIcon': { fontSize: 14 },
  fontSize: '0.8125rem',
  '& .MuiDataGrid-columnHeaderTitle': { fontSize: '0.75rem', fontWeight: 500, color: 'text.secondary' },
  '& .MuiDataGrid-columnSeparator': { opacity: 0, transition: 'opacity 120ms' },
  '& .MuiDataGrid-columnHeaders:hover .MuiDataGrid-columnSeparator': { opacity: 1 },
  '& .MuiDataGrid-row': { cursor: 'pointer' },
  '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', px: 1, minWidth: 0 },
  '& .MuiDataGrid-columnHeader': { px: 1 },
  '& [data-field="__check__"]': { px: 0 },
  '& .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus': { outline: 'none' },
  '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: -2,
  },
  // The actions stay in reach when the columns need more room than there is; what slides under them fades out.
  '& [data-field="actions"]': {
    '--actions': 'var(--mui-palette-background-paper)',
    position: 'sticky',
    right: 0,
    zIndex: 2,
    overflow: 'visible',
    cursor: 'default',
    bgcolor: 'var(--actions)',
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      right: '100%',
      width: 12,
      background: 'linear-gradient(to right, transparent, var(--actions))',
      pointerEvents: 'none',
    },
  },
  '& .MuiDataGrid-columnHeader[data-field="actions"]': { '--actions': 'var(--mui-palette-background-sunken)' },
  '& .MuiDataGrid-row.Mui-selected': {
    bgcolor: SELECTED,
    '&:hover': { bgcolor: SELECTED },
    '& [data-field="actions"]': { '--actions': SELECTED },
  },
  '& .MuiDataGrid-row:hover:not(.Mui-selected) [data-field="actions"]': {
    '--actions': 'color-mix(in srgb, var(--mui-palette-text-primary) 4%, var(--mui-palette-background-paper))',
  },
};

interface LinksTableProps {
  readonly rows: readonly LinkAnswer[];
  readonly total: number;
  /** All are of one team: no need to say which. */
  readonly ofOneTeam: boolean;
  readonly kind: ListKind;
  readonly selecting: SelectionControls;
}

/** A press there is not a press on the row. */
const BESIDE: readonly string[] = ['actions', GRID_CHECKBOX_SELECTION_FIELD];

export function LinksTable({ rows, total, ofOneTeam, kind, selecting }: LinksTableProps) {
  const { view, change } = useListView();
  const { open } = useOverlay();
  const user = useCurrentUser();
  const { choice, choose } = useColumns();
  const columns = useMemo(() => columnsFor(user.id, ofOneTeam, kind, choice), [user.id, ofOneTeam, kind, choice]);
  const { selection, selected } = selecting;
  const model = useMemo(
    () => ({ type: 'include' as const, ids: new Set([...selection.picked.keys(), ...selected]) }),
    [selection, selected],
  );

  return (
    <DataGrid<LinkAnswer>
      aria-label={messages.links}
      nonce={styleNonce ?? ''}
      rows={rows}
      columns={columns}
      rowCount={total}
      rowHeight={ROW_HEIGHT}
      columnHeaderHeight={HEAD_HEIGHT}
      columnBufferPx={2_000}
      paginationMode="server"
      paginationModel={{ page: view.page - 1, pageSize: view.pageSize }}
      pageSizeOptions={[view.pageSize]}
      sortingMode="server"
      sortingOrder={['asc', 'desc']}
      sortModel={[{ field: view.sort, sort: view.dir }]}
      onSortModelChange={([sorted]) => {
        const sort = LINK_SORTS.find((field) => field === sorted?.field);
        if (sort !== undefined) change({ sort, dir: sorted?.sort ?? 'asc' });
      }}
      filterMode="server"
      hideFooter
      disableColumnMenu
      disableColumnFilter
      disableRowSelectionOnClick
      disableRowSelectionExcludeModel
      keepNonExistentRowsSelected
      checkboxSelection
      rowSelectionModel={model}
      onRowSelectionModelChange={({ ids }) => selecting.choose([...ids].map(String))}
      onColumnWidthChange={({ colDef: { field }, width }) => {
        const column = COLUMNS.find((each) => each === field);
        if (column !== undefined) choose((before) => resizeColumn(before, column, width));
      }}
      onRowClick={({ row }) => open('link', row.id)}
      onCellClick={({ field }, event) => {
        if (BESIDE.includes(field) || isTeamBadge(event.target)) event.stopPropagation();
      }}
      onCellKeyDown={({ field, row }, event) => {
        if (BESIDE.includes(field) || isTeamBadge(event.target)) {
          if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          open('link', row.id);
        }
      }}
      localeText={{
        noRowsLabel: messages.noLinksFound,
        checkboxSelectionHeaderName: messages.select,
        checkboxSelectionSelectAllRows: messages.selectPage,
        checkboxSelectionUnselectAllRows: messages.unselectPage,
        checkboxSelectionSelectRow: messages.selectLink,
        checkboxSelectionUnselectRow: messages.unselectLink,
      }}
      sx={LOOK}
    />
  );
}
