/** The figures over the table. Live, Removed and Expiring Soon narrow it; pressed again they let go. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LiveIcon, PendingIcon, RemovedIcon } from '../frame/icons.tsx';
import type { LinksView } from './filters.ts';
import { useLinksView, useStats } from './useLinks.ts';
import { words } from './words.ts';

interface Card {
  readonly label: string;
  readonly value: number | undefined;
  readonly icon?: ReactNode;
  /** Has a row of its own where there are two columns. */
  readonly wide?: boolean;
  readonly toggle?: { readonly pressed: boolean; readonly to: Partial<LinksView> };
}

const CARD = {
  display: 'block',
  width: '100%',
  px: 2,
  py: 1.5,
  textAlign: 'left',
  font: 'inherit',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

function StatCard({ label, value, icon, wide = false, toggle }: Card) {
  const content = (
    <>
      <Box
        component="span"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem', color: 'text.secondary' }}
      >
        {icon}
        {label}
      </Box>
      <Typography
        component="span"
        sx={{ display: 'block', fontSize: '1.5rem', lineHeight: '32px', fontWeight: 600, letterSpacing: '-0.02em' }}
      >
        {value === undefined ? <Skeleton width={40} sx={{ display: 'inline-block' }} /> : value.toLocaleString('en')}
      </Typography>
    </>
  );
  if (toggle === undefined)
    return (
      <Box sx={{ ...CARD, gridColumn: wide ? { xs: '1 / -1', md: 'span 2', lg: 'auto' } : 'auto' }}>{content}</Box>
    );
  return <ToggleCard toggle={toggle}>{content}</ToggleCard>;
}

function ToggleCard({ toggle, children }: { toggle: NonNullable<Card['toggle']>; children: ReactNode }) {
  const { change } = useLinksView();
  return (
    <ButtonBase
      aria-pressed={toggle.pressed}
      onClick={() => change(toggle.to)}
      sx={{
        ...CARD,
        transition: 'border-color 120ms, background-color 120ms',
        '&:hover': { borderColor: 'text.secondary' },
        '&[aria-pressed="true"]': {
          borderColor: 'primary.main',
          bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, var(--mui-palette-background-paper))',
        },
      }}
    >
      {children}
    </ButtonBase>
  );
}

export function StatCards() {
  const { data: stats, error } = useStats();
  const { view } = useLinksView();
  const only = (status: 'live' | 'removed') => view.status.length === 1 && view.status[0] === status;
  const toggleStatus = (status: 'live' | 'removed') => ({
    pressed: only(status),
    to: { status: only(status) ? [] : [status] },
  });
  const unknown = error !== undefined && stats === undefined;
  const cards: readonly Card[] = [
    { label: words.totalLinks, value: stats?.total, wide: true },
    {
      label: words.live,
      value: stats?.live,
      icon: <LiveIcon fontSize="small" aria-hidden sx={{ color: 'success.main' }} />,
      toggle: toggleStatus('live'),
    },
    {
      label: words.removed,
      value: stats?.removed,
      icon: <RemovedIcon fontSize="small" aria-hidden sx={{ color: 'error.main' }} />,
      toggle: toggleStatus('removed'),
    },
    { label: words.uniqueClients, value: stats?.uniqueClients },
    {
      label: words.expiringSoon,
      value: stats?.expiringSoon,
      icon: <PendingIcon fontSize="small" aria-hidden sx={{ color: 'warning.main' }} />,
      toggle: { pressed: view.expiring, to: { expiring: !view.expiring } },
    },
  ];
  if (unknown) {
    return (
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {words.statsFailed} {error.message}
      </Typography>
    );
  }
  return (
    <Box
      component="section"
      aria-label={words.statistics}
      aria-busy={stats === undefined}
      sx={{
        display: 'grid',
        gap: { xs: 1, md: 2 },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      {cards.map((card) => (
        <StatCard key={card.label} {...card} />
      ))}
    </Box>
  );
}
