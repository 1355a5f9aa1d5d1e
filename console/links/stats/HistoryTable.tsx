/** The history as a table of the days with a change. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusCounts } from '../../../query-service/contract/list-options.ts';
import { formatNumber } from '../../platform/format/counts.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { STATUS_LABELS } from '../messages.ts';
import { changedDays } from './daily-counts.ts';
import { messages, type RemovedWord } from './messages.ts';

interface HistoryTableProps {
  readonly history: readonly DayCountsAnswer[];
  readonly removed: RemovedWord;
  /** Called with the day that was pressed. */
  readonly choose: (day: string) => void;
}

export function HistoryTable({ history, removed, choose }: HistoryTableProps) {
  const hasNotFound = history.some(({ notFound }) => notFound > 0);
  return (
    <Box
      role="region"
      aria-label={messages.tableLabel}
      // Focusable, so that a keyboard can scroll it.
      tabIndex={0}
      sx={{ overflow: 'auto', borderTop: 1, borderColor: 'divider' }}
    >
      <Box
        component="table"
        sx={{
          width: 1,
          borderCollapse: 'collapse',
          fontSize: '0.8125rem',
          '& th, & td': { py: 0.5, px: 1, textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
          '& th:first-of-type': { textAlign: 'left', pl: 0 },
          '& thead th': { position: 'sticky', top: 0, bgcolor: 'background.paper', color: 'text.secondary' },
          '& tbody tr': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{messages.day}</th>
            <th scope="col">{messages.live}</th>
            <th scope="col">{messages.pending}</th>
            <th scope="col">{messages[removed]}</th>
            {hasNotFound && <th scope="col">{STATUS_LABELS['not-found']}</th>}
          </tr>
        </thead>
        <tbody>
          {changedDays(history).map((day) => (
            <tr key={day.day}>
              <th scope="row">
                <ButtonBase onClick={() => choose(day.day)} sx={{ font: 'inherit', borderRadius: 0.5 }}>
                  {formatDay(day.day)}
                </ButtonBase>
              </th>
              <td>{formatNumber(day.live)}</td>
              <td>{formatNumber(day.pending)}</td>
              <td>{formatNumber(statusCounts(day).removed)}</td>
              {hasNotFound && <td>{formatNumber(day.notFound)}</td>}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
