/** The links on wide screens. The server pages, sorts and filters; the grid only displays. */
import type { SxProps, Theme } from '@mui/material/styles';
import { DataGrid, GRID_CHECKBOX_SELECTION_FIELD } from '@mui/x-data-grid';
import { useMemo, useRef } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { LINK_SORTS } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { styleNonce } from '../../platform/browser/style-nonce.ts';
import { safeHref } from '../../platform/format/urls.ts';
import { gridWords } from '../../platform/language/translation.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import type { SelectionControls } from '../bulk/use-selection.ts';
import { COLUMNS, type Column, resizeColumn } from '../columns/columns.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useListView } from '../filters/use-list-view.ts';
import { isAddress } from './ArticleCell.tsx';
import { linkColumns } from './link-columns.tsx';
import { messages } from './messages.ts';
import { HEAD_HEIGHT, ROW_HEIGHT } from './TableSkeleton.tsx';
import { isOwnLink } from './TeamBadge.tsx';
import { useStickyTitles } from './use-sticky-titles.ts';

/** Opaque: the actions slide over other cells. */
const SELECTED = 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, var(--mui-palette-background-paper))';

/** A constant: another value would add all rules of the grid again and restyle the whole page. */
const STYLE: SxProps<Theme> = {
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
  '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', px: 0.75, minWidth: 0 },
  // The empty cell follows the last column: padding would let the table scroll further than its scrollbar, and jump back.
  '& .MuiDataGrid-cellEmpty': { p: 0 },
  '& .MuiDataGrid-columnHeader': { px: 0.75 },
  '& [data-field="__check__"]': { px: 0 },
  '& .MuiDataGrid-topContainer': { zIndex: 4 },
  '& .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus': { outline: 'none' },
  '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: -2,
  },
  // The actions stay visible when the columns overflow; cells that scroll under them fade out.
  '& [data-field="actions"]': {
    '--actions': 'var(--mui-palette-background-paper)',
    position: 'sticky',
    insetInlineEnd: 0,
    zIndex: 2,
    overflow: 'visible',
    cursor: 'default',
    bgcolor: 'var(--actions)',
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      insetInlineEnd: '100%',
      width: 20,
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
  '& .MuiDataGrid-row.open': { boxShadow: 'inset 3px 0 var(--mui-palette-primary-main)' },
  '& .MuiDataGrid-row:hover:not(.Mui-selected) [data-field="actions"]': {
    '--actions': 'color-mix(in srgb, var(--mui-palette-text-primary) 4%, var(--mui-palette-background-paper))',
  },
};

interface LinksTableProps {
  readonly rows: readonly LinkAnswer[];
  readonly total: number;
  /** All rows belong to one team: no cell names it. */
  readonly ofOneTeam: boolean;
  readonly shown: readonly Column[];
  readonly selecting: SelectionControls;
}

/** Columns whose cells do not open the row. */
const OWN_ACTIONS: readonly string[] = ['actions', GRID_CHECKBOX_SELECTION_FIELD];

export function LinksTable({ rows, total, ofOneTeam, shown, selecting }: LinksTableProps) {
  const { view, change } = useListView();
  const { params, open } = useOverlay();
  const user = useCurrentUser();
  const { choice, choose } = useColumns();
  const naming = ofOneTeam ? 'none' : new Set(rows.map(({ teamId }) => teamId)).size > 1 ? 'name' : 'icon';
  const columns = useMemo(() => linkColumns(user.id, naming, shown, choice), [user.id, naming, shown, choice]);
  const { selection, selected } = selecting;
  const model = useMemo(
    () => ({ type: 'include' as const, ids: new Set([...selection.picked.keys(), ...selected]) }),
    [selection, selected],
  );

  /** With Ctrl or Command, as for any link, a new tab: the article. */
  const openRow = (row: LinkAnswer, { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>) => {
    const article = ctrlKey || metaKey ? safeHref(row.articleLink) : null;
    if (article === null) open('link', row.id);
    else window.open(article, '_blank', 'noopener,noreferrer');
  };

  const table = useRef<HTMLDivElement>(null);
  useStickyTitles(table);

  return (
    <DataGrid<LinkAnswer>
      ref={table}
      aria-label={messages.links}
      nonce={styleNonce ?? ''}
      rows={rows}
      columns={columns}
      rowCount={total}
      getRowClassName={({ id }) => (id === params.get('link') ? 'open' : '')}
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
      onRowClick={({ row }, event) => {
        // The browser opens the address itself.
        const opensItself = isAddress(event.target) && (event.ctrlKey || event.metaKey || event.shiftKey);
        if (!opensItself) openRow(row, event);
      }}
      onCellClick={({ field }, event) => {
        if (OWN_ACTIONS.includes(field) || isOwnLink(event.target)) event.stopPropagation();
      }}
      onCellKeyDown={({ field, row }, event) => {
        const { altKey, ctrlKey, metaKey } = event;
        if (event.key === 'o' && !altKey && !ctrlKey && !metaKey) {
          openRow(row, { ctrlKey: true, metaKey });
        } else if (OWN_ACTIONS.includes(field) || isOwnLink(event.target)) {
          if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          openRow(row, event);
        } else if (event.key === ' ' && !event.shiftKey) {
          event.preventDefault();
          // The grid itself would go to the last row.
          event.defaultMuiPrevented = true;
          const ids = new Set(model.ids);
          if (!ids.delete(row.id)) ids.add(row.id);
          selecting.choose([...ids]);
        }
      }}
      // The title itself is the control that sorts: screen readers would read the icon's name as a part of it.
      slotProps={{ baseIconButton: { 'aria-hidden': true } }}
      localeText={{
        ...gridWords,
        columnHeaderSortIconLabel: '',
        noRowsLabel: messages.noLinksFound,
        checkboxSelectionHeaderName: messages.select,
        checkboxSelectionSelectAllRows: messages.selectPage,
        checkboxSelectionUnselectAllRows: messages.unselectPage,
      }}
      sx={STYLE}
    />
  );
}
