/** One team in the list: its name, members, links and menu. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { messages as linkMessages } from '../links/messages.ts';
import { StatusBar } from '../links/stats/StatusBar.tsx';
import { teamPath } from '../platform/address/page-paths.ts';
import { formatLiveShare } from '../platform/format/counts.ts';
import { CARD, WHOLE_CARD } from '../ui/lists/card-styles.ts';
import { formatMembership } from './messages.ts';
import { TeamAvatars } from './TeamAvatars.tsx';
import { TeamMenu } from './TeamMenu.tsx';

export function TeamCard({ team }: { team: TeamAnswer }) {
  return (
    <Box component="li" sx={{ ...CARD, justifyContent: 'space-between', gap: 1.5, minHeight: 164 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="h2" variant="h2">
            <Link
              component={RouterLink}
              to={teamPath(team.id)}
              color="inherit"
              underline="none"
              title={team.name}
              dir="auto"
              sx={WHOLE_CARD}
            >
              {team.name}
            </Link>
          </Typography>
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
