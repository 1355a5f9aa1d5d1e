/** A table on paper: nothing is cut, and its head is on every sheet. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatQuoted } from '../../platform/format/quotes.ts';

export interface PrintedColumn<Row> {
  readonly label: string;
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
}

interface PrintedTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PrintedColumn<Row>[];
  readonly rows: readonly Row[];
  /** The sentence of a list that is printed in part. */
  readonly part: string | null;
}

export function PrintedTable<Row extends { readonly id: string }>({
  label,
  columns,
  rows,
  part,
}: PrintedTableProps<Row>) {
  return (
    <Box data-print="wide">
      {part !== null && (
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {part}
        </Typography>
      )}
      <Box
        component="table"
        aria-label={label}
        sx={{
          width: '100%',
          tableLayout: 'fixed',
          borderCollapse: 'collapse',
          fontSize: '0.6875rem',
          lineHeight: 1.4,
          '& th, & td': { py: 0.75, px: 0.75, textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
          '& th': { fontWeight: 600, borderBottom: '1px solid', borderColor: 'text.secondary' },
          '& td': { borderBottom: '1px solid', borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            {columns.map(({ label: title, width }) => (
              <Box component="th" scope="col" key={title} sx={{ width }}>
                {title}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ label: title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** An address and, below it, the anchor. */
export function PrintedTarget({ clientLink, anchor }: { clientLink: string; anchor: string | null }) {
  return (
    <>
      {clientLink}
      {anchor !== null && anchor !== '' && <div dir="auto">{formatQuoted(anchor)}</div>}
    </>
  );
}
