/** The links on paper: whole addresses, every date, no controls. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { usePrinting } from '../../platform/browser/printing.ts';
import { formatRange } from '../../platform/format/counts.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { formatQuoted } from '../../platform/format/quotes.ts';
import { PRINTED_TABLE } from '../../ui/pages/printed-table.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { LinkStatus } from '../LinkStatus.tsx';
import { messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { formatLinkReason } from '../reasons.ts';
import { COLUMN_LABELS, messages } from './messages.ts';

const NONE = '–';

interface PrintedLinksProps {
  readonly rows: readonly LinkAnswer[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly isTotalCapped: boolean;
}

export function PrintedLinks({ rows, page, pageSize, total, isTotalCapped }: PrintedLinksProps) {
  if (!usePrinting()) return null;
  return (
    <Box data-print="wide">
      {rows.length < total && (
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {formatRange(page, pageSize, total, isTotalCapped)}
        </Typography>
      )}
      <Box component="table" aria-label={messages.links} sx={PRINTED_TABLE}>
        <thead>
          <tr>
            {(
              [
                ['articleLink', '24%'],
                ['clientLink', '20%'],
                ['status', '20%'],
                ['linkType', '8%'],
                ['lastChecked', '12%'],
                ['liveDate', '8%'],
                ['expirationDate', '8%'],
              ] as const
            ).map(([column, width]) => (
              <Box component="th" scope="col" key={column} sx={{ width }}>
                {COLUMN_LABELS[column]}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((link) => (
            <tr key={link.id}>
              <td>{link.articleLink}</td>
              <td>
                {link.clientLink}
                {link.anchor !== null && link.anchor !== '' && <div dir="auto">{formatQuoted(link.anchor)}</div>}
              </td>
              <td>
                <LinkStatus status={link.status} checking={false} />
                {link.status !== 'live' && <div>{formatLinkReason(link)}</div>}
              </td>
              <td>{link.linkType === null ? NONE : TYPE_LABELS[link.linkType]}</td>
              <td>{link.lastChecked === null ? linkMessages.never : <RelativeTime at={link.lastChecked} />}</td>
              <td>{link.liveDate === null ? NONE : formatDay(link.liveDate)}</td>
              <td>{link.expirationDate === null ? NONE : formatDay(link.expirationDate)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
