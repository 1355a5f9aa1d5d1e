import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { RefusableButton } from '../../ui/feedback/RefusableButton.tsx';
import { FlagIcon } from '../../ui/layout/icons.tsx';
import { messages } from './messages.ts';

export function CorrectButton({ link }: { link: LinkAnswer }) {
  const { open } = useOverlay();
  const refusal = useTeamDenial('CorrectVerdict', link.teamId);
  return (
    <RefusableButton refusal={refusal} startIcon={<FlagIcon />} onClick={() => open('correct', link.id)}>
      {messages.correct}
    </RefusableButton>
  );
}
