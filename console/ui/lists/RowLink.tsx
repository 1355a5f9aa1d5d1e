/** The link that opens a row or a card: the whole of it can be pressed. */
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { WHOLE_CARD } from './card-styles.ts';

export function RowLink({ to, hint, children }: { to: string; hint?: string; children: string }) {
  return (
    <Link
      component={RouterLink}
      to={to}
      color="inherit"
      underline="none"
      title={hint === undefined ? children : `${children}: ${hint}`}
      dir="auto"
      sx={{ ...WHOLE_CARD, fontWeight: 500 }}
    >
      {children}
    </Link>
  );
}
