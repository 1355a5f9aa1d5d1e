/** The newest seal of the ledger, and the command that checks it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { formatDay } from '../platform/format/dates.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { SECTION_ROW, Section } from '../ui/layout/Section.tsx';
import { format, messages } from './messages.ts';

const NEWEST = pathTo('/api/seals', { query: { page: '1', pageSize: '5' } });

export function Seals() {
  const seals = useAnswer(NEWEST);
  return (
    <Section title={messages.seals} hint={messages.sealsHint}>
      <QueryState query={seals} failed={messages.sealsFetchFailed} rows={1}>
        {([newest]) =>
          newest === undefined ? (
            <Box sx={SECTION_ROW}>
              <Typography sx={{ color: 'text.secondary' }}>{messages.noSeal}</Typography>
            </Box>
          ) : (
            <Box sx={{ ...SECTION_ROW, display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <Typography sx={{ fontWeight: 500 }}>
                {format('sealedOn', { day: formatDay(newest.day), count: newest.count })}
              </Typography>
              {newest.timestamp !== null && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {messages.sealStamped}
                </Typography>
              )}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.sealCheck}
              </Typography>
              <Typography component="code" variant="caption" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
                npm run verify -- --seal {newest.count}:{newest.hash}
              </Typography>
            </Box>
          )
        }
      </QueryState>
    </Section>
  );
}
