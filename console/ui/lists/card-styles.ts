/** The style of a card; its link covers all of it. */
export const CARD = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  transition: 'border-color 120ms',
  '&:hover': { borderColor: 'text.secondary' },
} as const;

/** The style of the link in a card's heading: it covers the whole card. */
export const WHOLE_CARD = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
} as const;
