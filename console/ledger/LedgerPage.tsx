/** What happened in the reader's scopes, as stories, newest first, by day, live. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router';
import type { StoryAnswer } from '../../query-service/contract/answers/ledger.ts';
import { comparePath } from '../past/compare-path.ts';
import { daysToChoose } from '../past/days.ts';
import { TO_TODAY } from '../platform/address/as-of.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { formatWeekday, utcDay } from '../platform/format/dates.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { CalendarIcon, LedgerIcon, SearchIcon } from '../ui/layout/icons.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { PrintNote } from '../ui/pages/PrintNote.tsx';
import { LedgerFilterBar } from './LedgerFilterBar.tsx';
import { StoryRow } from './LedgerRow.tsx';
import { addressOf, hasFilters, type LedgerFilters, NO_FILTERS, queryOf, readFilters } from './ledger-filters.ts';
import { messages } from './messages.ts';
import { useLedger } from './use-ledger.ts';

/** The UTC day, as in the filter by day. */
const dayOf = ({ head }: StoryAnswer): string => head.event.at.slice(0, 10);

function DayName({ day, id }: { day: string; id: string }) {
  const now = useNow();
  const name =
    day === utcDay(now) ? messages.today : day === utcDay(now - 86_400_000) ? messages.yesterday : formatWeekday(day);
  return (
    <Typography
      component="h2"
      id={id}
      variant="caption"
      sx={{
        display: 'block',
        px: 2,
        py: 0.75,
        fontWeight: 500,
        color: 'text.secondary',
        bgcolor: 'background.sunken',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {name}
    </Typography>
  );
}

interface DayProps {
  readonly day: string;
  readonly stories: readonly StoryAnswer[];
  readonly query: Readonly<Record<string, string>>;
  /** Whether the page has stories of several teams. */
  readonly namesTeams: boolean;
  readonly onOnlyLink: (linkId: string) => void;
}

function Day({ day, stories, namesTeams, ...props }: DayProps) {
  const id = useId();
  return (
    <Box sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <DayName day={day} id={id} />
      <Box component="ul" aria-labelledby={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {stories.map((story, index) => {
          // A team is named once for all rows that follow each other.
          const showsTeam = namesTeams && story.head.teamId !== stories[index - 1]?.head.teamId;
          return <StoryRow key={story.id} story={story} showsTeam={showsTeam} {...props} />;
        })}
      </Box>
    </Box>
  );
}

function Empty({ filters, onClear }: { filters: LedgerFilters; onClear: () => void }) {
  if (!hasFilters(filters)) {
    return (
      <EmptyState icon={<LedgerIcon />} title={messages.empty}>
        {messages.emptyHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={messages.nothingFound}
      action={<Button onClick={onClear}>{messages.clear}</Button>}
    >
      {messages.nothingFoundHint}
    </EmptyState>
  );
}

/** Leads to the comparison of two days: those of the filter, and its client and campaign. */
function CompareButton({ filters: { from, to, client, campaign } }: { filters: LedgerFilters }) {
  const { week } = daysToChoose(useNow());
  return (
    <Button
      component={Link}
      to={comparePath({ from: from || week, to, client, campaign })}
      state={TO_TODAY}
      startIcon={<CalendarIcon aria-hidden />}
      sx={{ '@media print': { display: 'none' } }}
    >
      {messages.compare}
    </Button>
  );
}

export function LedgerPage() {
  const { params, put } = useSearchState();
  const filters = readFilters(params);
  const change = (to: Partial<LedgerFilters>) => put(addressOf(to), { replace: true });
  const { rows, isAtBeginning, error, retry, showOlder, isLoadingOlder } = useLedger(filters);
  const named = rows?.find(({ head }) => head.link?.id === filters.linkId)?.head.link;
  const linkName = named ? splitUrl(named.articleLink).host : messages.onlyOneLink;
  const days = Map.groupBy(rows ?? [], dayOf);
  const namesTeams = new Set(rows?.map(({ head }) => head.teamId)).size > 1;
  return (
    <PageLayout title={messages.title} note={messages.note} action={<CompareButton filters={filters} />}>
      <LedgerFilterBar filters={filters} onChange={change} linkName={linkName} />
      {error !== null && <RetryAlert failed={messages.loadFailed} error={error} retry={retry} />}
      {rows === undefined ? (
        error === null && (
          <Paper variant="outlined" aria-busy sx={{ p: 2 }}>
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} height={44} />
            ))}
          </Paper>
        )
      ) : (
        <Paper component="section" aria-label={messages.list} variant="outlined" sx={{ overflow: 'hidden' }}>
          {rows.length === 0 && isAtBeginning && <Empty filters={filters} onClear={() => change(NO_FILTERS)} />}
          {[...days].map(([day, stories]) => (
            <Day
              key={day}
              {...{ day, stories, namesTeams }}
              query={queryOf(filters)}
              onOnlyLink={(linkId) => change({ ...NO_FILTERS, linkId })}
            />
          ))}
          {(rows.length > 0 || !isAtBeginning) && (
            <Box
              sx={{
                p: 1.5,
                borderTop: 1,
                borderColor: 'divider',
                textAlign: 'center',
                fontSize: '0.75rem',
                color: 'text.secondary',
                '@media print': { display: 'none' },
              }}
            >
              {filters.kinds.length === 0 && (
                <Box sx={{ mb: 1 }}>
                  {messages.quiet}{' '}
                  <Button size="small" variant="text" onClick={() => change({ kinds: ['checks'] })}>
                    {messages.showChecks}
                  </Button>
                </Box>
              )}
              {isAtBeginning ? (
                messages.beginning
              ) : (
                <Button onClick={showOlder} aria-busy={isLoadingOlder}>
                  {messages.older}
                </Button>
              )}
            </Box>
          )}
        </Paper>
      )}
      <PrintNote withAddress />
    </PageLayout>
  );
}
