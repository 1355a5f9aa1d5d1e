/** The counts of links in the cells of a table. */
import Box from '@mui/material/Box';
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusCounts } from '../../../query-service/contract/list-options.ts';
import { formatLivePercent, formatNumber } from '../../platform/format/counts.ts';
import { Dash } from '../../ui/text/Dash.tsx';
import { formatNotFound } from '../messages.ts';
import { StatusBar } from './StatusBar.tsx';

/** The statuses as a bar, with the share of live links. `detail` is extra text. */
export function ShareOfLive({ counts, detail }: { counts: LinkCountsAnswer; detail?: string }) {
  if (counts.total === 0) return <Dash />;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, maxWidth: 240 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, lineHeight: 1.4 }}>
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {formatLivePercent(Math.round((100 * counts.live) / counts.total))}
        </Box>
        {detail !== undefined && (
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {detail}
          </Box>
        )}
      </Box>
      <StatusBar counts={counts} height={4} />
    </Box>
  );
}

/** Removed links, and how many links were never found. */
export function RemovedCount({ counts }: { counts: LinkCountsAnswer }) {
  const note = formatNotFound(counts.notFound);
  return (
    <>
      <Count value={statusCounts(counts).removed} />
      {note !== undefined && (
        <Box
          component="small"
          sx={{ display: 'block', fontSize: '0.75rem', lineHeight: 1.4, color: 'text.secondary', textWrap: 'balance' }}
        >
          {note}
        </Box>
      )}
    </>
  );
}

/** A count. Zero is shown in the secondary color. */
export function Count({ value }: { value: number }) {
  return (
    <Box component="span" sx={value === 0 ? { color: 'text.secondary' } : {}}>
      {formatNumber(value)}
    </Box>
  );
}
