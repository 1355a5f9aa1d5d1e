/** The selected links of a list: some ids, or all that match its filter. Pure. */

/** The known facts of a selected link: its team decides which actions are allowed. */
export interface PickedLink {
  readonly id: string;
  readonly teamId: string | null;
}

export interface Selection {
  /** The filter of the list. Another list starts without a selection. */
  readonly list: string;
  /** All matching links, also on pages that were never shown. */
  readonly all: boolean;
  /** By id; empty while `all`. */
  readonly picked: ReadonlyMap<string, PickedLink>;
}

export function emptySelection(list: string): Selection {
  return { list, all: false, picked: new Map() };
}

export function fullSelection(list: string): Selection {
  return { ...emptySelection(list), all: true };
}

/**
 * The selection after a press: `ids` of rows on this page, and links of other pages known from `before`. Unselecting
 * one of all matching links keeps the others of the page.
 */
export function pick(before: Selection, ids: Iterable<string>, rows: readonly PickedLink[]): Selection {
  const linksById = new Map<string, PickedLink>([...before.picked, ...rows.map((row) => [row.id, row] as const)]);
  const picked = [...ids].flatMap((id) => {
    const link = linksById.get(id);
    return link === undefined ? [] : [[id, { id, teamId: link.teamId }] as const];
  });
  return { list: before.list, all: false, picked: new Map(picked) };
}

/** The selected rows on the page. */
export function selectedOf({ all, picked }: Selection, rows: readonly PickedLink[]): ReadonlySet<string> {
  return new Set(rows.filter(({ id }) => all || picked.has(id)).map(({ id }) => id));
}

/** The selection without deleted links. */
export function without(selection: Selection, gone: ReadonlySet<string>): Selection {
  if (gone.size === 0 || ![...gone].some((id) => selection.picked.has(id))) return selection;
  return { ...selection, picked: new Map([...selection.picked].filter(([id]) => !gone.has(id))) };
}

/** The number of selected links; `total` match the filter. */
export function countOf({ all, picked }: Selection, total: number): number {
  return all ? total : picked.size;
}

/** The teams of the selected links, null for personal ones; null as a whole if unknown. */
export function teamsOf({ all, picked }: Selection): ReadonlySet<string | null> | null {
  return all ? null : new Set([...picked.values()].map(({ teamId }) => teamId));
}
