/** On top of every page with the sample data: what it is, what to look at first, and the ways out. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router';
import { dayOf } from '../../command-service/contract/schema/days.ts';
import { SAMPLE_LOSS } from '../../query-service/contract/sample-data.ts';
import { comparePath } from '../past/compare-path.ts';
import { leaveSample } from '../platform/address/sample.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { messages } from './messages.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

export function SampleNote() {
  // Other pages say only what they show.
  const isWhole = useLocation().pathname === '/';
  const monthAgo = dayOf(new Date(useNow() - MONTH_MS));
  return (
    <Box
      role="note"
      data-print="no"
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 2, px: 2, py: 1 },
        ...{ border: 1, borderColor: 'primary.main', borderRadius: 1, bgcolor: 'background.paper' },
        fontSize: '0.8125rem',
      }}
    >
      <Box sx={{ flex: isWhole ? '1 1 320px' : '1 0 auto', textWrap: 'pretty' }}>
        <strong>{messages.sampleTitle}</strong> {isWhole && messages.sampleNote}
        {isWhole && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
            {[
              [`/?link=${SAMPLE_LOSS}`, messages.sampleWhy],
              [comparePath({ from: monthAgo }), messages.sampleLost],
              [`/?asOf=${monthAgo}`, messages.samplePast],
            ].map(([to = '', label]) => (
              <Link
                key={to}
                component={RouterLink}
                to={to}
                sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 32, md: 24 } }}
              >
                {label}
              </Link>
            ))}
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" onClick={() => leaveSample()}>
          {messages.removeSample}
        </Button>
        <Button size="small" variant="contained" color="primary" onClick={() => leaveSample('/?dialog=add')}>
          {messages.startOwn}
        </Button>
      </Box>
    </Box>
  );
}
