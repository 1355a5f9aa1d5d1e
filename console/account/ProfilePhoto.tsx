/** The profile photo: choose a file, preview and upload it, or remove the photo. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { initialsOf } from '../users/display-name.ts';
import { usePhoto } from '../users/queries.ts';
import { changePhoto } from './commands.ts';
import { messages } from './messages.ts';
import { cropToSquare, PHOTO_TYPES, photoProblem } from './profile-photo.ts';

/** @throws ApiError after showing it in a toast */
async function savePhoto(photo: string | null): Promise<void> {
  try {
    await changePhoto(photo);
    notify(messages.photoUpdated);
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401)
      notify(messages.photoFailed, { lines: [error.message], severity: 'destructive' });
    throw error;
  }
}

export function ProfilePhoto() {
  const user = useCurrentUser();
  const { data, error } = usePhoto();
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const photo = data?.profilePhoto ?? null;

  const choose = async (file: File) => {
    const refusal = photoProblem(file);
    setProblem(refusal);
    if (refusal !== null) return;
    try {
      setChosen(await cropToSquare(file));
      setAsking(true);
    } catch {
      setProblem(messages.photoUnreadable);
    }
  };

  const remove = async () => {
    setRemoving(true);
    setProblem(null);
    // A toast has shown the error.
    await savePhoto(null).catch(() => undefined);
    setRemoving(false);
  };

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Avatar initials={initialsOf(user)} photo={photo} size={64} />
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <input
            ref={input}
            type="file"
            accept={PHOTO_TYPES.join(',')}
            aria-label={messages.photo}
            hidden
            onChange={({ target }) => {
              const file = target.files?.[0];
              // Lets the same file be chosen again.
              target.value = '';
              if (file !== undefined) void choose(file);
            }}
          />
          <Button aria-describedby={id} onClick={() => input.current?.click()}>
            {messages.changePhoto}
          </Button>
          {photo !== null && (
            <Button variant="text" disabled={removing} onClick={() => void remove()}>
              {messages.removePhoto}
            </Button>
          )}
        </Box>
        <Typography
          id={id}
          role={problem === null ? undefined : 'alert'}
          variant="body2"
          sx={{ color: problem === null ? 'text.secondary' : 'error.main' }}
        >
          {problem ?? (error === undefined || data !== undefined ? messages.photoHint : messages.photoFetchFailed)}
        </Typography>
      </Box>
      <ConfirmDialog
        open={asking}
        title={messages.photoTitle}
        label={messages.usePhoto}
        cancel={common.cancel}
        tone="primary"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await savePhoto(chosen);
          setAsking(false);
        }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: 1 }}>
          <Box
            component="img"
            src={chosen ?? undefined}
            alt={messages.photoAlt}
            sx={{ width: 160, height: 160, borderRadius: '50%', objectFit: 'cover', border: 1, borderColor: 'divider' }}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.photoTitleHint}
          </Typography>
        </Box>
      </ConfirmDialog>
    </Box>
  );
}
