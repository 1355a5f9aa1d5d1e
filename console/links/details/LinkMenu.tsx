/** The less used actions on a link. An action that the person may not take says why. */
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { isSample } from '../../platform/address/sample.ts';
import { readOnlyReason } from '../../platform/api/client.ts';
import { copyToClipboard } from '../../platform/browser/clipboard.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { CopyIcon, DownloadIcon, EditIcon, FlagIcon, MoreIcon, TrashIcon } from '../../ui/layout/icons.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages as actionMessages } from '../actions/messages.ts';
import { trashLink } from '../actions/trash-link.ts';
import { messages as correctionMessages } from '../corrections/messages.ts';
import { messages as packMessages } from '../evidence-packs/messages.ts';
import { messages } from './messages.ts';

type Action = readonly [label: string, icon: ReactNode, refusal: string | null, run: () => void];

/** Whether a correction is among the likely next steps: it has a button of its own. */
export function isOftenCorrected({ status, lastChecked }: LinkDetailsAnswer): boolean {
  return status !== 'live' && lastChecked !== null;
}

/** @param leave closes the details before the link disappears. */
export function LinkMenu({ link, leave }: { link: LinkDetailsAnswer; leave: () => void }) {
  const { open } = useOverlay();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
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
  const correct: Action = [
    correctionMessages.correct,
    <FlagIcon key="i" />,
    correcting,
    () => open('correct', link.id),
  ];
  const actions: readonly Action[] = [
    [actionMessages.edit, <EditIcon key="i" />, editing, () => open('edit', link.id)],
    ...(link.lastChecked === null || isOftenCorrected(link) ? [] : [correct]),
    [
      packMessages.open,
      <DownloadIcon key="i" />,
      isSample() ? readOnlyReason() : null,
      () => open('dialog', 'link-evidence-pack'),
    ],
    [messages.copyLink, <CopyIcon key="i" />, null, () => void copy()],
    [actionMessages.moveToTrash, <TrashIcon key="i" />, editing, trash],
  ];
  return (
    <>
      <IconButton
        aria-label={messages.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {actions.map(([label, icon, refusal, run]) => (
          <MenuItem
            key={label}
            {...disabledProps(refusal)}
            onClick={() => {
              if (refusal !== null) return;
              setAnchor(null);
              run();
            }}
          >
            <ListItemIcon>{icon}</ListItemIcon>
            <ListItemText secondary={refusal}>{label}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
