/** Moves a link to the trash at once, with Undo in the toast, or explains why the person may not. */
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { TrashIcon } from '../../ui/layout/icons.tsx';
import { formatAction, messages } from './messages.ts';
import { trashLink } from './trash-link.ts';

interface TrashProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
  readonly wide?: boolean;
  /** Called before the link disappears. */
  readonly onTrash?: () => void;
}

export function TrashButton({ link, tabIndex, wide = false, onTrash }: TrashProps) {
  const refusal = useTeamDenial('EditLink', link.teamId);
  const trash = () => {
    if (refusal !== null) return;
    onTrash?.();
    void trashLink(link.id);
  };
  if (wide) {
    return (
      <ActionTooltip title={messages.moveToTrash} reason={refusal}>
        <Button {...disabledProps(refusal)} startIcon={<TrashIcon />} onClick={trash}>
          {messages.delete}
        </Button>
      </ActionTooltip>
    );
  }
  return (
    <ActionTooltip title={messages.moveToTrash} reason={refusal}>
      <IconButton
        {...disabledProps(refusal)}
        size="small"
        aria-label={formatAction(messages.delete, link)}
        onClick={trash}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        <TrashIcon fontSize="small" aria-hidden />
      </IconButton>
    </ActionTooltip>
  );
}
