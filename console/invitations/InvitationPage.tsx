/** An invitation to a team, in all its states, signed in or not (infra/docs/product.md, "Invitations"). */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import useSWR from 'swr';
import type { InvitationAnswer } from '../../query-service/contract/answers/teams.ts';
import { type ApiError, get } from '../platform/api/client.ts';
import { useSession } from '../session/current-user.ts';
import { PERMISSION_LABELS } from '../teams/messages.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, MailIcon, SearchIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/Logo.tsx';
import { messages as common } from '../ui/messages.ts';
import { pageTitle } from '../ui/page-title.ts';
import { ThemeToggle } from '../ui/theme/ThemeToggle.tsx';
import { AcceptInvitation, SignInToAccept } from './AcceptInvitation.tsx';
import { messages } from './messages.ts';

function Page({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{pageTitle(messages.title)}</title>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, md: 3 }, height: 56 }}>
        <Logo />
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', flex: 1 }}>{common.product}</Typography>
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

export function InvitationPage() {
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
        {user ? <AcceptInvitation answer={data} user={user} token={token} /> : <SignInToAccept token={token} />}
      </InvitationCard>
    </Page>
  );
}
