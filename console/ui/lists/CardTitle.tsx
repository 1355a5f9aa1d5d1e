/** The heading of a card, with a link that covers the whole card. */
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { WHOLE_CARD } from './card-styles.ts';

export function CardTitle({ to, children, title = children }: { to: string; children: string; title?: string }) {
  return (
    <Typography component="h2" variant="h2" sx={{ flex: 1, minWidth: 0 }}>
      <Link component={RouterLink} to={to} color="inherit" underline="none" title={title} dir="auto" sx={WHOLE_CARD}>
        {children}
      </Link>
    </Typography>
  );
}
