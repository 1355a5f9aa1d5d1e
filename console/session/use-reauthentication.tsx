/** For commands that need a recent sign-in: asks for one when the server does, and leads back afterwards. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { messages } from './messages.ts';

interface Reauthentication {
  /** Runs a command. Resolves to false if the person has to sign in again first; `notice` then explains it. @throws ApiError */
  readonly run: (command: () => Promise<void>) => Promise<boolean>;
  readonly notice: ReactNode;
}

/** @param returnTo where the person continues after signing in. */
export function useReauthentication(returnTo: string): Reauthentication {
  const [message, setMessage] = useState<string | null>(null);
  const run = async (command: () => Promise<void>) => {
    setMessage(null);
    try {
      await command();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'sign-in-again') throw error;
      setMessage(error.message);
      return false;
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
  return { run, notice };
}
