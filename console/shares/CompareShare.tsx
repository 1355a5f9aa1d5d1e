/** Compares a share of one day with today, or with another share of the same client. */
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatDay } from '../platform/format/dates.ts';
import { MenuButton } from '../ui/layout/MenuButton.tsx';
import { comparableWith, isPinned } from './comparable-shares.ts';
import { format, messages } from './messages.ts';

const dayOf = (instant: string) => formatDay(instant.slice(0, 10));

interface CompareShareProps {
  readonly share: ShareAnswer & { readonly asOf: string };
  /** All shares that the person sees. */
  readonly shares: readonly ShareAnswer[];
}

export function CompareShare({ share, shares }: CompareShareProps) {
  const navigate = useNavigate();
  const comparable = comparableWith(share, shares.filter(isPinned));
  if (comparable.length === 0) return null;
  return (
    <MenuButton
      button={(props) => (
        <Button {...props} aria-label={format('compareOf', { client: share.clientName, day: dayOf(share.asOf) })}>
          {messages.compare}
        </Button>
      )}
      actions={comparable.map(({ asOf, path }) => ({
        label: asOf === null ? messages.compareToday : format('compareWith', { day: dayOf(asOf) }),
        run: () => void navigate(path),
      }))}
    />
  );
}
