/** A card with one figure, which can be a link, a button or a filter. */

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ActionTooltip } from '../../ui/ActionTooltip.tsx';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import type { ListView } from '../filters/list-view.ts';
import { useListView } from '../filters/use-list-view.ts';

export interface Card {
  readonly label: string;
  readonly value: number | undefined;
  readonly icon?: ReactNode;
  /** A part of the value, in words. */
  readonly note?: string | undefined;
  /** Takes a whole row of two columns. */
  readonly wide?: boolean;
  readonly toggle?: { readonly pressed: boolean; readonly to: Partial<ListView> };
  /** Opens a dialog. */
  readonly onPress?: () => void;
  /** The path of a page. */
  readonly to?: string;
  /** A second link in the corner of the card. */
  readonly more?: { readonly to: string; readonly label: string };
}

const CARD = {
  display: 'block',
  width: '100%',
  px: { xs: 2, lg: 1.5, xl: 2 },
  py: 1.5,
  textAlign: 'left',
  font: 'inherit',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

const PRESSED = {
  ...CARD,
  transition: 'border-color 120ms, background-color 120ms',
  '&:hover': { borderColor: 'text.secondary' },
  '&[aria-pressed="true"]': {
    borderColor: 'primary.main',
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, var(--mui-palette-background-paper))',
  },
} as const;

export function StatCard({ label, value, icon, note, wide = false, toggle, onPress, to, more }: Card) {
  const content = (
    <>
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          fontSize: '0.8125rem',
          whiteSpace: 'nowrap',
          color: 'text.secondary',
        }}
      >
        {icon}
        {label}
      </Box>
      <Typography
        component="span"
        sx={{ display: 'block', fontSize: '1.5rem', lineHeight: '32px', fontWeight: 600, letterSpacing: '-0.02em' }}
      >
        {value === undefined ? <Skeleton width={40} sx={{ display: 'inline-block' }} /> : value.toLocaleString('en')}
        {note !== undefined && (
          <Box
            component="span"
            sx={{ ml: 1, fontSize: '0.75rem', fontWeight: 400, letterSpacing: 0, color: 'text.secondary' }}
          >
            {note}
          </Box>
        )}
      </Typography>
    </>
  );
  if (onPress !== undefined)
    return (
      <ButtonBase aria-haspopup="dialog" onClick={onPress} sx={PRESSED}>
        {content}
      </ButtonBase>
    );
  if (to !== undefined)
    return (
      <ButtonBase component={Link} to={to} sx={PRESSED}>
        {content}
      </ButtonBase>
    );
  if (toggle === undefined)
    return (
      <Box sx={{ ...CARD, gridColumn: wide ? { xs: '1 / -1', md: 'span 2', lg: 'auto' } : 'auto' }}>{content}</Box>
    );
  if (more === undefined) return <ToggleCard toggle={toggle}>{content}</ToggleCard>;
  return (
    <Box sx={{ position: 'relative' }}>
      <ToggleCard toggle={toggle}>{content}</ToggleCard>
      <ActionTooltip title={more.label}>
        <IconButton
          component={Link}
          to={more.to}
          size="small"
          aria-label={more.label}
          sx={{ position: 'absolute', bottom: 12, right: 8 }}
        >
          <ChevronRightIcon fontSize="small" aria-hidden />
        </IconButton>
      </ActionTooltip>
    </Box>
  );
}

function ToggleCard({ toggle, children }: { toggle: NonNullable<Card['toggle']>; children: ReactNode }) {
  const { change } = useListView();
  return (
    <ButtonBase aria-pressed={toggle.pressed} onClick={() => change(toggle.to)} sx={PRESSED}>
      {children}
    </ButtonBase>
  );
}
