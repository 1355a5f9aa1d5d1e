/** What is for who signed in lately: says so where the server does, and leads to where that is done and back. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { messages } from './messages.ts';

interface Reauthentication {
  /** Does what is asked; where the person has to sign in again first, `notice` says so afterwards. @throws ApiError */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  readonly notice: ReactNode;
}

/** @param returnTo where the person comes back to. */
export function useReauthentication(returnTo: string): Reauthentication {
  const [message, setMessage] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setMessage(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'sign-in-again') throw error;
      setMessage(error.message);
    }
  };
  const notice = message !== null && (
    <Alert role="alert" severity="info" variant="outlined" icon={false}>
      {message}
      <Button
        href={`/api/login?again=1&returnTo=${encodeURIComponent(returnTo)}`}
        variant="contained"
        color="primary"
        sx={{ display: 'flex', width: 'fit-content', mt: 1.5 }}
      >
        {messages.signInAgain}
      </Button>
    </Alert>
  );
  return { run: attempt, notice };
}
