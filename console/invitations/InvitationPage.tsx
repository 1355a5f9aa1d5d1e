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
import type { UserAnswer } from '../../query-service/contract/answers/account.ts';
import type { InvitationAnswer } from '../../query-service/contract/answers/teams.ts';
import { messages as frameWords } from '../app/shell/messages.ts';
import { ApiError, get, send } from '../platform/api/client.ts';
import { useSession } from '../session/current-user.ts';
import { SignInMethods } from '../session/SignInMethods.tsx';
import { PERMISSION_LABELS } from '../teams/messages.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, LiveIcon, MailIcon, SearchIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/Logo.tsx';
import { pageTitle } from '../ui/page-title.ts';
import { ThemeToggle } from '../ui/theme/ThemeToggle.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { formatAccess, messages, otherAddress } from './messages.ts';
import { forgetInvitation, isRemembered, rememberInvitation } from './pending-invitation.ts';

/** How long the success message shows before the page goes to /teams. */
const LEAD_ON_MS = 2_000;

function Page({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{pageTitle(messages.title)}</title>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, md: 3 }, height: 56 }}>
        <Logo />
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
    [messages.team, team.name],
    [messages.email, invitation.email],
    [messages.permission, PERMISSION_LABELS[invitation.permission]],
  ] as const;
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Typography component="h1" variant="h1">
        {messages.invited}
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
        {messages.otherTitle}
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
        {messages.signOut}
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
      notify(messages.welcome, { lines: [messages.welcomeHint] });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : messages.wentWrong;
      setJoining({ state: 'failed', message, other: error instanceof ApiError && error.code === 'other-address' });
      notify(messages.acceptFailed, { lines: [message], severity: 'destructive' });
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
          {messages.welcome}
        </Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
          {messages.welcomeHint}. {messages.leading}
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
          {messages.acceptFailed}. {joining.message}
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
        {joining.state === 'joining' ? messages.accepting : messages.accept}
      </Button>
      <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
        {formatAccess(permission)}
      </Typography>
    </>
  );
}

export function InvitePage() {
  const { token = '' } = useParams();
  const { data: user } = useSession();
  const path = `/api/invitations/${encodeURIComponent(token)}`;
  const { data, error, mutate } = useSWR<InvitationAnswer, ApiError>(path, get<InvitationAnswer>);

  if (data === undefined) {
    if (error === undefined)
      return (
        <Page>
          <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, pt: 8 }}>
            <CircularProgress size={24} thickness={4} aria-hidden />
            <Typography sx={{ color: 'text.secondary' }}>{messages.loading}</Typography>
          </Box>
        </Page>
      );
    const missing = error.status === 404;
    return (
      <Page>
        <EmptyState
          level="h1"
          icon={missing ? <SearchIcon /> : <AlertIcon />}
          title={missing ? messages.notFound : messages.failed}
          action={
            missing ? (
              <Button component={Link} to="/">
                {messages.toDashboard}
              </Button>
            ) : (
              <Button onClick={() => void mutate()}>{messages.retry}</Button>
            )
          }
        >
          {missing ? messages.notFoundHint : error.message}
        </EmptyState>
      </Page>
    );
  }
  if (data.invitation.status === 'accepted') {
    return (
      <Page>
        <EmptyState
          level="h1"
          icon={<MailIcon />}
          title={messages.accepted}
          action={
            <Button component={Link} to="/teams">
              {messages.toTeams}
            </Button>
          }
        >
          {messages.acceptedHint}
        </EmptyState>
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
