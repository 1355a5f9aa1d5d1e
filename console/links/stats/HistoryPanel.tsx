/**
 * The history of links for a range of days: one line with a summary, which opens to a chart once there are enough days.
 * The chart's code is loaded when the page is idle and the panel is open; its space is reserved, so that nothing moves.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useState } from 'react';
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { whenIdle } from '../../platform/timing/idle.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../../ui/layout/icons.tsx';
import { TOGGLE_STYLE } from '../../ui/layout/toggle-style.ts';
import { messages as common } from '../../ui/messages.ts';
import { TIGHT_SCREEN } from '../../ui/theme/breakpoints.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { setChartSettings, useChartSettings } from './chart-settings.ts';
import { firstDayWithLinks, useDailyCounts } from './daily-counts.ts';
import type { HistoryChart } from './HistoryChart.tsx';
import { formatSummary, messages, RANGES, type RemovedWord } from './messages.ts';
import { Sparkline } from './Sparkline.tsx';

type HistoryPart = typeof HistoryChart;

/** Loaded at most once; undefined until then. */
let fetched: HistoryPart | undefined;

/** The longest wait for an idle browser, in milliseconds. */
const REST_MS = 2_000;

/** The chart component once it is needed and loaded; 'failed' if it could not be loaded. */
function useHistoryPart(wanted: boolean) {
  const [part, setPart] = useState<{ readonly is: HistoryPart | 'failed' | undefined }>({ is: fetched });
  const missing = wanted && part.is === undefined;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    const stop = whenIdle(async () => {
      const is = await import('./HistoryChart.tsx')
        .then(({ HistoryChart: History }) => History)
        .catch(() => 'failed' as const);
      if (is !== 'failed') fetched = is;
      if (!gone) setPart({ is });
    }, REST_MS);
    return () => {
      gone = true;
      stop();
    };
  }, [missing]);
  return { part: part.is, again: () => setPart({ is: undefined }) };
}

interface HistoryPanelProps {
  /** The fixed filter of the page; empty: all links. */
  readonly baseFilter?: BaseFilter;
  readonly removed?: RemovedWord;
}

/** Days with links before a chart says more than a sentence. */
const ENOUGH_DAYS = 7;

export function HistoryPanel({ baseFilter = {}, removed = 'removed' }: HistoryPanelProps) {
  const { open: wanted, days } = useChartSettings();
  const { data: history, error, mutate } = useDailyCounts(baseFilter, days, useNow());
  const counted = history === undefined ? undefined : history.slice(countedFrom(history));
  const isYoung = counted !== undefined && counted.length < ENOUGH_DAYS;
  const open = wanted && !isYoung;
  const { part: HistoryPart, again } = useHistoryPart(open);
  const tight = useMediaQuery(TIGHT_SCREEN, { noSsr: true });
  const id = useId();
  const [first, last] = [counted?.[0], counted?.at(-1)];
  return (
    <Paper component="section" variant="outlined" aria-labelledby={`${id}title`} sx={{ px: 2, minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          columnGap: 1.5,
          minHeight: { xs: 44, md: 40 },
          flexWrap: open ? 'wrap' : 'nowrap',
        }}
      >
        <Typography component="h2" variant="h3" sx={{ flexShrink: 0, fontSize: '0.8125rem' }}>
          {isYoung ? (
            <span id={`${id}title`}>{messages.title}</span>
          ) : (
            <Button
              id={`${id}title`}
              variant="text"
              size="small"
              aria-expanded={open}
              aria-controls={`${id}body`}
              startIcon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
              onClick={() => setChartSettings({ open: !open })}
              sx={{ ml: -1, px: 1, fontWeight: 600 }}
            >
              {messages.title}
            </Button>
          )}
        </Typography>
        {!open && (
          <Typography
            variant="body2"
            title={first && last ? formatSummary(first, last, removed) : ''}
            sx={{
              flex: 1,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: { md: 'nowrap' },
              lineHeight: { xs: 1.35, md: 1.5 },
              color: 'text.secondary',
            }}
          >
            {counted === undefined ? (
              error === undefined ? (
                <Skeleton width={240} sx={{ maxWidth: '100%' }} />
              ) : (
                messages.failed
              )
            ) : first && last ? (
              // On a narrow screen the strip above has the other figures.
              formatSummary(first, last, removed, tight)
            ) : (
              messages.none
            )}
          </Typography>
        )}
        {!open && history === undefined && error !== undefined && (
          <Button size="small" variant="text" onClick={() => void mutate()}>
            {common.retry}
          </Button>
        )}
        {!open && !isYoung && counted !== undefined && <Sparkline history={counted} />}
        {open && (
          <Box role="group" aria-label={messages.range} sx={{ display: 'flex', gap: 0.5, ml: 'auto', mr: -1 }}>
            {RANGES.map((range) => (
              <Button
                key={range.days}
                variant="text"
                size="small"
                aria-pressed={range.days === days}
                title={range.hint}
                onClick={() => setChartSettings({ days: range.days })}
                sx={TOGGLE_STYLE}
              >
                {range.label}
              </Button>
            ))}
          </Box>
        )}
      </Box>
      <Box
        id={`${id}body`}
        hidden={!open}
        sx={{ height: { xs: '18rem', sm: '15.5rem' }, pb: 1, '&[hidden]': { height: 0, p: 0 } }}
      >
        {open && HistoryPart === undefined && <Skeleton variant="rounded" sx={{ height: 1 }} />}
        {open && HistoryPart === 'failed' && (
          <Box role="alert" sx={{ height: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 1 }}>
            {messages.failed}
            <Button onClick={again}>{common.retry}</Button>
          </Box>
        )}
        {open && typeof HistoryPart === 'function' && (
          <HistoryPart key={JSON.stringify(baseFilter)} baseFilter={baseFilter} days={days} removed={removed} />
        )}
      </Box>
    </Paper>
  );
}

/** The index of the first day with links; beyond the end without any. */
function countedFrom(history: readonly DayCountsAnswer[]): number {
  const first = firstDayWithLinks(history);
  return first === -1 ? history.length : first;
}
