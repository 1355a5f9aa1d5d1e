/** Whether a channel delivers, in words and with an icon. */
import Box from '@mui/material/Box';
import type { ChannelAnswer } from '../../query-service/contract/answers/channels.ts';
import { AlertIcon, LiveIcon, NotFoundIcon } from '../ui/layout/icons.tsx';
import { ExactTime } from '../ui/text/ExactTime.tsx';
import { element, messages } from './messages.ts';

export function ChannelState({ channel: { pausedBecause, failingSince } }: { channel: ChannelAnswer }) {
  const isWell = pausedBecause === null && failingSince === null;
  const Icon = isWell ? LiveIcon : pausedBecause === 'person' ? NotFoundIcon : AlertIcon;
  const color = isWell ? 'success.main' : pausedBecause === 'person' ? 'text.secondary' : 'warning.main';
  return (
    <Box component="span" sx={{ flex: '1 1 200px', display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Icon aria-hidden fontSize="small" sx={{ color }} />
      <span>
        {pausedBecause !== null && messages[`paused.${pausedBecause}`]}
        {isWell && messages.active}
        {pausedBecause === null &&
          failingSince !== null &&
          element('failingSince', { time: <ExactTime at={failingSince} /> })}
      </span>
    </Box>
  );
}
