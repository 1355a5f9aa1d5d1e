/** The links that expire within 30 days (spec 2, 9), the next one first. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect } from 'react';
import { Link } from 'react-router';
import useSWR from 'swr';
import type { LinkAnswer } from '../../query-service/queries.ts';
import { type ApiError, list, type Page } from '../api.ts';
import { dayInWords } from '../dates.ts';
import { AlertIcon, ArrowDownIcon, CalendarIcon, SearchIcon } from '../frame/icons.tsx';
import { Notice } from '../frame/Notice.tsx';
import { useOverlay } from '../frame/overlay.ts';
import { titleOf } from '../frame/words.ts';
import { Address } from '../links/Address.tsx';
import { EditButton } from '../links/EditButton.tsx';
import { DEFAULT_VIEW, type LinksView, pathOf } from '../links/filters.ts';
import { Pager } from '../links/Pager.tsx';
import { RecheckButton } from '../links/RecheckButton.tsx';
import { Status } from '../links/Status.tsx';
import { TeamBadge } from '../links/TeamBadge.tsx';
import { TrashButton } from '../links/TrashButton.tsx';
import { useCalmRows } from '../links/useCalmRows.ts';
import { useLinksView } from '../links/useLinks.ts';
import { daysLeftInWords, words as linkWords } from '../links/words.ts';
import { SMALL_SCREEN } from '../theme.ts';
import { words } from './words.ts';

const NO_ROWS: readonly never[] = [];
/** From here on it is high time. */
const URGENT_DAYS = 7;

/** What is listed: of the address, only the search and the page. */
function listed({ q, page, pageSize }: LinksView): string {
  return pathOf({ ...DEFAULT_VIEW, q, page, pageSize, expiring: true, sort: 'expirationDate', dir: 'asc' });
}

function DaysLeft({ link }: { link: LinkAnswer }) {
  if (link.daysLeft === null || link.expirationDate === null) return null;
  return (
    <Box sx={{ lineHeight: 1.4, whiteSpace: 'nowrap' }}>
      <Box sx={{ fontWeight: 500, color: link.daysLeft <= URGENT_DAYS ? 'error.main' : 'warning.main' }}>
        {daysLeftInWords(link.daysLeft)}
      </Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {words.on} {dayInWords(link.expirationDate)} · {link.duration}
      </Box>
    </Box>
  );
}

function Row({ link }: { link: LinkAnswer }) {
  const { open } = useOverlay();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto',
          lg: 'minmax(0, 3fr) minmax(0, 2fr) 96px 184px 104px 92px',
        },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        px: 2,
        py: { xs: 2, lg: 1 },
        fontSize: '0.8125rem',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <ButtonBase
        onClick={() => open('link', link.id)}
        sx={{ display: 'block', minWidth: 0, textAlign: 'left', font: 'inherit', borderRadius: 1 }}
      >
        <Address value={link.articleLink} />
      </ButtonBase>
      <Box
        sx={{
          order: { xs: 1, lg: 0 },
          gridColumn: { xs: '1 / -1', lg: 'auto' },
          display: 'flex',
          gap: 1,
          minWidth: 0,
        }}
      >
        <ArrowDownIcon aria-hidden sx={{ display: { lg: 'none' }, fontSize: 14, mt: '2px', color: 'text.secondary' }} />
        <Address value={link.clientLink} />
      </Box>
      <span title={link.reason.text}>
        <Status status={link.status} checking={link.checking} />
      </span>
      <Box sx={{ order: { xs: 2, lg: 0 } }}>
        <DaysLeft link={link} />
      </Box>
      <Box sx={{ order: { xs: 4, lg: 0 }, gridColumn: { xs: '1 / -1', lg: 'auto' }, minWidth: 0 }}>
        <TeamBadge link={link} />
      </Box>
      <Box sx={{ order: { xs: 3, lg: 0 }, display: 'flex', gap: 0.25, justifyContent: 'flex-end' }}>
        <RecheckButton link={link} />
        <EditButton link={link} />
        <TrashButton link={link} />
      </Box>
    </Box>
  );
}

function ExpiringList() {
  const { view, change } = useLinksView();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const path = listed(view);
  const { data, error, isLoading, isValidating, mutate } = useSWR<Page<LinkAnswer>, ApiError>(path, list<LinkAnswer>, {
    keepPreviousData: true,
  });
  const { rows, waiting, release, hold } = useCalmRows(data?.rows ?? NO_ROWS, path, !isLoading);
  const total = data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / view.pageSize));

  // The last row of the last page went away: show the last page there is.
  useEffect(() => {
    if (data !== undefined && !isLoading && !isValidating && view.page > last) change({ page: last });
  }, [data, isLoading, isValidating, view.page, last, change]);

  if (data === undefined) {
    return (
      <Paper variant="outlined">
        {error === undefined ? (
          <Box aria-busy sx={{ p: 2 }}>
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={52} />
            ))}
          </Box>
        ) : (
          <Notice
            icon={<AlertIcon />}
            title={words.loadFailed}
            action={<Button onClick={() => void mutate()}>{words.retry}</Button>}
          >
            {error.message}
          </Notice>
        )}
      </Paper>
    );
  }
  const q = view.q.trim();
  if (!isLoading && total === 0 && rows.length === 0) {
    return (
      <Paper variant="outlined">
        {q === '' ? (
          <Notice
            icon={<CalendarIcon />}
            title={words.none}
            action={
              <Button component={Link} to="/">
                {words.toDashboard}
              </Button>
            }
          >
            {words.noneHint}
          </Notice>
        ) : (
          <Notice
            icon={<SearchIcon />}
            title={words.noneFound}
            action={<Button onClick={() => change({ q: '' })}>{words.clearSearch}</Button>}
          >
            “{q}”
          </Notice>
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
              {words.retry}
            </Button>
          }
        >
          {words.loadFailed}. {error.message}
        </Alert>
      )}
      <Box component="section" aria-label={words.links} sx={{ position: 'relative' }} {...hold}>
        {waiting && (
          <Box role="status" sx={{ position: 'absolute', top: -16, left: 0, right: 0, zIndex: 3, textAlign: 'center' }}>
            <Button size="small" onClick={release} sx={{ borderRadius: 4, fontSize: '0.75rem', minHeight: 28 }}>
              {linkWords.listMoved} · {linkWords.showChanges}
            </Button>
          </Box>
        )}
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Box component="ul" aria-label={words.links} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rows.map((link) => (
              <Row key={link.id} link={link} />
            ))}
          </Box>
          {!small && (
            <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
              <Pager total={total} orMore={data?.orMore ?? false} />
            </Box>
          )}
        </Paper>
        {small && <Pager total={total} orMore={data?.orMore ?? false} />}
      </Box>
    </>
  );
}

export function ExpiringPage() {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(words.title)}</title>
      <Box>
        <Typography component="h1" variant="h1">
          {words.title}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{words.note}</Typography>
      </Box>
      <ExpiringList />
    </Box>
  );
}
