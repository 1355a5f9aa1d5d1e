/** The Add Backlink dialog. It proposes the team of the page or the usual one, and on a client's page the client. */
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { clientFromPath, teamIdFromPath } from '../../platform/address/page-paths.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { rememberTeam, useDefaultTeam } from '../../session/default-team.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { DialogPlaceholder } from '../../ui/dialogs/DialogPlaceholder.tsx';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { messages as linkMessages } from '../messages.ts';
import { AddManyOffer } from './AddManyOffer.tsx';
import { addLink } from './add-link.ts';
import { LinkForm } from './LinkForm.tsx';
import { lastDuration, rememberDuration } from './last-duration.ts';
import { freshValues, type LinkFormValues, toFieldErrors, toRequestBody } from './link-form-values.ts';
import { messages } from './messages.ts';
import { useDuplicateWarning } from './use-duplicate-warning.tsx';

interface AddLinkFormProps {
  readonly proposedTeam: string;
  /** The client of the page; '' on other pages. */
  readonly clientDomain: string;
  readonly draft: string;
}

function AddLinkForm({ proposedTeam, clientDomain, draft }: AddLinkFormProps) {
  const { open, close } = useOverlay();
  const user = useCurrentUser();
  const withDuplicateWarning = useDuplicateWarning();
  // Values that are remembered or loaded later must not change the open form.
  const [initialValues] = useState(() =>
    freshValues(user.id, {
      teamId: proposedTeam,
      clientLink: clientDomain === '' ? '' : `https://${clientDomain}/`,
      duration: lastDuration(),
    }),
  );

  const submit = async (values: LinkFormValues) => {
    const body = toRequestBody(values);
    const result = await withDuplicateWarning((extra) =>
      addLink({ path: '/api/links', body: { ...body, ...extra }, toFieldErrors }),
    );
    if (result.done) {
      rememberTeam(values.teamId);
      if (body.duration != null) rememberDuration(body.duration);
    }
    return result;
  };

  return (
    <LinkForm
      initialValues={initialValues}
      draft={draft}
      addMany={<AddManyOffer />}
      submitLabel={{ idle: messages.addSubmit, pending: linkMessages.checking }}
      pendingMessage={{ title: linkMessages.checkingTitle, hint: linkMessages.checkingHint }}
      failed={messages.addFailed}
      isOpenAt={(params) => params.get('dialog') === 'add'}
      submit={submit}
      onClose={() => close('dialog')}
      reopen={() => open('dialog', 'add')}
    />
  );
}

export function AddLinkDialog() {
  const { close } = useOverlay();
  const { pathname } = useLocation();
  const clientDomain = clientFromPath(pathname) ?? '';
  const here = teamIdFromPath(pathname);
  const denial = useTeamDenial('AddLink', here);
  const usual = useDefaultTeam(clientDomain);
  const team = here !== null && denial === null ? here : usual;
  const leave = () => close('dialog');
  const draft = ['add-link', here ?? clientDomain].filter((part) => part !== '').join('-');
  return (
    <OverlayDialog title={messages.addTitle} onClose={leave}>
      {team === undefined ? (
        <DialogPlaceholder onClose={leave} />
      ) : (
        <AddLinkForm proposedTeam={team} clientDomain={clientDomain} draft={draft} />
      )}
    </OverlayDialog>
  );
}
