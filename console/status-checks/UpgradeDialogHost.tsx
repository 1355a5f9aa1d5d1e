/** The upgrade dialog's place in the frame: opens it when it is offered, or when the address says so. */
import { lazy, useEffect } from 'react';
import { useOverlay } from '../platform/address/overlays.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { onUpgradePrompt } from './upgrade-prompt.ts';

const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }));

export function UpgradeDialogHost() {
  const { params, open } = useOverlay();
  useEffect(() => onUpgradePrompt(() => open('dialog', 'upgrade')), [open]);
  return <LazyBoundary>{params.get('dialog') === 'upgrade' && <UpgradeDialog />}</LazyBoundary>;
}
