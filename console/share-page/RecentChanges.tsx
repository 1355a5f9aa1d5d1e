/** What happened in the last 30 days, in a line. */
import Box from '@mui/material/Box';
import type { RecentChangesAnswer } from '../../query-service/contract/answers/shares.ts';
import { format, messages } from './messages.ts';
import { StatusIcon } from './SharedStatus.tsx';

const KINDS = [
  ['wentLive', 'live'],
  ['lost', 'lost'],
  ['cameBack', 'live'],
] as const;

interface RecentChangesProps {
  readonly recent: RecentChangesAnswer;
  /** The formatted day of a snapshot; null: today. */
  readonly day: string | null;
}

export function RecentChanges({ recent, day }: RecentChangesProps) {
  const label = day === null ? messages.recent : format('recentOf', { day });
  const happened = KINDS.filter(([kind]) => recent[kind] > 0);
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, fontSize: '0.875rem' }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      {happened.map(([kind, status]) => (
        <Box key={kind} component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontWeight: 500 }}>
          <StatusIcon status={status} />
          {format(`recent.${kind}`, { count: recent[kind] })}
        </Box>
      ))}
      {happened.length === 0 && <span>{messages['recent.none']}</span>}
    </Box>
  );
}
