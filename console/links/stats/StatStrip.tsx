/** The figures above a list, in one strip. A figure can be a link, a button or a filter. */

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../platform/format/counts.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { ChevronRightIcon } from '../../ui/layout/icons.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { messages } from './messages.ts';

export interface Card {
  readonly label: string;
  readonly value: number | undefined;
  readonly icon?: ReactNode;
  /** A part of the value, in words. */
  readonly note?: string | undefined;
  readonly toggle?: { readonly pressed: boolean; readonly onToggle: () => void };
  /** Opens a dialog. */
  readonly onPress?: () => void;
  /** The path of a page. */
  readonly to?: string;
  /** A second link in the corner of the card. */
  readonly more?: { readonly to: string; readonly label: string };
}

const CELL = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-start',
  width: '100%',
  height: '100%',
  minHeight: 52,
  px: { xs: 0.75, sm: 1.5 },
  py: 0.75,
  alignItems: 'flex-start',
  textAlign: 'left',
  font: 'inherit',
} as const;

const PRESSABLE = {
  ...CELL,
  transition: 'background-color 120ms',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: -2 },
  '&[aria-pressed="true"]': {
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, var(--mui-palette-background-paper))',
    boxShadow: 'inset 0 -2px 0 var(--mui-palette-primary-main)',
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 },
  },
} as const;

interface StatStripProps {
  readonly cards: readonly Card[];
  readonly busy: boolean;
  readonly label?: string;
}

/** Pixels a cell, from which the labels of all cells fit into one row, and from which each fits into an equal part. */
const LABEL_WIDTH = 118;
const EVEN_WIDTH = 150;

/** Figures side by side in one strip; in less room, as beside the details of a link, in two rows or more. */
export function StatStrip({ cards, busy, label = messages.statistics }: StatStripProps) {
  const count = cards.length;
  return (
    <Box
      component="section"
      aria-label={label}
      aria-busy={busy}
      sx={{ containerType: 'inline-size', '@media print': { containerType: 'normal' } }}
    >
      <Toolbar
        label={label}
        sx={{
          display: 'grid',
          // Hairlines are the gaps; cells that are missing in the last row stay blank.
          gap: '1px',
          gridTemplateColumns: `repeat(${count === 4 ? 2 : 3}, minmax(0, 1fr))`,
          '@container (min-width: 480px)': { gridTemplateColumns: `repeat(${Math.ceil(count / 2)}, minmax(0, 1fr))` },
          [`@container (min-width: ${count * LABEL_WIDTH}px)`]: { gridTemplateColumns: `repeat(${count}, auto)` },
          // Cells of one width would cut long labels in less room.
          [`@container (min-width: ${count * EVEN_WIDTH}px)`]: {
            gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
          },
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'background.paper',
          '& > *': { outline: '1px solid var(--mui-palette-divider)', bgcolor: 'background.paper' },
        }}
      >
        {cards.map((card) => (
          <Box key={card.label} sx={{ position: 'relative', minWidth: 0 }}>
            <StatCell {...card} />
          </Box>
        ))}
      </Toolbar>
    </Box>
  );
}

function StatCell({ label, value, icon, note, toggle, onPress, to, more }: Card) {
  const content = (
    <>
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          maxWidth: '100%',
          fontSize: { xs: '0.6875rem', sm: '0.75rem' },
          lineHeight: '16px',
          color: 'text.secondary',
          '& svg': { fontSize: 14, flexShrink: 0 },
        }}
      >
        {icon}
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      </Box>
      <Box
        component="span"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 0.75, maxWidth: '100%' }}
      >
        <Box component="span" sx={{ fontSize: '1.125rem', lineHeight: '24px', fontWeight: 600 }}>
          {value === undefined ? <Skeleton width={32} sx={{ display: 'inline-block' }} /> : formatNumber(value)}
        </Box>
        {note !== undefined && (
          <Box
            component="span"
            sx={{ fontSize: { xs: '0.6875rem', sm: '0.75rem' }, lineHeight: '16px', color: 'text.secondary' }}
          >
            {note}
          </Box>
        )}
      </Box>
    </>
  );
  if (onPress !== undefined)
    return (
      <ButtonBase aria-haspopup="dialog" onClick={onPress} sx={PRESSABLE}>
        {content}
        <Onward />
      </ButtonBase>
    );
  if (to !== undefined)
    return (
      <ButtonBase component={Link} to={to} sx={PRESSABLE}>
        {content}
        <Onward />
      </ButtonBase>
    );
  if (toggle === undefined) return <Box sx={CELL}>{content}</Box>;
  return (
    <>
      <ButtonBase aria-pressed={toggle.pressed} onClick={toggle.onToggle} sx={PRESSABLE}>
        {content}
      </ButtonBase>
      {more !== undefined && (
        <ActionTooltip title={more.label}>
          <IconButton
            component={Link}
            to={more.to}
            size="small"
            aria-label={more.label}
            sx={{
              position: 'absolute',
              top: { xs: 'auto', sm: 0 },
              bottom: 0,
              my: { sm: 'auto' },
              insetInlineEnd: { xs: 0, sm: 4 },
              // No larger than its cell leaves room for.
              '&&': { minWidth: 28, minHeight: 32, width: 28, height: 32 },
            }}
          >
            <ChevronRightIcon fontSize="small" aria-hidden />
          </IconButton>
        </ActionTooltip>
      )}
    </>
  );
}

/** The mark of a figure that leads elsewhere; the others filter the list. */
function Onward() {
  return (
    <ChevronRightIcon
      aria-hidden
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        my: 'auto',
        insetInlineEnd: 8,
        fontSize: 16,
        display: { xs: 'none', sm: 'block' },
        color: 'text.secondary',
      }}
    />
  );
}
