/** The history of links: a chart or a table, a legend, and a summary in a sentence. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LINK_STATUSES } from '../../../command-service/events/observation.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { messages as common } from '../../ui/messages.ts';
import { TOGGLE_STYLE } from '../../ui/toggle-style.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { STATUS_LABELS } from '../messages.ts';
import { statusStyles } from '../status-styles.ts';
import { type Days, setChartSettings, useChartSettings } from './chart-settings.ts';
import { firstDayWithLinks, useDailyCounts } from './daily-counts.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { formatSummary, messages } from './messages.ts';
import { StatusLineChart } from './StatusLineChart.tsx';

interface HistoryChartProps {
  readonly baseFilter: BaseFilter;
  readonly days: Days;
  /** The label of removed links on this page. */
  readonly removed: string;
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

function Legend({ removed }: { removed: string }) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: { xs: 1, sm: 2 },
        m: 0,
        p: 0,
        listStyle: 'none',
        fontSize: '0.75rem',
      }}
    >
      {LINK_STATUSES.map((status) => {
        const { Icon, color, line, dash } = statusStyles[status];
        return (
          <Box component="li" key={status} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Icon sx={{ fontSize: 14, color }} />
            {status === 'removed' ? removed : STATUS_LABELS[status]}
            <Box component="svg" aria-hidden width={16} height={4} sx={{ display: { xs: 'none', sm: 'inline' } }}>
              <line x1="0" y1="2" x2="16" y2="2" stroke={line} strokeWidth="2" strokeDasharray={dash} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

export function HistoryChart({ baseFilter, days, removed }: HistoryChartProps) {
  const { asTable } = useChartSettings();
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
  return (
    <Box sx={{ height: 1, display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr) auto', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        {asTable ? (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {messages.tableLabel}
          </Typography>
        ) : (
          <Legend removed={removed} />
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
        <HistoryTable history={history} removed={removed} />
      ) : (
        <StatusLineChart history={history} days={days} removed={removed} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty', pb: 0.5 }}>
        {formatSummary(first, last, removed)}
      </Typography>
    </Box>
  );
}
