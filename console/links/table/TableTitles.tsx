/** The titles of the table of links: they sort, their edges make columns wider, and their box ticks the whole page. */
import Checkbox from '@mui/material/Checkbox';
import { type PointerEvent, useRef } from 'react';
import { isRightToLeft } from '../../platform/language/language.ts';
import { ArrowDownIcon } from '../../ui/layout/icons.tsx';
import type { Column } from '../columns/columns.ts';
import { useListView } from '../filters/use-list-view.ts';
import type { LinkColumn } from './link-columns.tsx';
import { COLUMN_LABELS, messages } from './messages.ts';
import { ACTIONS, TICK } from './TableRow.tsx';

interface TitlesProps {
  readonly columns: readonly LinkColumn[];
  /** The title that Tab goes to. */
  readonly stop: string | null;
  readonly ticked: 'all' | 'some' | 'none';
  readonly tickAll: (on: boolean) => void;
  /** The edge of a column was moved so far that the column has this width. */
  readonly drag: (field: Column, width: number) => void;
  readonly drop: () => void;
}

/** The edge of a title. */
function Edge({ drag, drop }: { drag: (width: number) => void; drop: () => void }) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const begin = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId);
    start.current = { x: clientX, width: currentTarget.parentElement?.getBoundingClientRect().width ?? 0 };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (start.current === null) return;
    const by = clientX - start.current.x;
    drag(start.current.width + (isRightToLeft ? -by : by));
  };
  const end = () => {
    start.current = null;
    drop();
  };
  return (
    <i
      aria-hidden
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={end}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

export function TableTitles({ columns, stop, ticked, tickAll, drag, drop }: TitlesProps) {
  const { view, change } = useListView();
  const tabIndexOf = (field: string) => (field === stop ? 0 : -1);
  const sortBy = ({ sort }: LinkColumn) => {
    if (sort !== undefined) change({ sort, dir: view.sort === sort && view.dir === 'asc' ? 'desc' : 'asc' });
  };
  const label = ticked === 'all' ? messages.unselectPage : messages.selectPage;
  return (
    <tr data-id="" aria-rowindex={1}>
      <th scope="col" data-field={TICK} aria-label={messages.select}>
        <Checkbox
          size="small"
          checked={ticked === 'all'}
          indeterminate={ticked === 'some'}
          onChange={(_, on) => tickAll(on)}
          slotProps={{ input: { 'aria-label': label, name: 'select_all_rows', tabIndex: tabIndexOf(TICK) } }}
        />
      </th>
      {columns.map((column) => {
        const { field, sort } = column;
        const direction = view.dir === 'asc' ? 'ascending' : 'descending';
        return (
          <th
            key={field}
            scope="col"
            data-field={field}
            tabIndex={tabIndexOf(field)}
            aria-sort={sort && (view.sort === sort ? direction : 'none')}
            onClick={() => sortBy(column)}
            onKeyDown={({ key }) => key === 'Enter' && sortBy(column)}
          >
            <span>{COLUMN_LABELS[field]}</span>
            {sort !== undefined && <ArrowDownIcon aria-hidden />}
            <Edge drag={(width) => drag(field, width)} drop={drop} />
          </th>
        );
      })}
      <th scope="col" data-field={ACTIONS} tabIndex={tabIndexOf(ACTIONS)}>
        <span>{messages.actions}</span>
      </th>
    </tr>
  );
}
