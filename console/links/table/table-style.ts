/** The look of the table of links: rows are grids of the same columns. */
import type { SxProps, Theme } from '@mui/material/styles';
import type { CSSProperties } from 'react';
import type { ColumnChoice } from '../columns/columns.ts';
import { ACTIONS_WIDTH, HOVERS, TICK_WIDTH } from '../columns/least-widths.ts';
import type { LinkColumn } from './link-columns.tsx';
import { HEAD_HEIGHT, ROW_HEIGHT } from './TableSkeleton.tsx';

/** Opaque: the actions slide over other cells. */
const SELECTED = 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, var(--mui-palette-background-paper))';

/** The actions lie over the cells beside them, in the row with the pointer or with the focus. */
const HOVERED_ACTIONS = HOVERS && {
  '& th[data-field="actions"] > span': { opacity: 0 },
  '& td[data-field="actions"]': {
    justifyContent: 'center',
    '&::after': { content: '"⋯"', color: 'text.secondary' },
    '& > div': {
      ...{ position: 'absolute', insetBlock: 0, insetInlineEnd: 0, alignItems: 'center' },
      ...{ zIndex: 1, px: 0.75, bgcolor: 'var(--row)', opacity: 0 },
    },
  },
  '& tr:hover > td[data-field="actions"] > div, & td[data-field="actions"]:focus-within > div': { opacity: 1 },
};

/** A constant: another value would add all rules again and restyle the whole page. */
export const TABLE: SxProps<Theme> = {
  fontSize: '0.8125rem',
  display: 'block',
  overflowX: 'auto',
  '& thead, & tbody': { display: 'block', minWidth: 'var(--least)' },
  '& thead': { position: 'relative', zIndex: 4 },
  '& tr': {
    '--row': 'var(--mui-palette-background-paper)',
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    height: 'var(--height)',
    borderBottom: 1,
    borderColor: 'divider',
    bgcolor: 'var(--row)',
  },
  '& [data-field]': {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    px: 0.75,
    overflow: 'hidden',
    outlineOffset: '-2px !important',
  },
  '& td': {
    cursor: 'pointer',
    lineHeight: 1.4,
    whiteSpace: 'nowrap',
    // The page's header and the titles, and the actions, cover what is below them.
    scrollMarginBlock: '112px 16px',
    scrollMarginInlineEnd: '112px',
  },
  '& [data-field="tick"]': { px: 0, justifyContent: 'center', cursor: 'default' },
  '& thead tr': { '--row': 'var(--mui-palette-background-sunken)', height: HEAD_HEIGHT },
  '& th': {
    position: 'relative',
    overflow: 'visible',
    gap: 0.5,
    fontSize: '0.75rem',
    fontWeight: 500,
    color: 'text.secondary',
    whiteSpace: 'nowrap',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '&[aria-sort]': { cursor: 'pointer' },
    '& > svg': { fontSize: 14, flexShrink: 0, opacity: 0 },
    '&:hover > svg': { opacity: 0.5 },
    '&[aria-sort="ascending"] > svg': { transform: 'rotate(180deg)' },
    '&[aria-sort$="scending"] > svg': { opacity: 1 },
    // The edge of the column, which a pointer drags.
    '& i': {
      ...{ position: 'absolute', insetBlock: 0, insetInlineEnd: -6, zIndex: 1, width: 12 },
      ...{ cursor: 'col-resize', touchAction: 'none' },
      '&::after': {
        content: '""',
        position: 'absolute',
        insetBlock: 10,
        left: 5,
        width: '1px',
        bgcolor: 'divider',
        opacity: 0,
      },
    },
  },
  '& thead:hover i::after': { opacity: 1 },
  // The actions stay visible when the columns overflow; cells that scroll under them fade out.
  '& [data-field="actions"]': {
    position: 'sticky',
    insetInlineEnd: 0,
    zIndex: 2,
    gridColumn: -2,
    overflow: 'visible',
    cursor: 'default',
    bgcolor: 'var(--row)',
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      insetInlineEnd: '100%',
      width: 12,
      background: 'linear-gradient(to right, transparent, var(--row))',
      pointerEvents: 'none',
    },
  },
  ...HOVERED_ACTIONS,
  '& [aria-selected="false"]:hover': {
    '--row': 'color-mix(in srgb, var(--mui-palette-text-primary) 4%, var(--mui-palette-background-paper))',
  },
  '& [aria-selected="true"]': { '--row': SELECTED },
  '& [data-open="true"]': { boxShadow: 'inset 3px 0 var(--mui-palette-primary-main)' },
};

/** Just enough for two lines. */
const COMPACT_HEIGHT = 40;

export const EMPTY: SxProps<Theme> = { height: 4 * ROW_HEIGHT, display: 'grid', placeContent: 'center' };

type Sizes = CSSProperties & Readonly<Record<'--columns' | '--least' | '--height', string>>;

/** The widths of the columns and the height of the rows, as the style of the table. */
export function columnSizes(columns: readonly LinkColumn[], { widths, isCompact }: ColumnChoice): Sizes {
  const tracks = columns.map(({ field, least, flex }) => {
    const width = widths[field];
    return width !== undefined || flex === 0 ? `${width ?? least}px` : `minmax(${least}px, ${flex}fr)`;
  });
  const all = columns.reduce((sum, { field, least }) => sum + (widths[field] ?? least), TICK_WIDTH + ACTIONS_WIDTH);
  return {
    '--columns': `${TICK_WIDTH}px ${tracks.join(' ')} ${ACTIONS_WIDTH}px`,
    '--least': `${all}px`,
    '--height': `${isCompact ? COMPACT_HEIGHT : ROW_HEIGHT}px`,
  };
}
