/** The history of links: its lines or the same as a table, what they are called, and what they say in a sentence. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useNow } from '../../ui/RelativeTime.tsx';
import type { Within } from '../filters/list-view.ts';
import { LOOKS, PRESSED } from '../status-styles.ts';
import { choose, type Days, useChoice } from './chart-settings.ts';
import { beginning, useHistory } from './daily-counts.ts';
import { ChangedDays } from './HistoryTable.tsx';
import { summaryInWords, words } from './messages.ts';
import { Lines } from './StatusLineChart.tsx';

interface HistoryProps {
  readonly within: Within;
  readonly days: Days;
  /** What removed links are called here. */
  readonly removed: string;
}

/** Something that stands where the lines would. */
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
      {LOOKS.map(({ status, color, dash, Icon }) => (
        <Box component="li" key={status} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Icon sx={{ fontSize: 14, color }} />
          {status === 'removed' ? removed : words[status]}
          <Box component="svg" aria-hidden width={16} height={4} sx={{ display: { xs: 'none', sm: 'inline' } }}>
            <line x1="0" y1="2" x2="16" y2="2" stroke={color} strokeWidth="2" strokeDasharray={dash} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export function History({ within, days, removed }: HistoryProps) {
  const { asTable } = useChoice();
  const { data: history, error, mutate } = useHistory(within, days, useNow());
  if (history === undefined && error !== undefined) {
    return (
      <Instead title={words.failed} action={<Button onClick={() => void mutate()}>{words.retry}</Button>}>
        {error.message}
      </Instead>
    );
  }
  if (history === undefined) return <Skeleton variant="rounded" sx={{ height: 1 }} />;
  const [first, last] = [history[beginning(history)], history.at(-1)];
  if (first === undefined || last === undefined) return <Instead title={words.none}>{words.noneHint}</Instead>;
  return (
    <Box sx={{ height: 1, display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr) auto', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        {asTable ? (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {words.tableLabel}
          </Typography>
        ) : (
          <Legend removed={removed} />
        )}
        <Button
          variant="text"
          size="small"
          aria-pressed={asTable}
          title={words.tableHint}
          onClick={() => choose({ asTable: !asTable })}
          sx={{ ...PRESSED, mr: -1 }}
        >
          {words.table}
        </Button>
      </Box>
      {asTable ? (
        <ChangedDays history={history} removed={removed} />
      ) : (
        <Lines history={history} days={days} removed={removed} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty', pb: 0.5 }}>
        {summaryInWords(first, last, removed)}
      </Typography>
    </Box>
  );
}
