/** The columns of the table of teams. */
import Box from '@mui/material/Box';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { countColumns } from '../links/stats/CountCells.tsx';
import { teamPath } from '../platform/address/page-paths.ts';
import { RowLink } from '../ui/lists/RowLink.tsx';
import type { RowColumn } from '../ui/lists/RowTable.tsx';
import { formatMembership, messages } from './messages.ts';
import { TeamAvatars } from './TeamAvatars.tsx';
import { TeamMenu } from './TeamMenu.tsx';

export const TEAM_COLUMNS: readonly RowColumn<TeamAnswer>[] = [
  {
    key: 'name',
    label: messages.team,
    cell: (team) => (
      <>
        <RowLink to={teamPath(team.id)}>{team.name}</RowLink>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{formatMembership(team)}</Box>
      </>
    ),
  },
  {
    key: 'members',
    label: messages.membersTitle,
    width: 172,
    leaves: 2,
    cell: (team) => <TeamAvatars team={team} />,
  },
  ...countColumns<TeamAnswer>(messages.links, 15, ({ links }) => links),
  {
    key: 'menu',
    label: messages.actions,
    width: 84,
    numeric: true,
    cell: (team) => (
      // Above the link that covers the row.
      <Box component="span" sx={{ position: 'relative' }}>
        <TeamMenu team={team} />
      </Box>
    ),
  },
];
