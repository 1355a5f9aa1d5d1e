/** Opens the Edit Backlink dialog. */
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { EditIcon } from '../frame/icons.tsx';
import { useOverlay } from '../frame/overlay.ts';
import { words } from './words.ts';

export function EditButton({ linkId, tabIndex, wide = false }: { linkId: string; tabIndex?: number; wide?: boolean }) {
  const { open } = useOverlay();
  const edit = () => open('edit', linkId);
  if (wide) {
    return (
      <Button startIcon={<EditIcon />} onClick={edit}>
        {words.edit}
      </Button>
    );
  }
  return (
    <Tooltip title={words.edit} describeChild>
      <IconButton size="small" aria-label={words.edit} onClick={edit} {...(tabIndex === undefined ? {} : { tabIndex })}>
        <EditIcon fontSize="small" aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
