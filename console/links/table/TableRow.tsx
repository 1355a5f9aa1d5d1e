/** A row of the table of links. */
import Checkbox from '@mui/material/Checkbox';
import { memo } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { LinkActions, type LinkColumn } from './link-columns.tsx';
import { formatSelect } from './messages.ts';

/** The names of the columns before and after those of a link. */
export const TICK = 'tick';
export const ACTIONS = 'actions';

interface RowProps {
  readonly link: LinkAnswer;
  readonly columns: readonly LinkColumn[];
  /** The number of the row, the titles are 1. */
  readonly at: number;
  readonly selected: boolean;
  readonly isOpen: boolean;
  /** The column of this row that Tab goes to. */
  readonly stop: string | null;
}

/** Rendered again only when its own link changes. The table hears what is pressed in it. */
export const TableRow = memo(({ link, columns, at, selected, isOpen, stop }: RowProps) => {
  const tabIndexOf = (field: string) => (field === stop ? 0 : -1);
  return (
    <tr data-id={link.id} aria-rowindex={at} aria-selected={selected} data-open={isOpen}>
      <td data-field={TICK} tabIndex={-1}>
        <Checkbox
          size="small"
          checked={selected}
          readOnly
          slotProps={{ input: { 'aria-label': formatSelect(link), name: 'select_row', tabIndex: tabIndexOf(TICK) } }}
        />
      </td>
      {columns.map(({ field, cell }) => (
        <td key={field} data-field={field} tabIndex={tabIndexOf(field)}>
          {cell(link, tabIndexOf(field))}
        </td>
      ))}
      <td data-field={ACTIONS} tabIndex={tabIndexOf(ACTIONS)}>
        <LinkActions link={link} tabIndex={tabIndexOf(ACTIONS)} />
      </td>
    </tr>
  );
});
