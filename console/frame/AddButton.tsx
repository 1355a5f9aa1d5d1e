/** Opens the form for a new link; what it is called depends on where it stands. */
import Button from '@mui/material/Button';
import { PlusIcon } from './icons.tsx';
import { useOverlay } from './overlay.ts';

export function AddButton({ children }: { children: string }) {
  const { open } = useOverlay();
  return (
    <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={() => open('dialog', 'add')}>
      {children}
    </Button>
  );
}
