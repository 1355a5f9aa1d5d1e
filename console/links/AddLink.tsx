/** The Add Backlink dialog. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useOverlay } from '../frame/overlay.ts';
import { SMALL_SCREEN } from '../theme.ts';
import { notify } from '../toasts/toasts.ts';
import { useUser } from '../users/user.ts';
import { addLink } from './add.ts';
import { LinkForm } from './LinkForm.tsx';
import { freshValues } from './linkForm.ts';
import { words } from './words.ts';

export function AddLink() {
  const { open, close } = useOverlay();
  const user = useUser();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const fresh = useMemo(() => freshValues(user.id), [user.id]);
  const leave = () => close('dialog');
  // What a field says needs no toast, unless the field is no longer on the screen.
  const tell = ({ fields }: { fields: Readonly<Record<string, string>> }, late: boolean) => {
    const problems = Object.values(fields);
    if (problems.length > 0 && !late) return;
    notify(words.error, {
      lines: [words.addFailed, ...problems],
      tone: 'destructive',
      ...(late ? { action: { label: words.openAgain, run: () => open('dialog', 'add') } } : {}),
    });
  };
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="add-title">
      <DialogTitle id="add-title">{words.addTitle}</DialogTitle>
      <LinkForm
        fresh={fresh}
        draft="add-link"
        submitWords={{ idle: words.addSubmit, busy: 'Checking...' }}
        stays={(params) => params.get('dialog') === 'add'}
        submit={addLink}
        onDone={leave}
        onCancel={leave}
        onFailure={tell}
        leavable
      />
    </Dialog>
  );
}
