/** The password form of a share. After too many wrong attempts it shows how long to wait. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { EyeIcon, LockIcon } from '../ui/layout/icons.tsx';
import { formatWait, messages } from './messages.ts';

/** The wait in seconds when the server names none. */
const FALLBACK_WAIT = 30;

/** Seconds left until an instant, counted down. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, (until - now) / 1_000);
}

interface PasswordFormProps {
  /** Why a password is needed: 401 at first, 429 after too many attempts by other visitors. */
  readonly reason: ApiError;
  /** Tries a password. @throws ApiError */
  readonly unlock: (password: string) => Promise<void>;
}

export function SharePasswordForm({ reason, unlock }: PasswordFormProps) {
  const waitOf = (error: ApiError) => (error.status === 429 ? (error.retryAfter ?? FALLBACK_WAIT) * 1_000 : 0);
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [until, setUntil] = useState(() => Date.now() + waitOf(reason));
  const wait = useSecondsUntil(until);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const note = wait > 0 ? formatWait(wait) : problem;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || wait > 0) return;
    if (password === '') {
      setProblem(messages.passwordRequired);
      input.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await unlock(password);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setUntil(Date.now() + waitOf(error));
      if (error.status !== 429) setProblem(error.status === 401 ? messages.wrongPassword : messages.authenticateFailed);
      setBusy(false);
      input.current?.select();
    }
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{
        width: '100%',
        maxWidth: 384,
        p: { xs: 3, sm: 4 },
        display: 'grid',
        gap: 2.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box>
        <LockIcon aria-hidden sx={{ fontSize: 24, color: 'primary.main' }} />
        <Typography component="h1" variant="h1" sx={{ mt: 1 }}>
          {messages.protected}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>{messages.protectedHint}</Typography>
      </Box>
      <FormControl fullWidth required error={note !== null}>
        <Box
          component="label"
          htmlFor={id}
          sx={{ mb: 0.5, fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}
        >
          {messages.password}
        </Box>
        <OutlinedInput
          id={id}
          inputRef={input}
          autoFocus
          type={shown ? 'text' : 'password'}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setProblem(null);
          }}
          slotProps={{ input: { autoComplete: 'off', 'aria-describedby': `${id}-note` } }}
          endAdornment={
            <IconButton
              size="small"
              aria-label={shown ? messages.hidePassword : messages.showPassword}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
              sx={{ mr: -0.5, ...(shown ? { color: 'primary.main' } : {}) }}
            >
              <EyeIcon />
            </IconButton>
          }
        />
        <FormHelperText id={`${id}-note`} role="alert">
          {note}
        </FormHelperText>
      </FormControl>
      <Button type="submit" variant="contained" color="primary" disabled={busy || wait > 0} sx={{ minHeight: 40 }}>
        {busy ? messages.accessing : messages.access}
      </Button>
    </Box>
  );
}
