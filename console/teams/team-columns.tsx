/** The columns of the table of teams. */
import Box from '@mui/material/Box';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { STATUS_LABELS } from '../links/messages.ts';
import { Count, RemovedCount, ShareOfLive } from '../links/stats/CountCells.tsx';
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
  {
    key: 'total',
    label: messages.links,
    width: 72,
    numeric: true,
    cell: ({ links }) => <Count value={links.total} />,
  },
  {
    key: 'live',
    label: STATUS_LABELS.live,
    width: 128,
    share: 15,
    cell: ({ links }) => <ShareOfLive counts={links} />,
  },
  {
    key: 'pending',
    label: STATUS_LABELS.pending,
    width: 96,
    numeric: true,
    leaves: 1,
    cell: ({ links }) => <Count value={links.pending} />,
  },
  {
    key: 'removed',
    label: STATUS_LABELS.removed,
    width: 124,
    numeric: true,
    cell: ({ links }) => <RemovedCount counts={links} />,
  },
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
