/** The report of a share: statistics, the list of links, and how links are checked. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import type { SharedAnswer, SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { ApiError } from '../platform/api/client.ts';
import { printPage } from '../platform/browser/printing.ts';
import { formatDay, utcDay } from '../platform/format/dates.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { CloseIcon, DownloadIcon, LinkIcon, SearchIcon } from '../ui/layout/icons.tsx';
import { PageTurner } from '../ui/lists/PageTurner.tsx';
import { useWholeList } from '../ui/lists/use-whole-list.ts';
import { format, formatPeriod, formatSummary, messages, STATUS_MEANINGS } from './messages.ts';
import { RecentChanges } from './RecentChanges.tsx';
import { SharedCounts } from './SharedCounts.tsx';
import { SharedLinks } from './SharedLinks.tsx';
import { SharedStatus } from './SharedStatus.tsx';
import { ShownDay } from './shared-cells.tsx';
import { MAX_SEARCH, MOST_PRINTED, PAGE_SIZE, PRINT_PAGE_SIZE, type SharedView, STATUSES } from './shared-view.ts';

/** The delay between the last keystroke and the search, in milliseconds. */
const TYPING_MS = 250;

function Search({ q, change }: { q: string; change: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(change, TYPING_MS, typed);
    return () => clearTimeout(timer);
  }, [typed, q, change]);
  return (
    <Box
      role="search"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 1.25,
        width: { xs: '100%', sm: 256 },
        height: 32,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        '&:focus-within': { borderColor: 'primary.main' },
      }}
    >
      <SearchIcon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
      <InputBase
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={messages.searchHint}
        inputProps={{ 'aria-label': messages.search, maxLength: MAX_SEARCH, dir: 'auto' }}
        sx={{ flex: 1, fontSize: '0.8125rem', '& input:focus-visible': { outline: 'none' } }}
      />
      {typed !== '' && (
        <IconButton size="small" aria-label={messages.clearSearch} onClick={() => change('')}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}

interface SharedReportProps {
  readonly shared: SharedAnswer;
  /** The number of links on all pages of the view. */
  readonly found: number;
  readonly view: SharedView;
  readonly change: (to: Partial<SharedView>) => void;
  /** Why the last request failed; older data is shown. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
  /** Reads the links of one page, for the paper. @throws ApiError */
  readonly read: (view: SharedView) => Promise<readonly SharedLinkAnswer[]>;
  /** Saves the links of all pages of the view as a file. @throws ApiError */
  readonly save: () => Promise<void>;
}

export function SharedReport({ shared, found, view, change, error, retry, read, save }: SharedReportProps) {
  const { q, status, sort, dir } = view;
  const whole = useWholeList({
    key: JSON.stringify([q, status, sort, dir, shared.links.map(({ id, lastChecked }) => [id, lastChecked])]),
    shown: shared.links,
    found,
    most: MOST_PRINTED,
    readPage: (page) => read({ ...view, page }),
    pageSize: PRINT_PAGE_SIZE,
  });
  const isFiltered = view.status !== null || view.q.trim() !== '';
  const [search] = useState(() => (q: string) => change({ q }));
  const last = Math.max(1, Math.ceil(found / PAGE_SIZE));
  const [since = null] =
    shared.links.length === shared.total ? shared.links.flatMap(({ liveDate }) => liveDate ?? []).toSorted() : [];

  // The address names a page that does not exist: show the last one.
  useEffect(() => {
    if (error === undefined && view.page > last) change({ page: last });
  }, [view.page, last, change, error]);

  const [unsaved, setUnsaved] = useState<ApiError>();
  const saveAll = async () => {
    setUnsaved(undefined);
    try {
      await save();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setUnsaved(problem);
    }
  };

  const shownDay = shared.asOf?.slice(0, 10) ?? null;
  return (
    <ShownDay value={shownDay}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {shared.preparedBy === null ? messages.report : format('preparedBy', { name: shared.preparedBy })}
            </Typography>
            <Typography
              component="h1"
              sx={{
                fontSize: { xs: '1.5rem', md: '2rem' },
                fontWeight: 600,
                lineHeight: 1.25,
                letterSpacing: '-0.025em',
                overflowWrap: 'anywhere',
              }}
            >
              {shared.clientName}
            </Typography>
            <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
              {formatSummary(shared.live, shared.total)}{' '}
              {formatPeriod(formatDay(shownDay ?? utcDay(Date.now())), since === null ? null : formatDay(since))}
            </Typography>
            {shownDay !== null && (
              <Typography sx={{ color: 'text.secondary' }}>{format('pinned', { day: formatDay(shownDay) })}</Typography>
            )}
          </Box>
          <Button onClick={() => void printPage()} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
            {messages.print}
          </Button>
        </Box>
        {shared.total > 0 && (
          <RecentChanges recent={shared.recent} day={shownDay === null ? null : formatDay(shownDay)} />
        )}
        <SharedCounts shared={shared} status={view.status} choose={(status) => change({ status })} />
        <Paper component="section" variant="outlined" aria-labelledby="backlinks" sx={{ overflow: 'hidden' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1.5 }}>
            <Typography component="h2" variant="h2" id="backlinks" sx={{ flex: 1 }}>
              {messages.backlinks}
            </Typography>
            {shared.total > 0 && (
              <>
                <Button startIcon={<DownloadIcon aria-hidden />} onClick={() => void saveAll()}>
                  {messages.csv}
                </Button>
                <Search q={view.q} change={search} />
              </>
            )}
          </Box>
          <div>
            {unsaved && (
              <RetryAlert failed={messages.csvFailed} error={unsaved} retry={() => void saveAll()} sx={{ m: 2 }} />
            )}
            {error !== undefined && <RetryAlert failed={messages.failed} error={error} retry={retry} sx={{ m: 2 }} />}
            {shared.links.length > 0 ? (
              <SharedLinks links={shared.links} whole={whole} found={found} view={view} change={change} />
            ) : isFiltered ? (
              <EmptyState
                icon={<SearchIcon />}
                title={messages.noLinksFound}
                action={<Button onClick={() => change({ q: '', status: null })}>{messages.showAll}</Button>}
              />
            ) : (
              <EmptyState icon={<LinkIcon />} title={messages.noLinksYet}>
                {messages.noLinksYetHint}
              </EmptyState>
            )}
            <Box sx={{ px: 2, py: 1, '&:empty': { display: 'none' }, borderTop: 1, borderColor: 'divider' }}>
              <PageTurner
                page={Math.min(view.page, last)}
                onPageChange={(page) => change({ page })}
                total={found}
                pageSize={PAGE_SIZE}
              />
            </Box>
          </div>
        </Paper>
        <Box component="section" aria-labelledby="how" sx={{ maxWidth: 720 }}>
          <Typography component="h2" variant="h3" id="how">
            {messages.howTitle}
          </Typography>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 1,
              display: 'grid',
              gridTemplateColumns: { sm: 'max-content minmax(0, 1fr)' },
              columnGap: 2,
              rowGap: 1,
              fontSize: '0.8125rem',
              '& dd': { m: 0, color: 'text.secondary', textWrap: 'pretty' },
            }}
          >
            {STATUSES.map((each) => (
              <Box key={each} sx={{ display: 'contents' }}>
                <dt>
                  <SharedStatus status={each} />
                </dt>
                <dd>{STATUS_MEANINGS[each]}</dd>
              </Box>
            ))}
          </Box>
        </Box>
      </Box>
    </ShownDay>
  );
}
