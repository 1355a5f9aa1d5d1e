/** The scope of an item: the person or the team it belongs to. */

/** Who sees a link: one person or one team. */
export type Scope = `user:${string}` | `team:${string}`;
