/** A list of links with its filters, order and pages in the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { RetryAlert } from '../../ui/feedback/RetryAlert.tsx';
import { FilterIcon } from '../../ui/layout/icons.tsx';
import { useWidth } from '../../ui/layout/use-width.ts';
import { Pager } from '../../ui/lists/Pager.tsx';
import { useStableRows } from '../../ui/lists/use-stable-rows.ts';
import { LoadFailure } from '../../ui/pages/LoadFailure.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { useHiddenLinks } from '../actions/trash-link.ts';
import { useJobs } from '../bulk/job-store.ts';
import { countOf } from '../bulk/selection.ts';
import { useSelection } from '../bulk/use-selection.ts';
import type { ListKind } from '../columns/columns.ts';
import { useShownColumns } from '../columns/use-columns.ts';
import { setShownLinks } from '../details/shown-links.ts';
import { ActiveFilters } from '../filters/ActiveFilters.tsx';
import { LIST_BAR } from '../filters/list-anchor.ts';
import { type BaseFilter, filterParams, hasFilters, pathOf } from '../filters/list-request.ts';
import type { PageSize } from '../filters/list-view.ts';
import { messages as filterMessages } from '../filters/messages.ts';
import { useLinkList } from '../filters/use-link-list.ts';
import { useListView } from '../filters/use-list-view.ts';
import { messages as linkMessages } from '../messages.ts';
import { useStats } from '../stats/use-stats.ts';
import { LazyLinksTable, preloadTable } from '../table/lazy-table.ts';
import { messages } from '../table/messages.ts';
import { TableSkeleton } from '../table/TableSkeleton.tsx';
import { ViewTabs } from '../views/ViewTabs.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';
import { LinkCards } from './LinkCards.tsx';
import { PrintedLinks } from './PrintedLinks.tsx';

const FilterLinks = lazy(async () => ({ default: (await import('../filters/FilterMenu.tsx')).FilterMenu }));
/** Loaded on demand: only needed once links are selected. */
const Bulk = lazy(async () => ({ default: (await import('../bulk/BulkActions.tsx')).BulkActions }));
const SortLinks = lazy(async () => ({ default: (await import('../filters/SortMenu.tsx')).SortMenu }));

const NO_ROWS: readonly never[] = [];

interface LinkListProps {
  /** The fixed filter of the page. */
  readonly baseFilter?: BaseFilter;
  /** Replaces a list without any rows. */
  readonly empty: ReactNode;
}

const EVERYWHERE: BaseFilter = {};

function kindOf({ campaignId, expiringWithin }: BaseFilter): ListKind {
  if (campaignId !== undefined) return 'campaign';
  return expiringWithin !== undefined ? 'expiring' : 'usual';
}

interface ListBarProps {
  readonly openFilter: () => void;
  /** Left out: the list shows its newest state. */
  readonly showChanges?: () => void;
}

function ListBar({ openFilter, showChanges }: ListBarProps) {
  return (
    <Box
      id={LIST_BAR}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 28, mb: -0.5 }}
    >
      <Button
        size="small"
        variant="text"
        startIcon={<FilterIcon aria-hidden />}
        aria-haspopup="dialog"
        onClick={openFilter}
        sx={{ ml: -1, color: 'text.secondary' }}
      >
        {filterMessages.filter}
      </Button>
      <ActiveFilters />
      {showChanges !== undefined && (
        <Box role="status" sx={{ ml: 'auto' }}>
          <Button size="small" onClick={showChanges} sx={{ borderRadius: 4, fontSize: '0.75rem', minHeight: 28 }}>
            {linkMessages.listMoved} · {linkMessages.showChanges}
          </Button>
        </Box>
      )}
    </Box>
  );
}

interface RowsProps extends ComponentProps<typeof LinkCards> {
  readonly isSmall: boolean;
  /** Something was agreed about a link of the page, in any filter. */
  readonly isAgreed: boolean;
  readonly pager: Omit<ComponentProps<typeof Pager>, 'children'>;
}

/** Cards on a small screen, else the table; below them the pages. */
function Rows({ isSmall, isAgreed, pager, ...list }: RowsProps) {
  if (isSmall) {
    return (
      <>
        <div data-print="no">
          <LinkCards {...list} />
        </div>
        <Pager {...pager} />
      </>
    );
  }
  return <TableRows isAgreed={isAgreed} pager={pager} {...list} />;
}

