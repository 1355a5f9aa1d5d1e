/** The links that expire within 30 days, the next one first. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { titleOf } from '../app/shell/messages.ts';
import { EXPIRING_DAYS } from '../links/filters/list-view.ts';
import { LinkList } from '../links/list/LinkList.tsx';
import { Notice } from '../ui/EmptyState.tsx';
import { CalendarIcon } from '../ui/icons.tsx';
import { words } from './messages.ts';

const SOON = { expiringWithin: String(EXPIRING_DAYS) };

export function ExpiringPage() {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(words.title)}</title>
      <Box>
        <Typography component="h1" variant="h1">
          {words.title}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{words.note}</Typography>
      </Box>
      <LinkList
        within={SOON}
        empty={
          <Notice
            icon={<CalendarIcon />}
            title={words.none}
            action={
              <Button component={Link} to="/">
                {words.toDashboard}
              </Button>
            }
          >
            {words.noneHint}
          </Notice>
        }
      />
    </Box>
  );
}
