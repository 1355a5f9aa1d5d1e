/** The less used actions on a link. An action that the person may not take says why. */
import IconButton from '@mui/material/IconButton';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { isSample } from '../../platform/address/sample.ts';
import { readOnlyReason } from '../../platform/api/client.ts';
import { copyToClipboard } from '../../platform/browser/clipboard.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { CopyIcon, DownloadIcon, EditIcon, FlagIcon, MoreIcon, TrashIcon } from '../../ui/layout/icons.tsx';
import { type MenuAction, MenuButton } from '../../ui/layout/MenuButton.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages as actionMessages } from '../actions/messages.ts';
import { trashLink } from '../actions/trash-link.ts';
import { messages as correctionMessages } from '../corrections/messages.ts';
import { messages as packMessages } from '../evidence-packs/messages.ts';
import { messages } from './messages.ts';

/** Whether a correction is among the likely next steps: it has a button of its own. */
export function isOftenCorrected({ status, lastChecked }: LinkDetailsAnswer): boolean {
  return status !== 'live' && lastChecked !== null;
}

/** @param leave closes the details before the link disappears. */
export function LinkMenu({ link, leave }: { link: LinkDetailsAnswer; leave: () => void }) {
  const { open } = useOverlay();
  const editing = useTeamDenial('EditLink', link.teamId);
  const correcting = useTeamDenial('CorrectVerdict', link.teamId);
  const copy = async () => {
    const address = new URL(`/?link=${link.id}`, location.origin).href;
    if (await copyToClipboard(address)) notify(messages.copied);
    else notify(messages.copyFailed, { lines: [address], severity: 'destructive' });
  };
  const trash = () => {
    leave();
    void trashLink(link.id);
  };
  const correct = {
    label: correctionMessages.correct,
    icon: <FlagIcon />,
    refusal: correcting,
    run: () => open('correct', link.id),
  };
  const actions: readonly MenuAction[] = [
    { label: actionMessages.edit, icon: <EditIcon />, refusal: editing, run: () => open('edit', link.id) },
    ...(link.lastChecked === null || isOftenCorrected(link) ? [] : [correct]),
    {
      label: packMessages.open,
      icon: <DownloadIcon />,
      refusal: isSample() ? readOnlyReason() : null,
      run: () => open('dialog', 'link-evidence-pack'),
    },
    { label: messages.copyLink, icon: <CopyIcon />, run: () => void copy() },
    { label: actionMessages.moveToTrash, icon: <TrashIcon />, refusal: editing, run: trash },
  ];
  return (
    <MenuButton
      button={(props) => (
        <IconButton {...props} aria-label={messages.more}>
          <MoreIcon />
        </IconButton>
      )}
      actions={actions}
    />
  );
}
