/** The upgrade dialog's place in the frame: opens it when it is offered, or when the address says so. */
import { lazy, useEffect } from 'react';
import { OnDemand } from '../frame/OnDemand.tsx';
import { useOverlay } from '../frame/overlay.ts';
import { onUpgradeOffered } from './upgrade.ts';

const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }));

export function Upgrade() {
  const { params, open } = useOverlay();
  useEffect(() => onUpgradeOffered(() => open('dialog', 'upgrade')), [open]);
  return <OnDemand>{params.get('dialog') === 'upgrade' && <UpgradeDialog />}</OnDemand>;
}
