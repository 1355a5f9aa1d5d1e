/** The Add Backlink dialog. On a team's page it proposes that team. */
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { teamIdFromPath } from '../../platform/address/page-paths.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { messages as linkMessages } from '../messages.ts';
import { addLink } from './add-link.ts';
import { useDuplicateWarning } from './DuplicateWarning.tsx';
import { LinkForm } from './LinkForm.tsx';
import { freshValues, toFieldErrors, toRequestBody } from './link-form-values.ts';
import { messages } from './messages.ts';

export function AddLinkDialog() {
  const { open, close } = useOverlay();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const here = teamIdFromPath(pathname);
  const denial = useTeamDenial('EditLink', here);
  // The page where the dialog was opened decides; permissions that load later must not change the form.
  const [teamId] = useState(here !== null && denial === null ? here : '');
  const withDuplicateWarning = useDuplicateWarning();
  const leave = () => close('dialog');
  return (
    <OverlayDialog title={messages.addTitle} onClose={leave}>
      <LinkForm
        initialValues={freshValues(user.id, teamId)}
        draft={teamId === '' ? 'add-link' : `add-link-${teamId}`}
        submitLabel={{ idle: messages.addSubmit, pending: linkMessages.checking }}
        pendingMessage={{ title: linkMessages.checkingTitle, hint: linkMessages.checkingHint }}
        failed={messages.addFailed}
        isOpenAt={(params) => params.get('dialog') === 'add'}
        submit={(values) =>
          withDuplicateWarning((extra) =>
            addLink({ path: '/api/links', body: { ...toRequestBody(values), ...extra }, toFieldErrors }),
          )
        }
        onClose={leave}
        reopen={() => open('dialog', 'add')}
      />
    </OverlayDialog>
  );
}
