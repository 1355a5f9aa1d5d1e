/** Opens the upgrade dialog from anywhere, even from work that outlives its button. */

/** Whose plan decides: a team's owner's, or (null) the signed-in person's. */
type Listener = (teamId: string | null) => void;

const listeners = new Set<Listener>();

const NAME = 'upgrade';

/** The name of the upgrade dialog in the address: "upgrade", or "upgrade-<team id>". */
export function upgradeDialog(teamId: string | null): string {
  return teamId === null ? NAME : `${NAME}-${teamId}`;
}

/** The owner of the plan that a dialog's name means; null for the name of another dialog. */
export function parseUpgradeDialog(dialog: string | null): { readonly teamId: string | null } | null {
  if (dialog === NAME) return { teamId: null };
  return dialog?.startsWith(`${NAME}-`) ? { teamId: dialog.slice(NAME.length + 1) } : null;
}

/** Opens the dialog after the API answered `cooldown` to a check of links of this team; null: one's own links. */
export function promptUpgrade(teamId: string | null): void {
  for (const listener of listeners) listener(teamId);
}

/** Calls back at each prompt. Returns a function that stops it. */
export function onUpgradePrompt(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
