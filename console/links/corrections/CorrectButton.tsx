/** Opens the dialog that corrects a verdict, or explains why the person may not. */
import Button from '@mui/material/Button';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { FlagIcon } from '../../ui/layout/icons.tsx';
import { messages } from './messages.ts';

export function CorrectButton({ link }: { link: LinkAnswer }) {
  const { open } = useOverlay();
  const refusal = useTeamDenial('CorrectVerdict', link.teamId);
  return (
    <ActionTooltip reason={refusal}>
      <Button
        {...disabledProps(refusal)}
        startIcon={<FlagIcon />}
        onClick={() => refusal === null && open('correct', link.id)}
      >
        {messages.correct}
      </Button>
    </ActionTooltip>
  );
}
