/** The history as a line chart (MUI X Charts): arrow keys and pointer select a day. */
import Box from '@mui/material/Box';
import { LineChart } from '@mui/x-charts/LineChart';
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusCounts } from '../../../query-service/contract/list-options.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { locale } from '../../platform/language/language.ts';
import { STATUS_LABELS } from '../messages.ts';
import type { ShownStatus } from '../shown-status.ts';
import { SHOWN_ORDER, statusStyles } from '../status-styles.ts';
import type { Days } from './chart-settings.ts';
import { axisDays, firstDayWithLinks } from './daily-counts.ts';
import { messages, type RemovedWord } from './messages.ts';

const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
const firstMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

const SX = {
  '& .MuiLineChart-area': { opacity: 0.08 },
  '& .MuiChartsAxisHighlight-root': { stroke: 'var(--mui-palette-text-secondary)' },
  ...Object.fromEntries(
    SHOWN_ORDER.map((status) => [
      `& .MuiLineChart-line[data-series="${status}"]`,
      { strokeDasharray: statusStyles[status].dash, strokeWidth: 2 },
    ]),
  ),
};

const TICKS = {
  disableLine: true,
  disableTicks: true,
  tickLabelStyle: { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 },
} as const;

const TOOLTIP = {
  '& .MuiChartsTooltip-paper': { m: 1.5, py: 0.5, border: 1, borderColor: 'divider', boxShadow: 'none' },
  '& .MuiChartsTooltip-table': { fontSize: '0.8125rem', borderSpacing: 0 },
  '& .MuiChartsTooltip-table caption': { px: 1.5, py: 0.5, fontSize: '0.8125rem', fontWeight: 600, border: 0 },
  '& .MuiChartsTooltip-table :is(th, td)': {
    py: 0.25,
    fontSize: '0.8125rem',
    lineHeight: 1.5,
    verticalAlign: 'middle',
  },
  '& .MuiChartsTooltip-table :is(th, td) *': { fontSize: 'inherit', lineHeight: 'inherit' },
};

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function nameOf(day: Date, days: Days): string {
  if (days <= 90) return shortDay.format(day);
  return (day.getUTCMonth() === 0 ? firstMonth : month).format(day);
}

interface LinesProps {
  readonly history: readonly DayCountsAnswer[];
  readonly days: Days;
  readonly removed: RemovedWord;
  readonly shown: readonly ShownStatus[];
  /** Called with the day that was pressed. */
  readonly choose: (day: string) => void;
}

const { Icon: LiveMark } = statusStyles.live;
const { Icon: RemovedMark } = statusStyles.removed;
const { Icon: PendingMark } = statusStyles.pending;
const { Icon: NotFoundMark } = statusStyles['not-found'];

/** The icons of the statuses, in place of the chart's own marks. */
const MARKS = {
  live: () => <LiveMark aria-hidden sx={{ fontSize: 14, color: statusStyles.live.color }} />,
  removed: () => <RemovedMark aria-hidden sx={{ fontSize: 14, color: statusStyles.removed.color }} />,
  pending: () => <PendingMark aria-hidden sx={{ fontSize: 14, color: statusStyles.pending.color }} />,
  'not-found': () => <NotFoundMark aria-hidden sx={{ fontSize: 14, color: statusStyles['not-found'].color }} />,
} as const;

export function StatusLineChart({ history, days, removed, shown, choose }: LinesProps) {
  // Before the first link there are no counts: the axis has the whole range, the lines start later.
  const [first] = history;
  const counted = history.slice(firstDayWithLinks(history));
  return (
    <Box
      component="figure"
      aria-label={messages.chart}
      sx={{
        minHeight: 0,
        m: 0,
        mx: -1,
        borderRadius: 1,
        '&:has(:focus-visible)': { outline: '2px solid var(--mui-palette-primary-main)' },
      }}
    >
      <LineChart
        hideLegend
        skipAnimation
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            id: 'day',
            scaleType: 'utc',
            data: counted.map(({ day }) => startOf(day)),
            ...(first === undefined ? {} : { min: startOf(first.day) }),
            valueFormatter: (value: Date, { location }) =>
              location === 'tick' ? nameOf(value, days) : formatDay(value.toISOString().slice(0, 10)),
            tickInterval: axisDays(history).map(startOf),
            ...TICKS,
          },
        ]}
        yAxis={[{ id: 'links', min: 0, tickMinStep: 1, tickNumber: 4, width: 'auto', ...TICKS }]}
        onAxisClick={(_, at) => {
          const day = at === null ? undefined : counted[at.dataIndex];
          if (day !== undefined) choose(day.day);
        }}
        series={shown.map((status) => ({
          id: status,
          label: status === 'removed' ? messages[removed] : STATUS_LABELS[status],
          color: statusStyles[status].line,
          curve: 'linear',
          area: status === 'live',
          showMark: 'end',
          shape: 'circle',
          labelMarkType: MARKS[status],
          data: counted.map((day) => statusCounts(day)[status]),
        }))}
        slotProps={{ tooltip: { trigger: 'axis', sx: TOOLTIP } }}
        sx={SX}
      />
    </Box>
  );
}
