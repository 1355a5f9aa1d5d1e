/** The columns a person chose, saved in this browser: one choice for all their tables of links. */
import { useCallback, useMemo } from 'react';
import { type Store, useStore } from '../../platform/store/create-store.ts';
import { createPersistedStore } from '../../platform/store/persisted-store.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { type Column, type ColumnChoice, columnsIn, type ListKind, parseColumns, serializeColumns } from './columns.ts';
import { ACTIONS_WIDTH, LEAST_WIDTHS, TICK_WIDTH } from './least-widths.ts';

let current: { readonly userId: string; readonly store: Store<ColumnChoice> } | undefined;

function storeOf(userId: string): Store<ColumnChoice> {
  if (current?.userId !== userId) {
    const key = `columns:${userId}`;
    current = { userId, store: createPersistedStore({ key, parse: parseColumns, serialize: serializeColumns }) };
  }
  return current.store;
}

export function useColumns() {
  const store = storeOf(useCurrentUser().id);
  const choice = useStore(store);
  const choose = useCallback(
    (change: (choice: ColumnChoice) => ColumnChoice) => store.set(change(store.get())),
    [store],
  );
  return { choice, choose };
}

/** The columns of a table that is `width` pixels wide; the same array as long as they are the same. */
export function useShownColumns(kind: ListKind, width: number, isAgreed: boolean): readonly Column[] {
  const { choice } = useColumns();
  const shown = columnsIn(width - TICK_WIDTH - ACTIONS_WIDTH, choice, kind, LEAST_WIDTHS, isAgreed);
  const key = shown.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the columns.
  return useMemo(() => shown, [key]);
}
