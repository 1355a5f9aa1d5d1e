/** The links on wide screens, as an ARIA grid with one tab stop: arrow keys move in it. The server pages, sorts and filters. */
import Box from '@mui/material/Box';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { safeHref } from '../../platform/format/urls.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useTeams } from '../../session/my-teams.ts';
import type { SelectionControls } from '../bulk/use-selection.ts';
import { type Column, resizeColumn } from '../columns/columns.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useListView } from '../filters/use-list-view.ts';
import { isAddress } from './ArticleCell.tsx';
import { linkColumns } from './link-columns.tsx';
import { messages } from './messages.ts';
import { ACTIONS, TableRow, TICK } from './TableRow.tsx';
import { TableTitles } from './TableTitles.tsx';
import { isOwnLink } from './TeamBadge.tsx';
import { focusCell, moveFocus } from './table-focus.ts';
import { columnSizes, EMPTY, TABLE } from './table-style.ts';
import { useStickyTitles } from './use-sticky-titles.ts';

/** The cell that Tab goes to, in the row of a link or in the titles (''). */
interface TabStop {
  readonly row: string;
  readonly field: string;
}

/** The cell and the row of an event; null outside of the rows. */
function placeOf(target: EventTarget): (TabStop & { readonly cell: HTMLElement }) | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
  const row = cell?.parentElement?.dataset.id;
  return cell === null || row === undefined ? null : { cell, row, field: cell.dataset.field ?? '' };
}

function useTicks(ids: readonly string[], { selection, selected, choose }: SelectionControls) {
  const last = useRef('');
  const picked = useMemo(() => new Set([...selection.picked.keys(), ...selected]), [selection, selected]);
  const tick = (some: readonly string[], on: boolean) =>
    choose(on ? picked.union(new Set(some)) : picked.difference(new Set(some)));
  /** With Shift, all rows from the one that was ticked last. */
  const toggle = (id: string, withShift: boolean) => {
    const [from = -1, to = -1] = [ids.indexOf(last.current), ids.indexOf(id)].toSorted((one, other) => one - other);
    tick(withShift && from >= 0 ? ids.slice(from, to + 1) : [id], !picked.has(id));
    last.current = id;
  };
  const onPage = ids.filter((id) => picked.has(id)).length;
  const ticked: 'all' | 'some' | 'none' = onPage === 0 ? 'none' : onPage === ids.length ? 'all' : 'some';
  return { picked, ticked, toggle, tickAll: (on: boolean) => tick(ids, on) };
}

/** The row that has the focus may leave, and the focus with it: the next row gets it. */
function useKeptFocus(table: RefObject<HTMLElement | null>, ids: readonly string[], { row, field }: TabStop) {
  const lastAt = useRef(-1);
  useEffect(() => {
    const at = ids.indexOf(row);
    if (at === -1 && lastAt.current !== -1 && document.activeElement === document.body) {
      const next = table.current?.querySelectorAll('tbody tr')[Math.min(lastAt.current, ids.length - 1)];
      focusCell(next?.querySelector(`[data-field="${field}"]`));
    }
    lastAt.current = at;
  }, [table, ids, row, field]);
}

interface LinksTableProps {
  readonly rows: readonly LinkAnswer[];
  readonly total: number;
  /** All rows belong to one team: no cell names it. */
  readonly ofOneTeam: boolean;
  readonly shown: readonly Column[];
  readonly selecting: SelectionControls;
}

export function LinksTable({ rows, total, ofOneTeam, shown, selecting }: LinksTableProps) {
  const { view } = useListView();
  const { params, open } = useOverlay();
  const user = useCurrentUser();
  const { choice, choose } = useColumns();
  const [dragged, setDragged] = useState<{ readonly field: Column; readonly width: number } | null>(null);
  const [focused, setFocused] = useState<TabStop>({ row: '', field: TICK });
  const table = useRef<HTMLTableElement>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { picked, ticked, toggle, tickAll } = useTicks(ids, selecting);
  useStickyTitles(table);
  useKeptFocus(table, ids, focused);

  const teams = useTeams(!ofOneTeam) ?? [];
  const withTeams = !ofOneTeam && (teams.length > 1 || rows.some(({ teamId }) => teamId !== rows[0]?.teamId));
  const columns = useMemo(() => linkColumns(user.id, withTeams, shown), [user.id, withTeams, shown]);
  const resized = dragged === null ? choice : resizeColumn(choice, dragged.field, dragged.width);

  /** With Ctrl or Command, as for any link, a new tab: the article. */
  const openRow = (row: LinkAnswer, inTab: boolean) => {
    const article = inTab ? safeHref(row.articleLink) : null;
    if (article === null) open('link', row.id);
    else window.open(article, '_blank', 'noopener,noreferrer');
  };

  const onClick = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const place = placeOf(target);
    const row = rows.find(({ id }) => id === place?.row);
    if (place === null || row === undefined || place.field === ACTIONS || isOwnLink(target)) return;
    const withKey = ctrlKey || metaKey;
    if (place.field === TICK) {
      if (target instanceof HTMLInputElement) toggle(row.id, shiftKey);
      // The browser opens the address itself.
    } else if (!isAddress(target) || !(withKey || shiftKey)) openRow(row, withKey);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const withKey = ctrlKey || metaKey;
    const place = placeOf(target);
    if (place === null || altKey) return;
    if (moveFocus(place.cell, key, withKey)) return event.preventDefault();
    const row = rows.find(({ id }) => id === place.row);
    if (row === undefined) return;
    if (key === 'o' && !withKey) return openRow(row, true);
    // Buttons, links and boxes to tick react themselves.
    if ([ACTIONS, TICK].includes(place.field) || isOwnLink(target) || (key !== 'Enter' && key !== ' ')) return;
    event.preventDefault();
    if (key === ' ') toggle(row.id, event.shiftKey);
    else openRow(row, withKey);
  };

  const stop = focused.row === '' || ids.includes(focused.row) ? focused : { row: '', field: TICK };
  const stopIn = (row: string) => (stop.row === row ? stop.field : null);
  return (
    <>
      <Box
        component="table"
        ref={table}
        role="grid"
        aria-label={messages.links}
        aria-multiselectable
        aria-rowcount={total + 1}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ target }: { readonly target: EventTarget }) => {
          const place = placeOf(target);
          if (place !== null && (place.row !== focused.row || place.field !== focused.field)) setFocused(place);
        }}
        sx={TABLE}
        style={columnSizes(columns, resized)}
      >
        <thead>
          <TableTitles
            columns={columns}
            stop={stopIn('')}
            ticked={ticked}
            tickAll={tickAll}
            drag={(field, width) => setDragged({ field, width })}
            drop={() => {
              choose(() => resized);
              setDragged(null);
            }}
          />
        </thead>
        <tbody>
          {rows.map((link, index) => (
            <TableRow
              key={link.id}
              link={link}
              columns={columns}
              at={(view.page - 1) * view.pageSize + index + 2}
              selected={picked.has(link.id)}
              isOpen={link.id === params.get('link')}
              stop={stopIn(link.id)}
            />
          ))}
        </tbody>
      </Box>
      {rows.length === 0 && <Box sx={EMPTY}>{messages.noLinksFound}</Box>}
    </>
  );
}
