/** The Add Backlink dialog. On a team's screen the link is the team's, unless another one is chosen. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { teamAt } from '../../platform/address/page-paths.ts';
import { useUser } from '../../session/current-user.ts';
import { useLinkRefusal } from '../../teams/queries.ts';
import { SMALL_SCREEN } from '../../ui/theme/theme.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { words } from '../messages.ts';
import { addLink } from './add-link.ts';
import { Duplicate } from './DuplicateWarning.tsx';
import { LinkForm, type Outcome } from './LinkForm.tsx';
import { freshValues, type LinkFormValues } from './link-form-values.ts';

export function AddLink() {
  const { open, close } = useOverlay();
  const user = useUser();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { pathname } = useLocation();
  const here = teamAt(pathname);
  const refusal = useLinkRefusal(here);
  // Where the dialog was opened decides; what is learnt later changes nothing that was typed meanwhile.
  const [teamId] = useState(here !== null && refusal === null ? here : '');
  const fresh = useMemo(() => freshValues(user.id, teamId), [user.id, teamId]);
  const anyway = useRef(false);
  const leave = () => close('dialog');

  const submit = async (values: LinkFormValues): Promise<Outcome> => {
    const outcome = await addLink(values, anyway.current);
    anyway.current = false;
    if (outcome.done || outcome.duplicate === undefined) return outcome;
    return { ...outcome, message: <Duplicate error={outcome.duplicate} anyway={anyway} />, told: true };
  };

  // What a field or the form says needs no toast, unless it is no longer on the screen.
  const tell = ({ fields, told }: Extract<Outcome, { done: false }>, late: boolean) => {
    const problems = Object.values(fields);
    if ((problems.length > 0 || told === true) && !late) return;
    notify(words.error, {
      lines: [words.addFailed, ...(told === true ? [words.duplicate] : problems)],
      tone: 'destructive',
      ...(late ? { action: { label: words.openAgain, run: () => open('dialog', 'add') } } : {}),
    });
  };
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="add-title">
      <DialogTitle id="add-title">{words.addTitle}</DialogTitle>
      <LinkForm
        fresh={fresh}
        draft={teamId === '' ? 'add-link' : `add-link-${teamId}`}
        submitWords={{ idle: words.addSubmit, busy: 'Checking...' }}
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
