/** The Run Status Check button: progress while it runs, and on the free plan the time until the next one. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { formatExact } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { ActionTooltip } from '../ui/ActionTooltip.tsx';
import { RecheckIcon } from '../ui/icons.tsx';
import { formatCountdown } from './format-countdown.ts';
import { formatChecking, messages } from './messages.ts';
import { useNextCheck } from './queries.ts';
import { promptUpgrade } from './upgrade-prompt.ts';
import { useStatusCheck } from './use-status-check.ts';

interface StatusCheckButtonProps {
  /** Whose links are checked; null: one's own. */
  readonly teamId?: string | null;
  /** Why the signed-in person may not run one. */
  readonly refusal?: string | undefined;
}

export function StatusCheckButton({ teamId = null, refusal }: StatusCheckButtonProps) {
  const now = useNow();
  const { run, known, starting, start } = useStatusCheck(teamId);
  const { nextCheckDate = null } = useNextCheck(teamId);
  const running = run?.state === 'running' ? run : null;
  const left = running === null ? formatCountdown(nextCheckDate, now) : null;
  const busy = starting || running !== null || !known;
  const share = running === null || running.total === 0 ? 0 : (running.done / running.total) * 100;

  const press = () => {
    if (busy || refusal !== undefined) return;
    if (left !== null) promptUpgrade(teamId);
    else void start();
  };

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
      {left !== null && nextCheckDate !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {messages.nextCheckIn}{' '}
          <time dateTime={nextCheckDate} title={formatExact(nextCheckDate)}>
            {left}
          </time>
        </Typography>
      )}
      <ActionTooltip reason={refusal ?? null}>
        <Button
          // Not `disabled`: the button keeps the focus and explains why it does nothing.
          aria-busy={running !== null}
          aria-disabled={busy || refusal !== undefined}
          onClick={press}
          sx={refusal === undefined ? {} : { opacity: 0.6 }}
          startIcon={
            running === null ? (
              <RecheckIcon aria-hidden />
            ) : (
              <CircularProgress
                variant="determinate"
                enableTrackSlot
                value={share}
                size={16}
                thickness={6}
                aria-hidden
              />
            )
          }
        >
          {starting ? messages.starting : running === null ? messages.run : formatChecking(running)}
        </Button>
      </ActionTooltip>
    </Box>
  );
}
