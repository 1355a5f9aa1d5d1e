/** Shows the upgrade dialog after a prompt, or when the address names it. */
import { lazy, useEffect } from 'react';
import { useOverlay } from '../platform/address/overlays.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { onUpgradePrompt, parseUpgradeDialog, upgradeDialog } from './upgrade-prompt.ts';

const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }));

export function UpgradeDialogHost() {
  const { params, open } = useOverlay();
  const shown = parseUpgradeDialog(params.get('dialog'));
  useEffect(() => onUpgradePrompt((teamId) => open('dialog', upgradeDialog(teamId))), [open]);
  return <LazyBoundary>{shown !== null && <UpgradeDialog teamId={shown.teamId} />}</LazyBoundary>;
}
