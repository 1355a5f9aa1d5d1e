/** The style of a table on paper: nothing is cut, and its head is on every sheet. */
export const PRINTED_TABLE = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '0.6875rem',
  lineHeight: 1.4,
  '& th, & td': { py: 0.75, px: 0.75, textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& th': { fontWeight: 600, borderBottom: '1px solid', borderColor: 'text.secondary' },
  '& td': { borderBottom: '1px solid', borderColor: 'divider' },
} as const;
