/**
 * A table that its column titles sort. The link in the first cell can open the row. Columns leave as the table becomes
 * narrower, so that the first one, which names the row, never does.
 */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { ArrowDownIcon } from '../layout/icons.tsx';

export interface RowColumn<Row, Sort extends string = never> {
  readonly key: string;
  readonly label: string;
  /** The least width in pixels; the columns without one share the rest. */
  readonly width?: number;
  /** The part of the table's width, in percent, that the column takes where that is more. */
  readonly share?: number;
  /** Pressing the title sorts by this. */
  readonly sort?: Sort;
  readonly numeric?: boolean;
  /** Left out where the columns have too little room, 1 first; without a rank it always stays. */
  readonly leaves?: number;
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

/** The least width in pixels of a column that names things. */
const NAME_WIDTH = 180;

type Sized = Pick<RowColumn<never, string>, 'width' | 'share' | 'leaves'>;

/** The container query of a table that has no room for this column, which has a rank. */
export function withoutColumn(columns: readonly Sized[], { leaves = 0 }: Pick<Sized, 'leaves'>): string {
  const outlasting = columns.filter((column) => (column.leaves ?? Number.POSITIVE_INFINITY) >= leaves);
  const widthIn = (table: number) =>
    outlasting.reduce((sum, { width = NAME_WIDTH, share = 0 }) => sum + Math.max(width, (table * share) / 100), 0);
  // A wider table gives the shares more, which needs a wider table.
  let needed = widthIn(0);
  while (widthIn(needed) - needed > 0.5) needed = widthIn(needed);
  return `@container (max-width: ${Math.ceil(needed)}px)`;
}

function sizeOf(columns: readonly Sized[], column: Sized) {
  const { width, share = 0, leaves } = column;
  return {
    ...(width === undefined ? {} : { width: `max(${width}px, ${share}cqw)` }),
    ...(leaves === undefined ? {} : { [withoutColumn(columns, column)]: { display: 'none' } }),
  };
}

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
  column: { sort, label, numeric },
  size,
  sorting,
}: {
  column: RowColumn<Row, Sort>;
  size: ReturnType<typeof sizeOf>;
  sorting: Sorting<Sort> | undefined;
}) {
  const sorted = sorting !== undefined && sort !== undefined && sorting.sort === sort;
  return (
    <Box
      component="th"
      scope="col"
      className={numeric ? 'numeric' : undefined}
      aria-sort={sorted ? (sorting.dir === 'asc' ? 'ascending' : 'descending') : undefined}
      sx={size}
    >
      {sorting === undefined || sort === undefined ? (
        label
      ) : (
        <ButtonBase
          onClick={() => sorting.onSort(sort)}
          sx={{
            gap: 0.5,
            verticalAlign: 'top',
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
  const sized = columns.map((column) => ({ ...column, size: sizeOf(columns, column) }));
  return (
    <Box sx={{ containerType: 'inline-size', '@media print': { containerType: 'normal' } }}>
      <Box component="table" aria-label={label} sx={opens ? { ...TABLE, ...OPENS } : TABLE}>
        <thead>
          <tr>
            {sized.map((column) => (
              <Title key={column.key} column={column} size={column.size} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {sized.map(({ key, numeric, size, cell }) => (
                <Box component="td" key={key} className={numeric ? 'numeric' : undefined} sx={size}>
                  {cell(row)}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
