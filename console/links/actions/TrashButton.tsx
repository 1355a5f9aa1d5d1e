/** Delete: to the trash at once, with Undo in the toast; says why where one may only look. */
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { LinkAnswer } from '../../../query-service/contract/queries.ts';
import { useLinkRefusal } from '../../teams/queries.ts';
import { Hint } from '../../ui/ActionTooltip.tsx';
import { refused } from '../../ui/disabled-props.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { words } from '../messages.ts';
import { trashLink } from './trash-link.ts';

interface TrashProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
  readonly wide?: boolean;
  /** The link is about to leave the screen. */
  readonly onTrash?: () => void;
}

export function TrashButton({ link, tabIndex, wide = false, onTrash }: TrashProps) {
  const refusal = useLinkRefusal(link.teamId);
  const trash = () => {
    if (refusal !== null) return;
    onTrash?.();
    void trashLink(link.id);
  };
  if (wide) {
    return (
      <Hint title={words.moveToTrash} reason={refusal}>
        <Button {...refused(refusal)} startIcon={<TrashIcon />} onClick={trash}>
          {words.delete}
        </Button>
      </Hint>
    );
  }
  return (
    <Hint title={words.moveToTrash} reason={refusal}>
      <IconButton
        {...refused(refusal)}
        size="small"
        aria-label={words.delete}
        onClick={trash}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        <TrashIcon fontSize="small" aria-hidden />
      </IconButton>
    </Hint>
  );
}
