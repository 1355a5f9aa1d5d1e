/** A page of cards, with all that can be there instead: nothing yet, nothing found, not loaded. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import type { SWRResponse } from 'swr';
import { formatRange, messages as linkWords } from '../../links/messages.ts';
import type { ApiError, Page } from '../../platform/api/client.ts';
import { EmptyState } from '../EmptyState.tsx';
import { AlertIcon, ChevronLeftIcon, ChevronRightIcon, SearchIcon } from '../icons.tsx';
import { messages } from './messages.ts';
import { CARDS_PER_PAGE, useCardsView } from './use-card-list.ts';

const GRID = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 1, md: 2 },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 288px), 1fr))',
} as const;

/** How a card looks; its one link covers it whole. */
export const CARD = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  transition: 'border-color 120ms',
  '&:hover': { borderColor: 'text.secondary' },
} as const;

/** For the link in a card's heading: the whole card is pressed by it. */
export const WHOLE_CARD = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
} as const;

function Turns({ total, page, turn }: { total: number; page: number; turn: (page: number) => void }) {
  const last = Math.max(1, Math.ceil(total / CARDS_PER_PAGE));
  if (last === 1) return null;
  return (
    <Box
      component="nav"
      aria-label={messages.pages}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}
    >
      <Typography variant="body2" aria-live="polite" sx={{ color: 'text.secondary' }}>
        {formatRange(page, CARDS_PER_PAGE, total)}
      </Typography>
      <IconButton aria-label={linkWords.previousPage} disabled={page <= 1} onClick={() => turn(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton aria-label={linkWords.nextPage} disabled={page >= last} onClick={() => turn(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </Box>
  );
}

interface CardListProps<Row> {
  readonly of: SWRResponse<Page<Row>, ApiError>;
  readonly label: string;
  readonly failed: string;
  readonly noneFound: string;
  /** In pixels, of a card that is not there yet. */
  readonly height: number;
  /** Stands in the place of a list that has nothing in it at all. */
  readonly empty: ReactNode;
  readonly children: (row: Row) => ReactNode;
}

export function CardList<Row>({ of: read, label, failed, noneFound, height, empty, children }: CardListProps<Row>) {
  const { data, error, isLoading, isValidating, mutate } = read;
  const { view, turn, clear } = useCardsView();
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / CARDS_PER_PAGE));

  // The last card of the last page went away, or a link to a page that is no more: show the last one there is.
  useEffect(() => {
    if (data !== undefined && !isLoading && !isValidating && view.page > last) turn(last);
  }, [data, isLoading, isValidating, view.page, last, turn]);

  if (data === undefined && error !== undefined) {
    return (
      <Paper variant="outlined">
        <EmptyState
          icon={<AlertIcon />}
          title={failed}
          action={<Button onClick={() => void mutate()}>{messages.retry}</Button>}
        >
          {error.message}
        </EmptyState>
      </Paper>
    );
  }
  if (data === undefined) {
    return (
      <Box aria-busy sx={GRID}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} variant="rounded" height={height} />
        ))}
      </Box>
    );
  }
  if (data.total === 0) {
    return (
      <Paper variant="outlined">
        {view.q === '' ? (
          empty
        ) : (
          <EmptyState
            icon={<SearchIcon />}
            title={noneFound}
            action={<Button onClick={clear}>{messages.clearSearch}</Button>}
          >
            “{view.q}”
          </EmptyState>
        )}
      </Paper>
    );
  }
  return (
    <>
      {error !== undefined && (
        <Alert
          severity="error"
          variant="outlined"
          icon={<AlertIcon />}
          action={
            <Button size="small" onClick={() => void mutate()}>
              {messages.retry}
            </Button>
          }
        >
          {failed}. {error.message}
        </Alert>
      )}
      <Box component="ul" aria-label={label} sx={GRID}>
        {data.rows.map(children)}
      </Box>
      <Turns total={data.total} page={view.page} turn={turn} />
    </>
  );
}
