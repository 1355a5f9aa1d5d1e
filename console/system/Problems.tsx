/** Problems of the installation, each with advice. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { SystemProblemAnswer } from '../../query-service/contract/answers/system.ts';
import { AlertIcon, LiveIcon, RemovedIcon } from '../ui/layout/icons.tsx';
import { SectionList } from '../ui/layout/Section.tsx';
import { LEVEL_LABELS, messages, translateProblem } from './messages.ts';

const ROW = { display: 'flex', gap: 1.5, px: { xs: 2, md: 3 }, py: 1.5 } as const;

function Problem({ problem: { level, message, advice } }: { problem: SystemProblemAnswer }) {
  const Icon = level === 'error' ? RemovedIcon : AlertIcon;
  return (
    <Box component="li" sx={{ ...ROW, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Icon
        titleAccess={LEVEL_LABELS[level]}
        sx={{ mt: '1px', color: level === 'error' ? 'error.main' : 'warning.main' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{translateProblem(message)}</Typography>
        {advice !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {translateProblem(advice)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

export function Problems({ problems }: { problems: readonly SystemProblemAnswer[] }) {
  return (
    <Paper component="section" variant="outlined" aria-label={messages.problems}>
      {problems.length === 0 ? (
        <Box sx={ROW}>
          <LiveIcon aria-hidden sx={{ mt: '1px', color: 'success.main' }} />
          <Typography sx={{ fontWeight: 500 }}>{messages.noProblems}</Typography>
        </Box>
      ) : (
        <SectionList label={messages.problems}>
          {problems.map((problem) => (
            <Problem key={problem.message} problem={problem} />
          ))}
        </SectionList>
      )}
    </Paper>
  );
}
