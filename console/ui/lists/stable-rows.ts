/** Keeps rows in place while a pointer is over them. Pure. */

interface RowWithId {
  readonly id: string;
}

/**
 * The rows to show when `next` arrives. While `held`, rows keep their places and only their contents change; otherwise
 * `next` is shown as it is. `waiting`: changes of places are held back.
 */
export function stableRows<R extends RowWithId>(
  shown: readonly R[],
  next: readonly R[],
  held: boolean,
): { readonly rows: readonly R[]; readonly waiting: boolean } {
  const samePlaces = shown.length === next.length && shown.every((row, index) => row.id === next[index]?.id);
  if (!held || samePlaces || shown.length === 0) return { rows: next, waiting: false };
  const fresh = new Map(next.map((row) => [row.id, row]));
  const shownIds = new Set(shown.map(({ id }) => id));
  const keptRows = shown.map((row) => fresh.get(row.id) ?? row);
  // A deleted row left room at the end: the next row may fill it, which moves nothing.
  const room = Math.max(0, next.length - keptRows.length);
  const rows = [...keptRows, ...next.filter(({ id }) => !shownIds.has(id)).slice(0, room)];
  return { rows, waiting: rows.some(({ id }, index) => id !== next[index]?.id) };
}
