/** A choice in a row of filters: as small as the fields beside it. */
export const SELECT_STYLE = {
  minWidth: 0,
  '& .MuiSelect-select': { py: '6px', pl: 1.25, fontSize: '0.8125rem' },
} as const;
