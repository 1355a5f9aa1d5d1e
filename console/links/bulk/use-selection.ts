/** The selection of one list. It survives a change of page and ends with another list. */
import { useCallback, useMemo, useState } from 'react';
import { useHiddenLinks } from '../actions/trash-link.ts';
import {
  emptySelection,
  fullSelection,
  type PickedLink,
  pick,
  type Selection,
  selectedOf,
  without,
} from './selection.ts';

export interface SelectionControls {
  readonly selection: Selection;
  /** The selected rows on the page. */
  readonly selected: ReadonlySet<string>;
  /** Selects exactly these rows of the page, besides those of other pages. */
  readonly choose: (ids: Iterable<string>) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** `list` names the filter of the list; `rows` are on the page. */
export function useSelection(list: string, rows: readonly PickedLink[]): SelectionControls {
  const [lastSelection, setLastSelection] = useState(() => emptySelection(list));
  const leaving = useHiddenLinks();
  const selection = useMemo(
    () => (lastSelection.list === list ? without(lastSelection, leaving) : emptySelection(list)),
    [lastSelection, list, leaving],
  );
  const selected = useMemo(() => selectedOf(selection, rows), [selection, rows]);
  const choose = useCallback(
    (ids: Iterable<string>) => setLastSelection(pick(selection, ids, rows)),
    [selection, rows],
  );
  const chooseAll = useCallback(() => setLastSelection(fullSelection(list)), [list]);
  const clear = useCallback(() => setLastSelection(emptySelection(list)), [list]);
  return { selection, selected, choose, chooseAll, clear };
}
