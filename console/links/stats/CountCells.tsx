/** The counts of links in the columns of a table. */
import Box from '@mui/material/Box';
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusCounts } from '../../../query-service/contract/list-options.ts';
import { formatLivePercent, formatNumber } from '../../platform/format/counts.ts';
import type { RowColumn } from '../../ui/lists/RowTable.tsx';
import { Dash } from '../../ui/text/Dash.tsx';
import { formatNotFound, STATUS_LABELS } from '../messages.ts';
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

/**
 * The columns of all links and of each status.
 * @param share of the table's width for the bar, in percent @param of the counts of a row
 */
export function countColumns<Row>(label: string, share: number, of: (row: Row) => LinkCountsAnswer) {
  const [live, pending, removed] = [STATUS_LABELS.live, STATUS_LABELS.pending, STATUS_LABELS.removed];
  return [
    { key: 'total', label, width: 72, numeric: true, cell: (row) => <Count value={of(row).total} /> },
    { key: 'live', label: live, width: 128, share, cell: (row) => <ShareOfLive counts={of(row)} /> },
    {
      ...{ key: 'pending', label: pending, width: 96, numeric: true, leaves: 1 },
      cell: (row) => <Count value={of(row).pending} />,
    },
    { key: 'removed', label: removed, width: 124, numeric: true, cell: (row) => <RemovedCount counts={of(row)} /> },
  ] as const satisfies readonly RowColumn<Row>[];
}
