/** The profile photo: choose, preview, then send; or remove. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { initialsOf, useUser } from '../session/current-user.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Confirm } from '../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { words } from './messages.ts';
import { changePhoto, PHOTO_TYPES, photoProblem, squareOf, usePhoto } from './profile-photo.ts';

/** @throws ApiError after saying so. */
async function take(photo: string | null): Promise<void> {
  try {
    await changePhoto(photo);
    notify(words.photoUpdated);
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401)
      notify(words.photoFailed, { lines: [error.message], tone: 'destructive' });
    throw error;
  }
}

export function PhotoField() {
  const user = useUser();
  const { data, error } = usePhoto();
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const photo = data?.profilePhoto ?? null;

  const choose = async (file: File) => {
    const wrong = photoProblem(file);
    setProblem(wrong);
    if (wrong !== null) return;
    try {
      setChosen(await squareOf(file));
      setAsking(true);
    } catch {
      setProblem(words.photoUnreadable);
    }
  };

  const remove = async () => {
    setRemoving(true);
    setProblem(null);
    // The toast has said what went wrong.
    await take(null).catch(() => undefined);
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
            aria-label={words.photo}
            hidden
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file can be chosen again.
              target.value = '';
              if (file !== undefined) void choose(file);
            }}
          />
          <Button aria-describedby={id} onClick={() => input.current?.click()}>
            {words.changePhoto}
          </Button>
          {photo !== null && (
            <Button variant="text" disabled={removing} onClick={() => void remove()}>
              {words.removePhoto}
            </Button>
          )}
        </Box>
        <Typography
          id={id}
          role={problem === null ? undefined : 'alert'}
          variant="body2"
          sx={{ color: problem === null ? 'text.secondary' : 'error.main' }}
        >
          {problem ?? (error === undefined || data !== undefined ? words.photoHint : words.photoFetchFailed)}
        </Typography>
      </Box>
      <Confirm
        open={asking}
        title={words.photoTitle}
        label={words.usePhoto}
        cancel={words.cancel}
        tone="primary"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await take(chosen);
          setAsking(false);
        }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: 1 }}>
          <Box
            component="img"
            src={chosen ?? undefined}
            alt={words.photoAlt}
            sx={{ width: 160, height: 160, borderRadius: '50%', objectFit: 'cover', border: 1, borderColor: 'divider' }}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {words.photoTitleHint}
          </Typography>
        </Box>
      </Confirm>
    </Box>
  );
}
