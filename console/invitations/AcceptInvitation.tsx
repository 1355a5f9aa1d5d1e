/** Accepts an invitation: signed in with the invited address, with another one, or not at all. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UserAnswer } from '../../query-service/contract/answers/account.ts';
import type { InvitationAnswer } from '../../query-service/contract/answers/teams.ts';
import { navigator } from '../platform/address/history.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { SignInMethods } from '../session/SignInMethods.tsx';
import { LiveIcon } from '../ui/layout/icons.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { format, messages } from './messages.ts';
import { forgetInvitation, isPendingInvitation, rememberInvitation } from './pending-invitation.ts';

/** How often the page tries again while the server cannot answer yet. */
const RETRIES = 5;

/** How long the success message shows before the page goes to /teams. */
const LEAD_ON_MS = 2_000;

export function SignInToAccept({ token }: { token: string }) {
  const returnTo = `/invite/${encodeURIComponent(token)}`;
  return (
    <>
      <Typography component="h2" variant="h2">
        {messages.signInRequired}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, mb: 2, color: 'text.secondary' }}>
        {messages.signInHint} <SignInMethods />.
      </Typography>
      <Button
        fullWidth
        variant="contained"
        color="primary"
        href={`/api/login?returnTo=${encodeURIComponent(returnTo)}`}
        onClick={() => rememberInvitation(localStorage, token)}
        sx={{ minHeight: 40 }}
      >
        {messages.signIn}
      </Button>
    </>
  );
}

function WrongAccount({ answer, user, token }: { answer: InvitationAnswer; user: UserAnswer; token: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async () => {
    try {
      await send('POST', '/api/logout');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) {
        setProblem(error.message);
        return;
      }
    }
    rememberInvitation(localStorage, token);
    window.location.assign(`/api/login?returnTo=${encodeURIComponent(`/invite/${encodeURIComponent(token)}`)}`);
  };
  return (
    <>
      <Typography component="h2" variant="h2">
        {messages.otherTitle}
      </Typography>
      <Typography sx={{ mt: 0.5, mb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {format('wrongAccount', { invited: answer.invitation.email, signedIn: user.email })}
      </Typography>
      {problem !== null && (
        <Alert role="alert" severity="error" variant="outlined" icon={false} sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <Button fullWidth onClick={() => void signOut()} sx={{ minHeight: 40 }}>
        {messages.signOut}
      </Button>
    </>
  );
}

type Joining =
  | { readonly state: 'idle' | 'joining' | 'waiting' | 'joined' }
  | { readonly state: 'failed'; readonly message: string; readonly other: boolean };

/** Accepts the invitation. Tries again if the server asks for that: it may know the invitation only in a moment. */
async function accept(token: string, onWait: () => void): Promise<void> {
  for (let left = RETRIES; ; left--) {
    try {
      await send('POST', '/api/invitations/:token/accept', { params: { token }, body: {} });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || error.retryAfter === null || left === 0) throw error;
      const ms = error.retryAfter * 1_000;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}

export function AcceptInvitation({
  answer,
  user,
  token,
}: {
  answer: InvitationAnswer;
  user: UserAnswer;
  token: string;
}) {
  const [joining, setJoining] = useState<Joining>({ state: 'idle' });
  const began = useRef(false);
  const { email, permission } = answer.invitation;
  // The answer may be older than the sign-in.
  const meant = answer.forYou || email.toLowerCase() === user.email.toLowerCase();

  const join = useCallback(async () => {
    setJoining({ state: 'joining' });
    try {
      await accept(token, () => setJoining({ state: 'waiting' }));
      forgetInvitation(localStorage);
      setJoining({ state: 'joined' });
      notify(messages.welcome, { lines: [messages.welcomeHint] });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : messages.wentWrong;
      setJoining({ state: 'failed', message, other: error instanceof ApiError && error.code === 'other-address' });
      notify(messages.acceptFailed, { lines: [message], severity: 'destructive' });
    }
  }, [token]);

  useEffect(() => {
    if (began.current || !meant || !isPendingInvitation(localStorage, token)) return;
    began.current = true;
    void join();
  }, [join, meant, token]);

  useEffect(() => {
    if (joining.state !== 'joined') return;
    const lead = setTimeout(() => navigator.replace('/teams'), LEAD_ON_MS);
    return () => clearTimeout(lead);
  }, [joining.state]);

  if (joining.state === 'joined') {
    return (
      <Box role="status">
        <Typography component="h2" variant="h2" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <LiveIcon aria-hidden sx={{ color: 'success.main' }} />
          {messages.welcome}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
          {messages.welcomeHint}. {messages.leading}
        </Typography>
      </Box>
    );
  }
  const isJoining = joining.state === 'joining' || joining.state === 'waiting';
  if (!meant || (joining.state === 'failed' && joining.other))
    return <WrongAccount answer={answer} user={user} token={token} />;
  return (
    <>
      {joining.state === 'failed' && (
        <Alert role="alert" severity="error" variant="outlined" icon={false} sx={{ mb: 2 }}>
          {messages.acceptFailed}. {joining.message}
        </Alert>
      )}
      <Button
        fullWidth
        variant="contained"
        color="primary"
        disabled={isJoining}
        onClick={() => void join()}
        sx={{ minHeight: 40 }}
      >
        {isJoining ? messages.accepting : messages.accept}
      </Button>
      <Typography role="status" variant="body2" sx={{ mt: joining.state === 'waiting' ? 1.5 : 0 }}>
        {joining.state === 'waiting' && messages.waiting}
      </Typography>
      <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
        {format('access', { permission })}
      </Typography>
    </>
  );
}
