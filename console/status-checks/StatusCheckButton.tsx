/** The Run Status Check button: the number of links, progress while it runs, on the free plan the time until the next. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatNumber } from '../platform/format/counts.ts';
import { formatExact } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { ActionTooltip } from '../ui/feedback/ActionTooltip.tsx';
import { RecheckIcon } from '../ui/layout/icons.tsx';
import { formatCountdown } from './format-countdown.ts';
import { element, format, formatChecking, messages } from './messages.ts';
import { type LinksToCheck, useStatusCheck } from './use-status-check.ts';

interface StatusCheckButtonProps extends LinksToCheck {
  /** Why the signed-in person may not run one. */
  readonly refusal?: string | null;
}

export function StatusCheckButton({ refusal: denied = null, ...links }: StatusCheckButtonProps) {
  const now = useNow();
  const { ready, waiting, running, isKnown, starting, start, ...check } = useStatusCheck(links);
  const refusal = denied ?? check.refusal;
  const countId = useId();
  const left = running === null && waiting !== null ? formatCountdown(waiting.until, now) : null;
  const busy = starting || running !== null || !isKnown;
  const share = running === null || running.total === 0 ? 0 : (running.done / running.total) * 100;
  const isCounted = running === null && !starting && ready > 0;

  // The server decides whether it may start: the plan may have changed since the lists were read.
  const press = () => {
    if (!busy && refusal === null) void start();
  };

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
      {left !== null && waiting !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {element('nextCheckIn', {
            left: (
              <time dateTime={waiting.until} title={formatExact(waiting.until)}>
                {left}
              </time>
            ),
          })}
        </Typography>
      )}
      <ActionTooltip reason={refusal}>
        <Button
          // Not `disabled`: the button keeps the focus and explains why it does nothing.
          aria-busy={running !== null}
          // Without a count, the key is left out: the tooltip describes the button.
          {...(isCounted && { 'aria-describedby': countId })}
          aria-disabled={busy || refusal !== null}
          onClick={press}
          sx={refusal === null ? {} : { opacity: 0.6 }}
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
          {isCounted && (
            <Box component="span" aria-hidden sx={{ ml: 0.75, color: 'text.secondary', fontWeight: 400 }}>
              {formatNumber(ready)}
            </Box>
          )}
        </Button>
      </ActionTooltip>
      {isCounted && (
        <Box component="span" id={countId} hidden>
          {format('ready', { count: ready })}
        </Box>
      )}
    </Box>
  );
}
