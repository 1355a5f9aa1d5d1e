/** Moves a link to the trash at once, with Undo in the toast, or explains why the person may not. */
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
}

export function TrashButton({ link, tabIndex }: TrashProps) {
  const refusal = useTeamDenial('EditLink', link.teamId);
  return (
    <ActionTooltip title={messages.moveToTrash} reason={refusal}>
      <IconButton
        {...disabledProps(refusal)}
        size="small"
        aria-label={formatAction(messages.delete, link)}
        onClick={() => void (refusal === null && trashLink(link.id))}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        <TrashIcon fontSize="small" aria-hidden />
      </IconButton>
    </ActionTooltip>
  );
}
