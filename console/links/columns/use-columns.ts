/** The columns a person chose, saved in this browser: one choice for all their tables of links. */
import { useCallback } from 'react';
import { type Store, useStore } from '../../platform/store/create-store.ts';
import { createPersistedStore } from '../../platform/store/persisted-store.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { type ColumnChoice, parseColumns, serializeColumns } from './columns.ts';

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
