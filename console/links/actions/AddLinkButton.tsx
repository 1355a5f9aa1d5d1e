/** Opens the Add Backlink dialog; the label depends on the place. */
import Button from '@mui/material/Button';
import { usePast } from '../../platform/address/as-of.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { PlusIcon } from '../../ui/layout/icons.tsx';

export function AddLinkButton({ children }: { children: string }) {
  const { open } = useOverlay();
  if (usePast()) return null;
  return (
    <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={() => open('dialog', 'add')}>
      {children}
    </Button>
  );
}
