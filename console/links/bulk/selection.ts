/** Which links of a list are selected: those that were picked, or all that the list's filters match. Pure. */

/** What is known of a link that was picked: whose it is says what may be done with it. */
export interface SelectedLink {
  readonly id: string;
  readonly teamId: string | null;
}

export interface Selection {
  /** What the list is narrowed to. Another list begins with nothing selected. */
  readonly list: string;
  /** All that match, also on pages that were never shown. */
  readonly all: boolean;
  /** By id; nobody's while `all`. */
  readonly picked: ReadonlyMap<string, SelectedLink>;
}

export function emptySelection(list: string): Selection {
  return { list, all: false, picked: new Map() };
}

export function fullSelection(list: string): Selection {
  return { ...emptySelection(list), all: true };
}

/**
 * The links of `ids`, as a table or a list of cards says it after a press. `rows` are on the screen; what was picked on
 * other pages is known from `before`. Whoever lets go of one of all keeps the others of the page.
 */
export function pick(before: Selection, ids: Iterable<string>, rows: readonly SelectedLink[]): Selection {
  const known = new Map<string, SelectedLink>([...before.picked, ...rows.map((row) => [row.id, row] as const)]);
  const picked = [...ids].flatMap((id) => {
    const link = known.get(id);
    return link === undefined ? [] : [[id, { id, teamId: link.teamId }] as const];
  });
  return { list: before.list, all: false, picked: new Map(picked) };
}

/** The selected rows of those on the screen. */
export function selectedOf({ all, picked }: Selection, rows: readonly SelectedLink[]): ReadonlySet<string> {
  return new Set(rows.filter(({ id }) => all || picked.has(id)).map(({ id }) => id));
}

/** Without links that went away. */
export function without(selection: Selection, gone: ReadonlySet<string>): Selection {
  if (gone.size === 0 || ![...gone].some((id) => selection.picked.has(id))) return selection;
  return { ...selection, picked: new Map([...selection.picked].filter(([id]) => !gone.has(id))) };
}

/** How many are selected; `total` match. */
export function countOf({ all, picked }: Selection, total: number): number {
  return all ? total : picked.size;
}

/** The teams the selected links belong to, null for one's own; null where that is not known. */
export function teamsOf({ all, picked }: Selection): ReadonlySet<string | null> | null {
  return all ? null : new Set([...picked.values()].map(({ teamId }) => teamId));
}
