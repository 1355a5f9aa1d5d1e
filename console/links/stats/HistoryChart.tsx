/** The history of links: a chart or a table, a legend, and a summary in a sentence. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { comparePath } from '../../past/compare-path.ts';
import { messages as pastWords } from '../../past/messages.ts';
import { TO_TODAY } from '../../platform/address/as-of.ts';
import { useSearchState } from '../../platform/address/search-params.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { TOGGLE_STYLE } from '../../ui/layout/toggle-style.ts';
import { messages as common } from '../../ui/messages.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { STATUS_LABELS } from '../messages.ts';
import type { ShownStatus } from '../shown-status.ts';
import { SHOWN_ORDER, STATUS_ORDER, statusStyles } from '../status-styles.ts';
import { type Days, setChartSettings, useChartSettings } from './chart-settings.ts';
import { firstDayWithLinks, useDailyCounts } from './daily-counts.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { formatDayChange, formatSummary, messages, type RemovedWord } from './messages.ts';
import { StatusLineChart } from './StatusLineChart.tsx';

const NOTHING: ReadonlySet<ShownStatus> = new Set();

interface HistoryChartProps {
  readonly baseFilter: BaseFilter;
  readonly days: Days;
  readonly removed: RemovedWord;
}

/** A message in place of the chart. */
function Instead({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Box
      sx={{ height: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', textAlign: 'center', px: 2 }}
    >
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 448, textWrap: 'pretty' }}>
        {children}
      </Typography>
      {action !== undefined && <Box sx={{ mt: 1.5 }}>{action}</Box>}
    </Box>
  );
}

interface LegendProps {
  readonly removed: RemovedWord;
  readonly statuses: readonly ShownStatus[];
  readonly hidden: ReadonlySet<ShownStatus>;
  readonly toggle: (status: ShownStatus) => void;
}

/** The lines of the chart. A press hides a line or shows it again. */
function Legend({ removed, statuses, hidden, toggle }: LegendProps) {
  return (
    <Box role="group" aria-label={messages.lines} sx={{ display: 'flex', flexWrap: 'wrap', ml: -1 }}>
      {statuses.map((status) => {
        const { Icon, color, line, dash } = statusStyles[status];
        const shown = !hidden.has(status);
        return (
          <Button
            key={status}
            variant="text"
            size="small"
            aria-pressed={shown}
            onClick={() => toggle(status)}
            sx={{ px: 1, minWidth: 0, gap: 0.5, fontSize: '0.75rem', fontWeight: 400, opacity: shown ? 1 : 0.5 }}
          >
            <Icon aria-hidden sx={{ fontSize: 14, color }} />
            <Box component="span" sx={{ textDecoration: shown ? 'none' : 'line-through' }}>
              {status === 'removed' ? messages[removed] : STATUS_LABELS[status]}
            </Box>
            <Box component="svg" aria-hidden width={16} height={4} sx={{ display: { xs: 'none', sm: 'inline' } }}>
              <line x1="0" y1="2" x2="16" y2="2" stroke={line} strokeWidth="2" strokeDasharray={dash} />
            </Box>
          </Button>
        );
      })}
    </Box>
  );
}

export function HistoryChart({ baseFilter, days, removed }: HistoryChartProps) {
  const { asTable } = useChartSettings();
  const { put } = useSearchState();
  const [hidden, setHidden] = useState<ReadonlySet<ShownStatus>>(NOTHING);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: history, error, mutate } = useDailyCounts(baseFilter, days, useNow());
  if (history === undefined && error !== undefined) {
    return (
      <Instead title={messages.failed} action={<Button onClick={() => void mutate()}>{common.retry}</Button>}>
        {error.message}
      </Instead>
    );
  }
  if (history === undefined) return <Skeleton variant="rounded" sx={{ height: 1 }} />;
  const [first, last] = [history[firstDayWithLinks(history)], history.at(-1)];
  if (first === undefined || last === undefined) return <Instead title={messages.none}>{messages.noneHint}</Instead>;
  const day = history.findIndex((each) => each.day === chosen);
  const [before, at] = [history[day - 1], history[day]];
  const compared = {
    client: baseFilter.clientDomain,
    campaign: baseFilter.campaignId,
    ...(baseFilter.teamId !== undefined && { teams: [baseFilter.teamId] }),
  };
  const statuses = history.some(({ notFound }) => notFound > 0) ? SHOWN_ORDER : STATUS_ORDER;
  const toggle = (status: ShownStatus) => {
    const next = new Set(hidden.has(status) ? [...hidden].filter((each) => each !== status) : [...hidden, status]);
    // A chart needs a line: hiding the last line shows all lines again.
    setHidden(next.size === statuses.length ? NOTHING : next);
  };
  return (
    <Box sx={{ height: 1, display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr) auto', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        {asTable ? (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {messages.tableLabel}
          </Typography>
        ) : (
          <Legend removed={removed} statuses={statuses} hidden={hidden} toggle={toggle} />
        )}
        <Button
          variant="text"
          size="small"
          aria-pressed={asTable}
          title={messages.tableHint}
          onClick={() => setChartSettings({ asTable: !asTable })}
          sx={{ ...TOGGLE_STYLE, mr: -1 }}
        >
          {messages.table}
        </Button>
      </Box>
      {asTable ? (
        <HistoryTable history={history} removed={removed} choose={setChosen} />
      ) : (
        <StatusLineChart
          history={history}
          days={days}
          removed={removed}
          shown={statuses.filter((status) => !hidden.has(status))}
          choose={setChosen}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 28 }}>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
          {at === undefined ? formatSummary(first, last, removed) : formatDayChange(at, before, removed)}
        </Typography>
        {at !== undefined && (
          <>
            <Button variant="text" size="small" onClick={() => put({ asOf: at.day, page: null })}>
              {pastWords.show}
            </Button>
            {before !== undefined && (
              <Button
                variant="text"
                size="small"
                component={Link}
                to={comparePath({ from: before.day, to: at.day, ...compared })}
                state={TO_TODAY}
              >
                {messages.happened}
              </Button>
            )}
            <Button
              variant="text"
              size="small"
              component={Link}
              to={comparePath({ from: at.day, ...compared })}
              state={TO_TODAY}
            >
              {pastWords.compare}
            </Button>
            <Button variant="text" size="small" onClick={() => setChosen(null)}>
              {messages.wholeRange}
            </Button>
          </>
        )}
      </Box>
    </Box>
  );
}
