/** Lists that are a table, and cards on small screens: loading, failed, empty, nothing found, or the rows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import type { SWRResponse } from 'swr';
import type { ApiError, ListPage } from '../../platform/api/client.ts';
import { formatQuoted } from '../../platform/format/quotes.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { RetryAlert } from '../feedback/RetryAlert.tsx';
import { AlertIcon, SearchIcon } from '../layout/icons.tsx';
import { messages as common } from '../messages.ts';
import { SMALL_SCREEN } from '../theme/breakpoints.ts';
import { messages } from './messages.ts';
import { PageTurner } from './PageTurner.tsx';
import { RowTable } from './RowTable.tsx';
import { CARDS_PER_PAGE, useCardsView } from './use-card-list.ts';

const GRID = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 1, md: 2 },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 288px), 1fr))',
} as const;

interface CardGridProps<Row, Sort extends string> {
  readonly of: Pick<SWRResponse<ListPage<Row>, ApiError>, 'data' | 'error' | 'mutate'>;
  readonly label: string;
  readonly failed: string;
  /** The height of a skeleton card in pixels. */
  readonly height: number;
  /** Replaces a list without any rows. */
  readonly empty: ReactNode;
  /** The table of wide screens, without the props that the list itself sets. */
  readonly table: Omit<ComponentProps<typeof RowTable<Row, Sort>>, 'label' | 'rows' | 'opens'>;
  readonly children: (row: Row) => ReactNode;
}

/** Rows of a table, on small screens cards, or why there are none. */
export function CardGrid<Row, Sort extends string = never>({
  of: { data, error, mutate },
  label,
  failed,
  height,
  empty,
  table,
  children,
}: CardGridProps<Row, Sort>) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  if (data === undefined && error !== undefined) {
    return (
      <Paper variant="outlined">
        <EmptyState
          icon={<AlertIcon />}
          title={failed}
          action={<Button onClick={() => void mutate()}>{common.retry}</Button>}
        >
          {error.message}
        </EmptyState>
      </Paper>
    );
  }
  if (data === undefined) {
    if (!small) return <TableSkeleton />;
    return (
      <Box aria-busy sx={GRID}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} variant="rounded" height={height} />
        ))}
      </Box>
    );
  }
  if (data.total === 0) return <Paper variant="outlined">{empty}</Paper>;
  return (
    <>
      {error !== undefined && <RetryAlert failed={failed} error={error} retry={mutate} />}
      {small ? (
        <Box component="ul" aria-label={label} sx={GRID}>
          {data.rows.map(children)}
        </Box>
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <RowTable {...table} opens label={label} rows={data.rows} />
        </Paper>
      )}
    </>
  );
}

function TableSkeleton() {
  return (
    <Paper variant="outlined" aria-busy sx={{ overflow: 'hidden' }}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Box key={row} sx={{ px: 2, height: 52, display: 'grid', alignItems: 'center' }}>
          <Skeleton height={20} width={`${30 + row * 8}%`} />
        </Box>
      ))}
    </Paper>
  );
}

interface CardListProps<Row, Sort extends string> extends CardGridProps<Row, Sort> {
  readonly of: SWRResponse<ListPage<Row>, ApiError>;
  readonly noneFound: string;
}

/** A page of rows whose search and page number the address has. */
export function CardList<Row, Sort extends string = never>({ noneFound, ...grid }: CardListProps<Row, Sort>) {
  const { data, isLoading, isValidating } = grid.of;
  const { view, setPage, clear } = useCardsView();
  const total = data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / CARDS_PER_PAGE));

  // The page is empty since a card was deleted, or the address names a page that does not exist: show the last one.
  useEffect(() => {
    if (data !== undefined && !isLoading && !isValidating && view.page > last) setPage(last);
  }, [data, isLoading, isValidating, view.page, last, setPage]);

  const notFound = (
    <EmptyState
      icon={<SearchIcon />}
      title={noneFound}
      action={<Button onClick={clear}>{messages.clearSearch}</Button>}
    >
      {formatQuoted(view.q)}
    </EmptyState>
  );
  return (
    <>
      <CardGrid {...grid} empty={view.q === '' ? grid.empty : notFound} />
      {total > 0 && <PageTurner page={view.page} onPageChange={setPage} total={total} pageSize={CARDS_PER_PAGE} />}
    </>
  );
}
