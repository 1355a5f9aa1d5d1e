/** The warnings of a link: as a mark beside its status, and in sentences. */
import Box from '@mui/material/Box';
import type { WarningAnswer } from '../../query-service/contract/answers/links.ts';
import { AlertIcon } from '../ui/layout/icons.tsx';
import { format } from './messages.ts';
import { formatWarning } from './reasons.ts';

interface WarningsProps {
  readonly warnings: readonly WarningAnswer[];
}

/** An icon whose name and tooltip are the warnings; nothing without any. */
export function WarningMark({ warnings }: WarningsProps) {
  if (warnings.length === 0) return null;
  const text = warnings.map(formatWarning).join('\n');
  return (
    <Box component="span" title={text} sx={{ display: 'inline-flex', flexShrink: 0 }}>
      <AlertIcon
        role="img"
        aria-hidden={false}
        aria-label={`${format('warnings', { count: warnings.length })}: ${text}`}
        sx={{ fontSize: 16, color: 'warning.main' }}
      />
    </Box>
  );
}

/** Each warning in a sentence; nothing without any. */
export function WarningList({ warnings }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={format('warnings', { count: warnings.length })}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', rowGap: 0.5 }}
    >
      {warnings.map((warning) => (
        <Box component="li" key={warning.code} sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.75 }}>
          <AlertIcon aria-hidden sx={{ fontSize: 16, mt: '2px', flexShrink: 0, color: 'warning.main' }} />
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {formatWarning(warning)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
