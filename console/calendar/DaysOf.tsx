/** Says which days the dates of a list are; nothing for days of UTC, as everywhere else. */
import Typography from '@mui/material/Typography';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useTeams } from '../session/my-teams.ts';
import { format, formatZone } from './messages.ts';

export function DaysOf({ teamId }: { readonly teamId: string | null }) {
  const team = useTeams(teamId !== null)?.find(({ id }) => id === teamId);
  const { data: settings } = useAnswer(teamId === null ? pathTo('/api/user/settings') : null);
  const zone = (team ?? settings)?.calendar.timeZone ?? 'UTC';
  if (zone === 'UTC') return null;
  return (
    <Typography variant="caption" sx={{ display: 'block', mt: 1, color: 'text.secondary' }}>
      {format('daysOf', { zone: formatZone(zone) })}
    </Typography>
  );
}
