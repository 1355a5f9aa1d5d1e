/** Opens the Edit Backlink dialog, or explains why the person may not edit. */
import IconButton from '@mui/material/IconButton';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { EditIcon } from '../../ui/layout/icons.tsx';
import { formatAction, messages } from './messages.ts';

interface EditProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
}

export function EditButton({ link, tabIndex }: EditProps) {
  const { open } = useOverlay();
  const refusal = useTeamDenial('EditLink', link.teamId);
  return (
    <ActionTooltip title={messages.edit} reason={refusal}>
      <IconButton
        {...disabledProps(refusal)}
        onClick={() => refusal === null && open('edit', link.id)}
        size="small"
        aria-label={formatAction(messages.edit, link)}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        <EditIcon fontSize="small" aria-hidden />
      </IconButton>
    </ActionTooltip>
  );
}