function TableRows({ pager, kind, isAgreed, ...list }: Omit<RowsProps, 'isSmall'>) {
  const paper = useRef<HTMLDivElement>(null);
  const width = useWidth(paper);
  const shown = useShownColumns(kind, width ?? 0, isAgreed);
  return (
    <Paper ref={paper} variant="outlined" data-print="no" sx={{ overflow: 'hidden' }}>
      {/* The table is rendered once, with its rows and in its width. */}
      {list.loading || width === null ? (
        <TableSkeleton rows={pager.pageSize} />
      ) : (
        <Suspense fallback={<TableSkeleton rows={pager.pageSize} />}>
          <LazyLinksTable {...list} shown={shown} total={pager.total} />
        </Suspense>
      )}
      <Box sx={{ borderTop: list.rows.length === 0 || list.loading ? 1 : 0, borderColor: 'divider' }}>
        <Pager {...pager}>
          <ColumnsButton kind={kind} shown={shown} />
        </Pager>
      </Box>
    </Paper>
  );
}

export function LinkList({ baseFilter = EVERYWHERE, empty }: LinkListProps) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { view, change } = useListView();
  const { params, open } = useOverlay();
  const dialog = params.get('dialog');
  const { data, error, isLoading, isValidating, mutate } = useLinkList(view, baseFilter);
  const { rows, waiting, release, hold } = useStableRows(
    data?.rows ?? NO_ROWS,
    pathOf(view, baseFilter),
    !isLoading,
    useHiddenLinks(),
  );
  // Links that expire soon are a part of all links.
  const { expiringWithin: _, ...countedFilter } = baseFilter;
  const { data: stats } = useStats(countedFilter);
  const total = data?.total ?? 0;
  const isTotalCapped = data?.isTotalCapped ?? false;
  const filter = filterParams(view, baseFilter);
  const selecting = useSelection(new URLSearchParams(filter).toString(), rows);
  const section = useRef<HTMLElement>(null);
  const inBulk = useJobs().length > 0 || countOf(selecting.selection, total) > 0;
  const loading = data === undefined && error === undefined;
  const ofOneTeam = baseFilter.teamId !== undefined || baseFilter.campaignId !== undefined;
  const lastPage = Math.max(1, Math.ceil(total / view.pageSize));

  const pager = {
    page: view.page,
    pageSize: view.pageSize,
    total,
    isTotalCapped,
    onPageChange: (page: number) => change({ page }),
    onPageSizeChange: (pageSize: PageSize) => change({ pageSize }),
  };

  useEffect(() => setShownLinks(rows.map(({ id }) => id)), [rows]);
  useEffect(() => () => setShownLinks([]), []);

  useEffect(() => {
    if (!small) void preloadTable();
  }, [small]);

  // The page is empty since a row was deleted, or the address names a page that does not exist: show the last one.
  useEffect(() => {
    if (data !== undefined && !isLoading && !isValidating && view.page > lastPage) change({ page: lastPage });
  }, [data, isLoading, isValidating, view.page, lastPage, change]);

  const bare = data !== undefined && !isLoading && total === 0 && rows.length === 0 && !hasFilters(view);
  return (
    <>
      {!bare && <ViewTabs />}
      {!bare && <ListBar openFilter={() => open('dialog', 'filter')} {...(waiting && { showChanges: release })} />}
      {error !== undefined && data !== undefined && (
        <RetryAlert failed={messages.loadFailed} error={error} retry={mutate} />
      )}
      {error !== undefined && data === undefined ? (
        <Paper variant="outlined">
          <LoadFailure error={error} failed={messages.loadFailed} retry={mutate} />
        </Paper>
      ) : bare ? (
        <Paper variant="outlined">{empty}</Paper>
      ) : (
        <Box
          component="section"
          ref={section}
          tabIndex={-1}
          aria-label={messages.links}
          // Room for the bulk bar below the list: no row moves when it appears.
          sx={{ position: 'relative', outline: 'none !important', pb: { xs: 24, md: 7 } }}
          {...hold}
        >
          <PrintedLinks view={view} baseFilter={baseFilter} rows={rows} total={total} isTotalCapped={isTotalCapped} />
          <Rows
            isSmall={small}
            isAgreed={stats?.deviating != null}
            pager={pager}
            rows={rows}
            loading={loading}
            ofOneTeam={ofOneTeam}
            kind={kindOf(baseFilter)}
            selecting={selecting}
          />
          <LazyBoundary opened={{ now: inBulk, onError: selecting.clear }}>
            {inBulk && (
              <Bulk
                selecting={selecting}
                rows={rows}
                total={total}
                orMore={isTotalCapped}
                filter={filter}
                baseFilter={baseFilter}
                leave={() => section.current?.focus({ preventScroll: true })}
              />
            )}
          </LazyBoundary>
        </Box>
      )}
      <LazyBoundary>
        {dialog === 'filter' && <FilterLinks baseFilter={baseFilter} />}
        {dialog === 'sort' && <SortLinks />}
      </LazyBoundary>
    </>
  );
}
