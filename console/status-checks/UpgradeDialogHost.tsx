/** Shows the upgrade dialog after a prompt, or when the address names it. */
import { lazy, useEffect } from 'react';
import { isOverlayOpen, useOverlay } from '../platform/address/overlays.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { onUpgradePrompt, parseUpgradeDialog, upgradeDialog } from './upgrade-prompt.ts';

const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }));

export function UpgradeDialogHost() {
  const { params, open, swap } = useOverlay();
  const shown = parseUpgradeDialog(params.get('dialog'));
  useEffect(
    () =>
      onUpgradePrompt((teamId) => {
        // Replaces the dialog that caused the prompt: closing and opening at once would race in the history.
        if (isOverlayOpen('dialog')) swap('dialog', 'dialog', upgradeDialog(teamId));
        else open('dialog', upgradeDialog(teamId));
      }),
    [open, swap],
  );
  return <LazyBoundary>{shown !== null && <UpgradeDialog teamId={shown.teamId} />}</LazyBoundary>;
}
