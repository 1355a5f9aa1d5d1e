/** The links on wide screens. The server pages, sorts and filters; the grid only shows. */
import Box from '@mui/material/Box';
import { DataGrid, type GridColDef } from '@mui/x-data-grid';
import { useMemo } from 'react';
import { LINK_SORTS, type LinkSort } from '../../query-service/choices.ts';
import type { LinkAnswer } from '../../query-service/queries.ts';
import { Promotion } from '../campaigns/Promotion.tsx';
import { dayInWords } from '../dates.ts';
import { nonce } from '../frame/nonce.ts';
import { useOverlay } from '../frame/overlay.ts';
import { Moment } from '../Moment.tsx';
import { useUser } from '../users/user.ts';
import { Address } from './Address.tsx';
import { EditButton } from './EditButton.tsx';
import { RecheckButton } from './RecheckButton.tsx';
import { Status } from './Status.tsx';
import { HEAD_HEIGHT, ROW_HEIGHT } from './TableSkeleton.tsx';
import { isBadge, TeamBadge } from './TeamBadge.tsx';
import { TrashButton } from './TrashButton.tsx';
import { useLinksView } from './useLinks.ts';
import { COLUMN_WORDS, daysLeftInWords, TYPE_WORDS, words } from './words.ts';

/** From here on the days left are worth a second line. */
const SOON_DAYS = 30;

function Quiet({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  );
}

function DurationCell({ link }: { link: LinkAnswer }) {
  const soon = link.daysLeft !== null && link.daysLeft <= SOON_DAYS;
  return (
    <Box sx={{ lineHeight: 1.4, whiteSpace: 'nowrap' }}>
      {link.duration}
      {soon && link.daysLeft !== null && (
        <Box title={daysLeftInWords(link.daysLeft)} sx={{ fontSize: '0.75rem', color: 'warning.main' }}>
          {link.daysLeft < 0 ? words.expired : daysLeftInWords(link.daysLeft)}
        </Box>
      )}
    </Box>
  );
}

function AssigneeCell({ link, userId }: { link: LinkAnswer; userId: string }) {
  if (link.assignedTo === null) return <Quiet>{words.unassigned}</Quiet>;
  return (
    <Box title={link.assignedToName ?? ''} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {link.assignedTo === userId ? words.me : (link.assignedToName ?? words.unassigned)}
    </Box>
  );
}

function columnsFor(userId: string, ofOneTeam: boolean, ofCampaign: boolean): readonly GridColDef<LinkAnswer>[] {
  const column = (field: LinkSort, more: Partial<GridColDef<LinkAnswer>>): GridColDef<LinkAnswer> => ({
    field,
    headerName: COLUMN_WORDS[field],
    ...more,
  });
  return [
    column('articleLink', { flex: 2, minWidth: 120, renderCell: ({ row }) => <Address value={row.articleLink} /> }),
    column('clientLink', { flex: 1.4, minWidth: 100, renderCell: ({ row }) => <Address value={row.clientLink} /> }),
    column('anchor', {
      flex: 1.2,
      minWidth: 80,
      renderCell: ({ row }) =>
        row.anchor ? (
          <Box component="span" dir="auto" title={row.anchor} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {row.anchor}
          </Box>
        ) : (
          <Quiet>{words.notApplicable}</Quiet>
        ),
    }),
    column('linkType', {
      width: 82,
      renderCell: ({ row }) =>
        row.linkType === null ? <Quiet>{words.notApplicable}</Quiet> : TYPE_WORDS[row.linkType],
    }),
    column('status', {
      width: 96,
      renderCell: ({ row }) => (
        <span title={row.reason.text}>
          <Status status={row.status} checking={row.checking} />
        </span>
      ),
    }),
    column('lastChecked', {
      width: 122,
      renderCell: ({ row }) =>
        row.lastChecked === null ? <Quiet>{words.never}</Quiet> : <Moment at={row.lastChecked} />,
    }),
    column('liveDate', {
      width: 96,
      renderCell: ({ row }) =>
        row.liveDate === null ? <Quiet>{words.notApplicable}</Quiet> : dayInWords(row.liveDate),
    }),
    // Links of a campaign are permanent: how they came about says more.
    ofCampaign
      ? {
          field: 'promotionType',
          headerName: words.promotion,
          width: 152,
          sortable: false,
          renderCell: ({ row }) => <Promotion link={row} />,
        }
      : column('duration', { width: 84, renderCell: ({ row }) => <DurationCell link={row} /> }),
    column('assignedTo', {
      width: 96,
      renderCell: ({ row, tabIndex }) => (
        <Box sx={{ minWidth: 0, lineHeight: 1.4 }}>
          <AssigneeCell link={row} userId={userId} />
          {!ofOneTeam && <TeamBadge link={row} tabIndex={tabIndex} />}
        </Box>
      ),
    }),
    {
      field: 'actions',
      headerName: words.actions,
      width: 98,
      sortable: false,
      resizable: false,
      renderCell: ({ row, tabIndex }) => (
        <Box sx={{ display: 'flex', gap: 0.25, ml: -0.75 }}>
          <RecheckButton link={row} tabIndex={tabIndex} />
          <EditButton link={row} tabIndex={tabIndex} />
          <TrashButton link={row} tabIndex={tabIndex} />
        </Box>
      ),
    },
  ];
}

