/** The style of a toggle button, which stays pressed while its state holds. */
export const TOGGLE_STYLE = {
  px: 1,
  minWidth: 0,
  color: 'text.secondary',
  '&[aria-pressed="true"]': { bgcolor: 'action.selected', color: 'text.primary' },
} as const;
