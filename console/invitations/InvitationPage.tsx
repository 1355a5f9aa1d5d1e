/** The page of an invitation, for signed-in and signed-out visitors (infra/docs/product.md, "Invitations"). */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { InvitationAnswer } from '../../query-service/contract/answers/teams.ts';
import { publicIdFromPath } from '../platform/address/page-paths.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useSession } from '../session/current-user.ts';
import { PERMISSION_LABELS } from '../teams/messages.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { MailIcon, SearchIcon } from '../ui/layout/icons.tsx';
import { LoadFailure } from '../ui/pages/LoadFailure.tsx';
import { PublicLoading, PublicPage } from '../ui/pages/PublicPage.tsx';
import { pageTitle } from '../ui/text/page-title.ts';
import { AcceptInvitation, SignInToAccept } from './AcceptInvitation.tsx';
import { messages } from './messages.ts';

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

function Content({ token }: { token: string }) {
  const { data: user } = useSession();
  const { data, error, mutate } = useAnswer(pathTo('/api/invitations/:token', { params: { token } }));
  if (data !== undefined && data.invitation.status !== 'accepted') {
    return (
      <InvitationCard answer={data}>
        {user ? <AcceptInvitation answer={data} user={user} token={token} /> : <SignInToAccept token={token} />}
      </InvitationCard>
    );
  }
  if (data !== undefined) {
    return (
      <EmptyState
        level="h1"
        icon={<MailIcon />}
        title={messages.accepted}
        action={<Button href="/teams">{messages.toTeams}</Button>}
      >
        {messages.acceptedHint}
      </EmptyState>
    );
  }
  if (error !== undefined) {
    const action = <Button href="/">{messages.toDashboard}</Button>;
    return (
      <LoadFailure
        level="h1"
        error={error}
        missing={{ icon: <SearchIcon />, title: messages.notFound, hint: messages.notFoundHint, action }}
        failed={messages.failed}
        retry={mutate}
      />
    );
  }
  return <PublicLoading>{messages.loading}</PublicLoading>;
}

export function InvitationPage() {
  const token = publicIdFromPath(window.location.pathname);
  return (
    <PublicPage maxWidth={480}>
      <title>{pageTitle(messages.title)}</title>
      <Content token={token} />
    </PublicPage>
  );
}
