/** The channels of a team, by default of the first that the person manages; the address says which channel is open. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import { Link } from 'react-router';
import type { ChannelAnswer } from '../../query-service/contract/answers/channels.ts';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useTeams, useTeamsFailure } from '../session/my-teams.ts';
import { isAllowed } from '../session/permissions.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { ChevronLeftIcon, MoveIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, SectionList } from '../ui/layout/Section.tsx';
import { RowLink } from '../ui/lists/RowLink.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { ChannelDetails } from './ChannelDetails.tsx';
import { ChannelState } from './ChannelState.tsx';
import { element, format, messages } from './messages.ts';

const ChannelDialog = lazy(async () => ({ default: (await import('./ChannelDialog.tsx')).ChannelDialog }));
const ShownOnce = lazy(async () => ({ default: (await import('../ui/forms/ShownOnce.tsx')).ShownOnce }));

function ChannelRow({ channel }: { channel: ChannelAnswer }) {
  const { id, teamId, name, kind, host, waiting, lastDeliveredAt } = channel;
  const taken = kind === 'teams' ? 'accepted' : 'delivered';
  return (
    <Box
      component="li"
      sx={{
        ...SECTION_ROW,
        position: 'relative',
        '&:first-of-type': { borderTop: 0 },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box sx={{ flex: '2 1 240px', minWidth: 0 }}>
        <RowLink to={`/channels?${new URLSearchParams({ team: teamId, channel: id })}`}>{name}</RowLink>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {messages[`kind.${kind}`]} · {host}
        </Typography>
      </Box>
      <ChannelState channel={channel} />
      <Typography variant="body2" sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
        {lastDeliveredAt === null
          ? messages[`never.${taken}`]
          : element(`last.${taken}`, { time: <RelativeTime at={lastDeliveredAt} /> })}
        {waiting > 0 && ` · ${format('waiting', { count: waiting })}`}
      </Typography>
    </Box>
  );
}

export function ChannelsPage() {
  const { params, open } = useOverlay();
  const teams = useTeams();
  const teamId = params.get('team') ?? teams?.find((each) => isAllowed('EditChannels', each))?.id ?? '';
  const dialog = params.get('dialog');
  const [secret, showSecret] = useState<string | null>(null);
  const failure = useTeamsFailure();
  const isTeamUnknown = teamId === '' && teams === undefined && failure === null;
  const path = isTeamUnknown ? null : pathTo('/api/channels', { query: { teamId } });
  // Deliveries are not events, so nobody reports them.
  const channels = useAnswer(path, { refreshInterval: 5_000 });
  const team = teams?.find(({ id }) => id === teamId);
  const chosen = channels.data?.find(({ id }) => id === params.get('channel')) ?? null;
  const edited = dialog === 'edit-channel' ? chosen : null;
  const add = team !== undefined && (
    <OnlyToday>
      <Button variant="contained" color="primary" onClick={() => open('dialog', 'add-channel')}>
        {messages.add}
      </Button>
    </OnlyToday>
  );
  return (
    <PageLayout title={messages.channels} note={team?.name} action={channels.data?.length && !chosen ? add : undefined}>
      {chosen !== null ? (
        <>
          <Box>
            <Button component={Link} to={`/channels?team=${teamId}`} startIcon={<ChevronLeftIcon />}>
              {messages.all}
            </Button>
          </Box>
          <ChannelDetails key={chosen.id} channel={chosen} showSecret={showSecret} />
        </>
      ) : (
        <QueryState query={channels} failed={messages.fetchFailed}>
          {(rows) => (
            <Paper variant="outlined">
              {rows.length === 0 ? (
                <EmptyState icon={<MoveIcon />} title={messages.none} action={add}>
                  {messages.noneHint}
                </EmptyState>
              ) : (
                <SectionList label={messages.channels}>
                  {rows.map((channel) => (
                    <ChannelRow key={channel.id} channel={channel} />
                  ))}
                </SectionList>
              )}
            </Paper>
          )}
        </QueryState>
      )}
      <OnlyToday>
        <LazyBoundary>
          {(dialog === 'add-channel' || (dialog === 'edit-channel' && chosen)) && (
            <ChannelDialog key={dialog} teamId={teamId} channel={edited} showSecret={showSecret} />
          )}
          {secret !== null && (
            <ShownOnce
              title={messages.secretTitle}
              intro={messages.shownOnce}
              label={messages.secret}
              value={secret}
              usage={element('verify', { header: <code>webhook-signature</code> })}
              onDone={() => showSecret(null)}
            />
          )}
        </LazyBoundary>
      </OnlyToday>
    </PageLayout>
  );
}
