/** The Add Backlink dialog. On a team's screen the link is the team's, unless another one is chosen. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { teamIdFromPath } from '../../platform/address/page-paths.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useEditDenialReason } from '../../session/permissions.ts';
import type { SubmitResult } from '../../ui/forms/submit-result.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages } from '../messages.ts';
import { addLink } from './add-link.ts';
import { DuplicateWarning } from './DuplicateWarning.tsx';
import { LinkForm } from './LinkForm.tsx';
import { freshValues, type LinkFormValues } from './link-form-values.ts';

export function AddLinkDialog() {
  const { open, close } = useOverlay();
  const user = useCurrentUser();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { pathname } = useLocation();
  const here = teamIdFromPath(pathname);
  const refusal = useEditDenialReason(here);
  // Where the dialog was opened decides; what is learnt later changes nothing that was typed meanwhile.
  const [teamId] = useState(here !== null && refusal === null ? here : '');
  const fresh = useMemo(() => freshValues(user.id, teamId), [user.id, teamId]);
  const anyway = useRef(false);
  const leave = () => close('dialog');

  const submit = async (values: LinkFormValues): Promise<SubmitResult> => {
    const outcome = await addLink(values, anyway.current);
    anyway.current = false;
    if (outcome.done || outcome.duplicate === undefined) return outcome;
    return { ...outcome, message: <DuplicateWarning error={outcome.duplicate} anyway={anyway} />, told: true };
  };

  // What a field or the form says needs no toast, unless it is no longer on the screen.
  const tell = ({ fields, told }: Extract<SubmitResult, { done: false }>, late: boolean) => {
    const problems = Object.values(fields);
    if ((problems.length > 0 || told === true) && !late) return;
    notify(messages.error, {
      lines: [messages.addFailed, ...(told === true ? [messages.duplicate] : problems)],
      severity: 'destructive',
      ...(late ? { action: { label: messages.openAgain, run: () => open('dialog', 'add') } } : {}),
    });
  };
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="add-title">
      <DialogTitle id="add-title">{messages.addTitle}</DialogTitle>
      <LinkForm
        fresh={fresh}
        draft={teamId === '' ? 'add-link' : `add-link-${teamId}`}
        submitWords={{ idle: messages.addSubmit, busy: 'Checking...' }}
        stays={(params) => params.get('dialog') === 'add'}
        submit={submit}
        onDone={leave}
        onCancel={leave}
        onFailure={tell}
        leavable
      />
    </Dialog>
  );
}
