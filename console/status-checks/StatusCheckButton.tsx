/** The Run Status Check button: progress while it runs, and on the free plan the time until the next one. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { exact } from '../platform/format/dates.ts';
import { Hint } from '../ui/ActionTooltip.tsx';
import { RecheckIcon } from '../ui/icons.tsx';
import { useNow } from '../ui/RelativeTime.tsx';
import { countdown } from './format-countdown.ts';
import { checkingInWords, words } from './messages.ts';
import { useNextCheck } from './queries.ts';
import { offerUpgrade } from './upgrade-prompt.ts';
import { useStatusCheck } from './use-status-check.ts';

interface StatusCheckButtonProps {
  /** Whose links are checked; null: one's own. */
  readonly teamId?: string | null;
  /** Why whoever is signed in may not run one. */
  readonly refusal?: string | undefined;
}

export function StatusCheckButton({ teamId = null, refusal }: StatusCheckButtonProps) {
  const now = useNow();
  const { run, known, starting, start } = useStatusCheck(teamId);
  const { nextCheckDate = null } = useNextCheck(teamId);
  const running = run?.state === 'running' ? run : null;
  const left = running === null ? countdown(nextCheckDate, now) : null;
  const busy = starting || running !== null || !known;
  const share = running === null || running.total === 0 ? 0 : (running.done / running.total) * 100;

  const press = () => {
    if (busy || refusal !== undefined) return;
    if (left !== null) offerUpgrade();
    else void start();
  };

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
      {left !== null && nextCheckDate !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.nextCheckIn}{' '}
          <time dateTime={nextCheckDate} title={exact(nextCheckDate)}>
            {left}
          </time>
        </Typography>
      )}
      <Hint reason={refusal ?? null}>
        <Button
          // Not `disabled`: the button keeps the focus, and says why it does nothing.
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
          {starting ? words.starting : running === null ? words.run : checkingInWords(running)}
        </Button>
      </Hint>
    </Box>
  );
}
