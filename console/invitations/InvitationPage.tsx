/** An invitation to a team, in all its states, signed in or not (infra/docs/product.md, "Invitations"). */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import useSWR from 'swr';
import type { InvitationAnswer } from '../../query-service/contract/answers/teams.ts';
import type { UserAnswer } from '../../query-service/contract/queries.ts';
import { words as frameWords, titleOf } from '../app/shell/messages.ts';
import { ApiError, get, send } from '../platform/api/client.ts';
import { useAuth } from '../session/current-user.ts';
import { SignInHint } from '../session/SignInMethods.tsx';
import { PERMISSION_WORDS } from '../teams/messages.ts';
import { Notice } from '../ui/EmptyState.tsx';
import { AlertIcon, LiveIcon, MailIcon, SearchIcon } from '../ui/icons.tsx';
import { Mark } from '../ui/Logo.tsx';
import { ThemeToggle } from '../ui/theme/ThemeToggle.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { accessInWords, otherAddress, words } from './messages.ts';
import { forgetInvitation, isRemembered, rememberInvitation } from './pending-invitation.ts';

/** How long the success message shows before the page goes to /teams. */
const LEAD_ON_MS = 2_000;

function Page({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{titleOf(words.title)}</title>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, md: 3 }, height: 56 }}>
        <Mark />
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', flex: 1 }}>{frameWords.product}</Typography>
        <ThemeToggle />
      </Box>
      <Box component="main" sx={{ width: '100%', maxWidth: 480, mx: 'auto', px: 2, pt: { xs: 4, md: 10 }, pb: 8 }}>
        {children}
      </Box>
    </Box>
  );
}

function InvitationCard({ answer, children }: { answer: InvitationAnswer; children: ReactNode }) {
  const { invitation, team } = answer;
  const facts = [
    [words.team, team.name],
    [words.email, invitation.email],
    [words.permission, PERMISSION_WORDS[invitation.permission]],
  ] as const;
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Typography component="h1" variant="h1">
        {words.invited}
      </Typography>
      <Box
        component="dl"
        sx={{ my: 2.5, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 1 }}
      >
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Typography>
            <Typography component="dd" dir="auto" sx={{ m: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {children}
    </Paper>
  );
}

function SignedOut({ token }: { token: string }) {
  const returnTo = `/invite/${encodeURIComponent(token)}`;
  return (
    <>
      <Typography component="h2" variant="h2">
        {words.signInRequired}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, mb: 2, color: 'text.secondary' }}>
        {words.signInHint} <SignInHint />.
      </Typography>
      <Button
        fullWidth
        variant="contained"
        color="primary"
        href={`/api/login?returnTo=${encodeURIComponent(returnTo)}`}
        onClick={() => rememberInvitation(localStorage, token)}
        sx={{ minHeight: 40 }}
      >
        {words.signIn}
      </Button>
    </>
  );
}

function OtherAddress({ answer, user, token }: { answer: InvitationAnswer; user: UserAnswer; token: string }) {
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
        {words.otherTitle}
      </Typography>
      <Typography sx={{ mt: 0.5, mb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {otherAddress(answer.invitation.email, user.email)}
      </Typography>
      {problem !== null && (
        <Alert role="alert" severity="error" variant="outlined" icon={false} sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <Button fullWidth onClick={() => void signOut()} sx={{ minHeight: 40 }}>
        {words.signOut}
      </Button>
    </>
  );
}

type Joining =
  | { readonly state: 'idle' | 'joining' | 'joined' }
  | { readonly state: 'failed'; readonly message: string; readonly other: boolean };

function SignedIn({ answer, user, token }: { answer: InvitationAnswer; user: UserAnswer; token: string }) {
  const navigate = useNavigate();
  const [joining, setJoining] = useState<Joining>({ state: 'idle' });
  const began = useRef(false);
  const { email, permission } = answer.invitation;
  const meant = email.toLowerCase() === user.email.toLowerCase();

  const join = useCallback(async () => {
    setJoining({ state: 'joining' });
    try {
      await send('POST', `/api/invitations/${encodeURIComponent(token)}/accept`, { body: {} });
      forgetInvitation(localStorage);
      setJoining({ state: 'joined' });
      notify(words.welcome, { lines: [words.welcomeHint] });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : words.wentWrong;
      setJoining({ state: 'failed', message, other: error instanceof ApiError && error.code === 'other-address' });
      notify(words.acceptFailed, { lines: [message], tone: 'destructive' });
    }
  }, [token]);

  useEffect(() => {
    if (began.current || !meant || !isRemembered(localStorage, token)) return;
    began.current = true;
    void join();
  }, [join, meant, token]);

  useEffect(() => {
    if (joining.state !== 'joined') return;
    const lead = setTimeout(() => void navigate('/teams', { replace: true }), LEAD_ON_MS);
    return () => clearTimeout(lead);
  }, [joining.state, navigate]);

  if (joining.state === 'joined') {
    return (
      <Box role="status">
        <Typography component="h2" variant="h2" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <LiveIcon aria-hidden sx={{ color: 'success.main' }} />
          {words.welcome}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
          {words.welcomeHint}. {words.leading}
        </Typography>
      </Box>
    );
  }
  if (!meant || (joining.state === 'failed' && joining.other))
    return <OtherAddress answer={answer} user={user} token={token} />;
  return (
    <>
      {joining.state === 'failed' && (
        <Alert role="alert" severity="error" variant="outlined" icon={false} sx={{ mb: 2 }}>
          {words.acceptFailed}. {joining.message}
        </Alert>
      )}
      <Button
        fullWidth
        variant="contained"
        color="primary"
        disabled={joining.state === 'joining'}
        onClick={() => void join()}
        sx={{ minHeight: 40 }}
      >
        {joining.state === 'joining' ? words.accepting : words.accept}
      </Button>
      <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
        {accessInWords(permission)}
      </Typography>
    </>
  );
}

export function InvitePage() {
  const { token = '' } = useParams();
  const { data: user } = useAuth();
  const path = `/api/invitations/${encodeURIComponent(token)}`;
  const { data, error, mutate } = useSWR<InvitationAnswer, ApiError>(path, get<InvitationAnswer>);

  if (data === undefined) {
    if (error === undefined)
      return (
        <Page>
          <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, pt: 8 }}>
            <CircularProgress size={24} thickness={4} aria-hidden />
            <Typography sx={{ color: 'text.secondary' }}>{words.loading}</Typography>
          </Box>
        </Page>
      );
    const missing = error.status === 404;
    return (
      <Page>
        <Notice
          level="h1"
          icon={missing ? <SearchIcon /> : <AlertIcon />}
          title={missing ? words.notFound : words.failed}
          action={
            missing ? (
              <Button component={Link} to="/">
                {words.toDashboard}
              </Button>
            ) : (
              <Button onClick={() => void mutate()}>{words.retry}</Button>
            )
          }
        >
          {missing ? words.notFoundHint : error.message}
        </Notice>
      </Page>
    );
  }
  if (data.invitation.status === 'accepted') {
    return (
      <Page>
        <Notice
          level="h1"
          icon={<MailIcon />}
          title={words.accepted}
          action={
            <Button component={Link} to="/teams">
              {words.toTeams}
            </Button>
          }
        >
          {words.acceptedHint}
        </Notice>
      </Page>
    );
  }
  return (
    <Page>
      <InvitationCard answer={data}>
        {user ? <SignedIn answer={data} user={user} token={token} /> : <SignedOut token={token} />}
      </InvitationCard>
    </Page>
  );
}
