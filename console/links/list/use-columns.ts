/** The columns a person chose, kept in local storage: one choice for all their tables of links. */
import { useCallback, useSyncExternalStore } from 'react';
import { useCurrentUser } from '../../session/current-user.ts';
import { type ColumnChoice, readColumns, saveColumns } from './columns.ts';

let current: { readonly userId: string; readonly choice: ColumnChoice } | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Another tab of the same browser chose. */
function chosenElsewhere(): void {
  current = null;
  tell();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', chosenElsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', chosenElsewhere);
  };
}

function choiceOf(userId: string): ColumnChoice {
  if (current?.userId !== userId) current = { userId, choice: readColumns(localStorage, userId) };
  return current.choice;
}

export function useColumns() {
  const { id } = useCurrentUser();
  const choice = useSyncExternalStore(subscribe, () => choiceOf(id));
  const choose = useCallback(
    (change: (choice: ColumnChoice) => ColumnChoice) => {
      const next = change(choiceOf(id));
      current = { userId: id, choice: next };
      saveColumns(localStorage, id, next);
      tell();
    },
    [id],
  );
  return { choice, choose };
}
