/** One channel: its state and what to do about it, its commands, and its deliveries. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ChannelAnswer } from '../../query-service/contract/answers/channels.ts';
import { usePast } from '../platform/address/as-of.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { pathTo, send } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Section } from '../ui/layout/Section.tsx';
import { messages as common } from '../ui/messages.ts';
import { ExactTime } from '../ui/text/ExactTime.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { ChannelState } from './ChannelState.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { element, format, formatAttempt, messages } from './messages.ts';
import { revalidateChannels, useChannelCommand } from './use-channel-command.ts';

interface ChannelDetailsProps {
  readonly channel: ChannelAnswer;
  readonly showSecret: (secret: string | null) => void;
}

export function ChannelDetails({ channel, showSecret }: ChannelDetailsProps) {
  const { id, teamId, name, kind, host, pausedBecause, failingSince, oldSecretUntil, revision } = channel;
  const params = { id };
  const isPaused = pausedBecause !== null;
  const { open } = useOverlay();
  const past = usePast();
  const { busy, run } = useChannelCommand();
  const [tested, setTested] = useState<string>();
  const [asked, ask] = useState<'newSecret' | 'remove' | null>(null);
  const rules =
    useAnswer(asked === 'remove' ? pathTo('/api/alert-rules', { query: { teamId } }) : null).data?.rules ?? [];
  const uses = rules.filter(({ to }) => to.kind === 'channel' && to.id === id).length;
  const confirmed = {
    newSecret: async () => showSecret((await send('POST', '/api/channels/:id/secret', { params })).secret),
    remove: () => send('DELETE', '/api/channels/:id', { params }),
  };
  const turn = () => run(() => send('PATCH', '/api/channels/:id', { params, body: { paused: !isPaused }, revision }));
  const test = () =>
    run(async () => {
      const { id: delivery, state, attempts } = await send('POST', '/api/channels/:id/test', { params });
      const arrived = state === 'delivered' || state === 'accepted';
      setTested(delivery);
      notify(messages[`test.${arrived ? state : 'failed'}`], {
        lines: attempts.slice(-1).map(formatAttempt),
        severity: arrived ? 'plain' : 'destructive',
      });
    });
  const actions = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button onClick={() => open('dialog', 'edit-channel')}>{messages.edit}</Button>
      {kind === 'webhook' && <Button onClick={() => ask('newSecret')}>{messages.newSecret}</Button>}
      <Button disabled={busy} onClick={() => void turn()}>
        {isPaused ? messages.resume : messages.pause}
      </Button>
      <Button onClick={() => ask('remove')}>{messages.remove}</Button>
      <Button variant="contained" color="primary" disabled={busy} onClick={() => void test()}>
        {messages.sendTest}
      </Button>
    </Box>
  );
  return (
    <>
      <Section title={name} hint={`${messages[`kind.${kind}`]} · ${host}`} action={!past && actions}>
        <Box sx={{ px: { xs: 2, md: 3 }, pb: 2, display: 'grid', gap: 0.5, '& p': { color: 'text.secondary' } }}>
          <ChannelState channel={channel} />
          {(isPaused || failingSince !== null) && (
            <Typography>{messages[`hint.${pausedBecause ?? 'trouble'}`]}</Typography>
          )}
          {oldSecretUntil !== null && (
            <Typography>{element('oldSecret', { time: <ExactTime at={oldSecretUntil} /> })}</Typography>
          )}
        </Box>
      </Section>
      <DeliveryLog key={tested} channelId={id} shown={tested} />
      {asked !== null && (
        <ConfirmDialog
          open
          tone={asked === 'remove' ? 'error' : 'primary'}
          title={format(`${asked}.title`, { name })}
          label={messages[asked]}
          cancel={common.cancel}
          onClose={() => ask(null)}
          onConfirm={async () => {
            await confirmed[asked]();
            ask(null);
            await revalidateChannels();
          }}
        >
          <Typography sx={{ color: 'text.secondary' }}>
            {messages[`${asked}.hint`]} {asked === 'remove' && uses > 0 && format('usedBy', { count: uses })}
          </Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
