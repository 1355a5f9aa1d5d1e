/** A team's members at a glance: four avatars, then how many more. */
import Box from '@mui/material/Box';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { formatNumber } from '../platform/format/counts.ts';
import { displayNameOf } from '../users/display-name.ts';
import { UserAvatar } from '../users/UserAvatar.tsx';
import { formatPeople } from './messages.ts';
import { peopleOf } from './queries.ts';

const MOST = 4;

export function TeamAvatars({ team }: { team: TeamAnswer }) {
  const people = peopleOf(team);
  const shown = people.slice(0, MOST);
  const more = people.length - shown.length;
  return (
    <Box
      role="img"
      aria-label={formatPeople(shown.map(displayNameOf), more)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        '& > *': { boxShadow: '0 0 0 2px var(--mui-palette-background-paper)' },
        '& > * + *': { ml: -0.25 },
      }}
    >
      {shown.map((person) => (
        <UserAvatar key={person.id} person={person} />
      ))}
      {more > 0 && (
        <Box
          component="span"
          sx={{
            display: 'grid',
            placeContent: 'center',
            minWidth: 28,
            height: 28,
            px: 0.75,
            borderRadius: 14,
            fontSize: '0.6875rem',
            fontWeight: 600,
            color: 'text.secondary',
            bgcolor: 'background.sunken',
          }}
        >
          +{formatNumber(more)}
        </Box>
      )}
    </Box>
  );
}