interface LinksTableProps {
  readonly rows: readonly LinkAnswer[];
  readonly total: number;
  /** Nothing has ever been shown yet. */
  readonly loading: boolean;
  /** All are of one team: no need to say which. */
  readonly ofOneTeam: boolean;
  /** All are of one campaign. */
  readonly ofCampaign: boolean;
}

export function LinksTable({ rows, total, loading, ofOneTeam, ofCampaign }: LinksTableProps) {
  const { view, change } = useLinksView();
  const { open } = useOverlay();
  const user = useUser();
  const columns = useMemo(() => columnsFor(user.id, ofOneTeam, ofCampaign), [user.id, ofOneTeam, ofCampaign]);

  return (
    <DataGrid<LinkAnswer>
      aria-label={words.links}
      nonce={nonce ?? ''}
      rows={rows}
      columns={columns}
      rowCount={total}
      loading={loading}
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
      rowSelection={false}
      onRowClick={({ row }) => open('link', row.id)}
      onCellClick={({ field }, event) => {
        if (field === 'actions' || isBadge(event.target)) event.stopPropagation();
      }}
      onCellKeyDown={({ field, row }, event) => {
        if (field === 'actions' || isBadge(event.target)) {
          if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          open('link', row.id);
        }
      }}
      localeText={{ noRowsLabel: words.noLinksFound }}
      slotProps={{ loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } }}
      sx={{
        border: 0,
        '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
        '--DataGrid-t-color-border-base': 'var(--mui-palette-divider)',
        '& .MuiDataGrid-sortButton': { width: 20, height: 20, ml: 0.25, color: 'text.secondary' },
        '& .MuiDataGrid-sortIcon': { fontSize: 14 },
        fontSize: '0.8125rem',
        '--DataGrid-overlayHeight': `${loading ? ROW_HEIGHT * view.pageSize : ROW_HEIGHT * 4}px`,
        '& .MuiDataGrid-columnHeaderTitle': { fontSize: '0.75rem', fontWeight: 500, color: 'text.secondary' },
        '& .MuiDataGrid-columnSeparator': { opacity: 0, transition: 'opacity 120ms' },
        '& .MuiDataGrid-columnHeaders:hover .MuiDataGrid-columnSeparator': { opacity: 1 },
        '& .MuiDataGrid-row': { cursor: 'pointer' },
        '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', px: 1, minWidth: 0 },
        '& .MuiDataGrid-columnHeader': { px: 1 },
        '& [data-field="articleLink"]': { pl: 2 },
        '& .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus': { outline: 'none' },
        '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible': {
          outline: '2px solid var(--mui-palette-primary-main)',
          outlineOffset: -2,
        },
        // The actions stay in reach when the columns need more room than there is.
        '& [data-field="actions"]': {
          position: 'sticky',
          right: 0,
          zIndex: 2,
          cursor: 'default',
          bgcolor: 'background.paper',
        },
        '& .MuiDataGrid-columnHeader[data-field="actions"]': { bgcolor: 'background.sunken' },
        '& .MuiDataGrid-row:hover [data-field="actions"]': {
          bgcolor: 'color-mix(in srgb, var(--mui-palette-text-primary) 4%, var(--mui-palette-background-paper))',
        },
      }}
    />
  );
}
