/** A table that its column titles sort. The link in the first cell can open the row. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { ArrowDownIcon } from '../layout/icons.tsx';

export interface RowColumn<Row, Sort extends string = never> {
  readonly key: string;
  readonly label: string;
  /** In CSS; the columns without one share the rest. */
  readonly width?: string;
  /** Pressing the title sorts by this. */
  readonly sort?: Sort;
  readonly numeric?: boolean;
  /** Left out where the table is narrow. */
  readonly wideOnly?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface Sorting<Sort extends string> {
  readonly sort: Sort;
  readonly dir: 'asc' | 'desc';
  readonly onSort: (sort: Sort) => void;
}

interface RowTableProps<Row, Sort extends string> {
  readonly label: string;
  readonly columns: readonly RowColumn<Row, Sort>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sorting?: Sorting<Sort>;
  /** The link of the first cell opens the whole row; other controls of the row have a position of their own. */
  readonly opens?: boolean;
}

const WIDE_ONLY = { display: { xs: 'none', lg: 'table-cell' } } as const;

const TABLE = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& th, & td': { px: 1, textAlign: 'start', verticalAlign: 'top' },
  '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '16px' },
  '& th:last-of-type, & td:last-of-type': { paddingInlineEnd: '16px' },
  '& th': {
    py: 1.25,
    verticalAlign: 'middle',
    fontSize: '0.75rem',
    fontWeight: 500,
    color: 'text.secondary',
    bgcolor: 'background.sunken',
  },
  '& td': { py: 1.5, borderTop: 1, borderColor: 'divider' },
  '& .numeric': { textAlign: 'end', paddingInlineEnd: '20px' },
} as const;

const OPENS = {
  '& td': { py: 1, verticalAlign: 'middle', borderTop: 1, borderColor: 'divider' },
  '& tbody tr': { position: 'relative', height: 52 },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
} as const;

/** A column's title, pressed to sort by it. */
function Title<Row, Sort extends string>({
  column: { sort, label, width, wideOnly, numeric },
  sorting,
}: {
  column: RowColumn<Row, Sort>;
  sorting: Sorting<Sort> | undefined;
}) {
  const sorted = sorting !== undefined && sort !== undefined && sorting.sort === sort;
  return (
    <Box
      component="th"
      scope="col"
      className={numeric ? 'numeric' : undefined}
      aria-sort={sorted ? (sorting.dir === 'asc' ? 'ascending' : 'descending') : undefined}
      sx={{ ...(width === undefined ? {} : { width }), ...(wideOnly ? WIDE_ONLY : {}) }}
    >
      {sorting === undefined || sort === undefined ? (
        label
      ) : (
        <ButtonBase
          onClick={() => sorting.onSort(sort)}
          sx={{
            gap: 0.5,
            verticalAlign: 'middle',
            font: 'inherit',
            borderRadius: 0.5,
            flexDirection: numeric ? 'row-reverse' : 'row',
            '&:hover': { color: 'text.primary' },
          }}
        >
          {label}
          <ArrowDownIcon
            aria-hidden
            sx={{
              fontSize: 13,
              visibility: sorted ? 'visible' : 'hidden',
              transform: sorting.dir === 'asc' ? 'rotate(180deg)' : 'none',
            }}
          />
        </ButtonBase>
      )}
    </Box>
  );
}

export function RowTable<Row, Sort extends string = never>({
  label,
  columns,
  rows,
  keyOf,
  sorting,
  opens = false,
}: RowTableProps<Row, Sort>) {
  return (
    <Box component="table" aria-label={label} sx={opens ? { ...TABLE, ...OPENS } : TABLE}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Title key={column.key} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, numeric, wideOnly, cell }) => (
              <Box component="td" key={key} className={numeric ? 'numeric' : undefined} sx={wideOnly ? WIDE_ONLY : {}}>
                {cell(row)}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
