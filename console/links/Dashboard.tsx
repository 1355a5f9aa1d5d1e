/** The dashboard: the figures and the links. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useEffect } from 'react';
import { AlertIcon, LinkIcon, PlusIcon } from '../frame/icons.tsx';
import { Notice } from '../frame/Notice.tsx';
import { useOverlay } from '../frame/overlay.ts';
import { titleOf } from '../frame/words.ts';
import { SMALL_SCREEN } from '../theme.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { isNarrowed, pathOf } from './filters.ts';
import { LinkCards } from './LinkCards.tsx';
import { LinksTable } from './LinksTable.tsx';
import { Pager } from './Pager.tsx';
import { StatCards } from './StatCards.tsx';
import { useCalmRows } from './useCalmRows.ts';
import { useLinks, useLinksView } from './useLinks.ts';
import { words } from './words.ts';

const FilterLinks = lazy(async () => ({ default: (await import('./FilterLinks.tsx')).FilterLinks }));
const SortLinks = lazy(async () => ({ default: (await import('./SortLinks.tsx')).SortLinks }));

const NO_ROWS: readonly never[] = [];

export function Dashboard() {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { view, change } = useLinksView();
  const { open, params } = useOverlay();
  const dialog = params.get('dialog');
  const { data, error, isLoading, isValidating, mutate } = useLinks(view);
  const { rows, waiting, release, hold } = useCalmRows(data?.rows ?? NO_ROWS, pathOf(view), !isLoading);
  const total = data?.total ?? 0;
  const loading = data === undefined && error === undefined;
  const lastPage = Math.max(1, Math.ceil(total / view.pageSize));

  // The last row of the last page went away, or a link to a page that is no more: show the last one there is.
  useEffect(() => {
    if (data !== undefined && !isLoading && !isValidating && view.page > lastPage) change({ page: lastPage });
  }, [data, isLoading, isValidating, view.page, lastPage, change]);

  const empty = data !== undefined && !isLoading && total === 0 && rows.length === 0 && !isNarrowed(view);
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(words.dashboard)}</title>
      <Typography component="h1" variant="h1">
        {words.dashboard}
      </Typography>
      <StatCards />
      <ActiveFilters />
      {error !== undefined && data !== undefined && (
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
      {error !== undefined && data === undefined ? (
        <Paper variant="outlined">
          <Notice
            icon={<AlertIcon />}
            title={words.loadFailed}
            action={<Button onClick={() => void mutate()}>{words.retry}</Button>}
          >
            {error.message}
          </Notice>
        </Paper>
      ) : empty ? (
        <Paper variant="outlined">
          <Notice
            icon={<LinkIcon />}
            title={words.noLinksYet}
            action={
              <Button
                variant="contained"
                color="primary"
                startIcon={<PlusIcon />}
                onClick={() => open('dialog', 'add')}
              >
                {words.addFirst}
              </Button>
            }
          >
            {words.noLinksYetHint}
          </Notice>
        </Paper>
      ) : (
        <Box component="section" aria-label={words.links} sx={{ position: 'relative' }} {...hold}>
          {waiting && (
            <Box
              role="status"
              sx={{ position: 'absolute', top: -16, left: 0, right: 0, zIndex: 3, textAlign: 'center' }}
            >
              <Button size="small" onClick={release} sx={{ borderRadius: 4, fontSize: '0.75rem', minHeight: 28 }}>
                {words.listMoved} · {words.showChanges}
              </Button>
            </Box>
          )}
          {small ? (
            <LinkCards rows={rows} loading={loading} />
          ) : (
            <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
              <LinksTable rows={rows} total={total} loading={loading} />
              <Box sx={{ borderTop: rows.length === 0 || loading ? 1 : 0, borderColor: 'divider' }}>
                <Pager total={total} />
              </Box>
            </Paper>
          )}
          {small && <Pager total={total} />}
        </Box>
      )}
      <Suspense fallback={null}>
        {dialog === 'filter' && <FilterLinks />}
        {dialog === 'sort' && <SortLinks />}
      </Suspense>
    </Box>
  );
}
