/** The links that expire within 30 days, the next one first. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { EXPIRING_SOON_DAYS } from '../../query-service/contract/list-options.ts';
import { LinkList } from '../links/list/LinkList.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { CalendarIcon } from '../ui/layout/icons.tsx';
import { pageTitle } from '../ui/text/page-title.ts';
import { messages } from './messages.ts';

const SOON = { expiringWithin: String(EXPIRING_SOON_DAYS) };

export function ExpiringPage() {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(messages.title)}</title>
      <Box>
        <Typography component="h1" variant="h1">
          {messages.title}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{messages.note}</Typography>
      </Box>
      <LinkList
        baseFilter={SOON}
        empty={
          <EmptyState
            icon={<CalendarIcon />}
            title={messages.none}
            action={
              <Button component={Link} to="/">
                {messages.toDashboard}
              </Button>
            }
          >
            {messages.noneHint}
          </EmptyState>
        }
      />
    </Box>
  );
}
