/** Delete: to the trash at once, with Undo in the toast. */
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { TrashIcon } from '../frame/icons.tsx';
import { trashLink } from './trash.ts';
import { words } from './words.ts';

interface TrashProps {
  readonly linkId: string;
  readonly tabIndex?: number;
  readonly wide?: boolean;
  /** The link is about to leave the screen. */
  readonly onTrash?: () => void;
}

export function TrashButton({ linkId, tabIndex, wide = false, onTrash }: TrashProps) {
  const trash = () => {
    onTrash?.();
    void trashLink(linkId);
  };
  if (wide) {
    return (
      <Button startIcon={<TrashIcon />} title={words.moveToTrash} onClick={trash}>
        {words.delete}
      </Button>
    );
  }
  return (
    <Tooltip title={words.moveToTrash} describeChild>
      <IconButton
        size="small"
        aria-label={words.delete}
        onClick={trash}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        <TrashIcon fontSize="small" aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
