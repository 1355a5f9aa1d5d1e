/** Compares a share of one day with today, or with another share of the same client. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatDay } from '../platform/format/dates.ts';
import { comparableWith, isPinned } from './comparable-shares.ts';
import { format, messages } from './messages.ts';

const dayOf = (instant: string) => formatDay(instant.slice(0, 10));

interface CompareShareProps {
  readonly share: ShareAnswer & { readonly asOf: string };
  /** All shares that the person sees. */
  readonly shares: readonly ShareAnswer[];
}

export function CompareShare({ share, shares }: CompareShareProps) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const comparable = comparableWith(share, shares.filter(isPinned));
  if (comparable.length === 0) return null;
  return (
    <>
      <Button
        aria-label={format('compareOf', { client: share.clientName, day: dayOf(share.asOf) })}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={(event) => setMenu(event.currentTarget)}
      >
        {messages.compare}
      </Button>
      <Menu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)}>
        {comparable.map(({ asOf, path }) => (
          <MenuItem key={path} component={Link} to={path}>
            {asOf === null ? messages.compareToday : format('compareWith', { day: dayOf(asOf) })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
