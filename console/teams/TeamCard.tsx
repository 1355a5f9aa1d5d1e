/** One team in the list: its name, members, links and menu. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { messages as linkMessages } from '../links/messages.ts';
import { StatusBar } from '../links/stats/StatusBar.tsx';
import { teamPath } from '../platform/address/page-paths.ts';
import { formatLiveShare } from '../platform/format/counts.ts';
import { CardTitle } from '../ui/lists/CardTitle.tsx';
import { CARD } from '../ui/lists/card-styles.ts';
import { formatMembership } from './messages.ts';
import { TeamAvatars } from './TeamAvatars.tsx';
import { TeamMenu } from './TeamMenu.tsx';

export function TeamCard({ team }: { team: TeamAnswer }) {
  return (
    <Box component="li" sx={{ ...CARD, justifyContent: 'space-between', gap: 1.5, minHeight: 164 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <CardTitle to={teamPath(team.id)}>{team.name}</CardTitle>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {formatMembership(team)}
          </Typography>
        </Box>
        <Box sx={{ position: 'relative', mt: -0.5, mr: -0.75 }}>
          <TeamMenu team={team} />
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <StatusBar counts={team.links} />
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {team.links.total === 0 ? linkMessages.noLinksYet : formatLiveShare(team.links)}
        </Typography>
        <TeamAvatars team={team} />
      </Box>
    </Box>
  );
}
