/** Recheck: pending while the page is visited, then a toast says what was seen. */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { LinkAnswer } from '../../query-service/queries.ts';
import { RecheckIcon } from '../frame/icons.tsx';
import { recheck, useRechecking } from './recheck.ts';
import { words } from './words.ts';

interface RecheckProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
  /** With its word, for places with room. */
  readonly wide?: boolean;
}

export function RecheckButton({ link, tabIndex, wide = false }: RecheckProps) {
  const busy = useRechecking(link.id) || link.checking;
  const icon = busy ? (
    <CircularProgress size={14} thickness={5} color="inherit" aria-hidden />
  ) : (
    <RecheckIcon fontSize="small" aria-hidden />
  );
  // Not `disabled`: the button keeps the focus, and one press too many is harmless.
  const common = { 'aria-disabled': busy, 'aria-busy': busy, onClick: () => void (busy || recheck(link.id)) };
  if (wide) {
    return (
      <Button {...common} startIcon={icon}>
        {busy ? words.checking : words.recheck}
      </Button>
    );
  }
  return (
    <Tooltip title={busy ? words.checking : words.recheck} describeChild>
      <IconButton {...common} size="small" aria-label={words.recheck} {...(tabIndex === undefined ? {} : { tabIndex })}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
