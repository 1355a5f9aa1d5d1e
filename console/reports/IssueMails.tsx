/** What became of the mails of an issue: first those that a person should know of. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { element, messages } from './messages.ts';

/** In the order of the list. */
const COLORS = {
  refused: 'error.main',
  late: 'error.main',
  unreadable: 'error.main',
  unknown: 'warning.main',
  waiting: 'warning.main',
  unsubscribed: 'text.secondary',
  withdrawn: 'text.secondary',
  sent: 'text.secondary',
};
const ORDER = Object.keys(COLORS);
/** The mail server decides without a change in the log. */
const REFRESH_MS = 15_000;
const CELL = { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' } as const;

export function IssueMails({ id, issueId, label }: { id: string; issueId: string; label: string }) {
  const path = pathTo('/api/reports/:id/issues/:issueId/mails', { params: { id, issueId } });
  const mails = useAnswer(path, { refreshInterval: REFRESH_MS });
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, width: '100%', listStyle: 'none' }}>
      <QueryState query={mails} failed={messages.mailsFailed}>
        {(rows) =>
          rows.length === 0 ? (
            <Typography component="li">{messages.noMails}</Typography>
          ) : (
            rows
              .toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))
              .map(({ email, status, at, nextAt }, row) => (
                <Box
                  component="li"
                  key={email ?? row}
                  sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 0.5 }}
                >
                  <Typography variant="body2" sx={CELL}>
                    {email ?? messages.formerRecipient}
                  </Typography>
                  <Typography variant="body2" sx={{ ...CELL, color: COLORS[status] }}>
                    {element(`mail.${status}`, { time: <RelativeTime at={nextAt ?? at} /> })}
                  </Typography>
                </Box>
              ))
          )
        }
      </QueryState>
    </Box>
  );
}
