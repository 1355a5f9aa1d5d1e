/** The backlinks of a share on paper: every row and whole addresses. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatResult } from '../links/reasons.ts';
import { PRINTED_TABLE } from '../ui/pages/printed-table.ts';
import { formatPart, messages } from './messages.ts';
import { SharedStatus } from './SharedStatus.tsx';
import { expires, lastChecked, liveSince, typeOf } from './shared-columns.tsx';
import { shownStatus } from './shared-view.ts';

interface PrintedSharedLinksProps {
  readonly links: readonly SharedLinkAnswer[];
  /** The number of links on all pages. */
  readonly found: number;
}

export function PrintedSharedLinks({ links, found }: PrintedSharedLinksProps) {
  return (
    <Box data-print="wide">
      {links.length < found && (
        <Typography variant="body2" sx={{ px: 2, pb: 1 }}>
          {formatPart(links.length, found)}
        </Typography>
      )}
      <Box component="table" aria-label={messages.backlinks} sx={PRINTED_TABLE}>
        <thead>
          <tr>
            {(
              [
                [messages.article, '26%'],
                [messages.leadsTo, '22%'],
                [messages.status, '18%'],
                [messages.type, '8%'],
                [messages.lastChecked, '10%'],
                [messages.liveSince, '8%'],
                [messages.expires, '8%'],
              ] as const
            ).map(([label, width]) => (
              <Box component="th" scope="col" key={label} sx={{ width }}>
                {label}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.id}>
              <td>{link.articleLink}</td>
              <td>
                {link.clientLink}
                {link.anchor !== null && link.anchor !== '' && <div dir="auto">“{link.anchor}”</div>}
              </td>
              <td>
                <SharedStatus status={shownStatus(link)} />
                {link.status !== 'live' && formatResult(link)}
              </td>
              <td>{typeOf(link)}</td>
              <td>{lastChecked(link)}</td>
              <td>{liveSince(link)}</td>
              <td>{expires(link)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
