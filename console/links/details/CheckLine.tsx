/** The lines of a history about checks: one check with its evidence, and several checks that found nothing new. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import { type ReactNode, useId, useState } from 'react';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { formatInstant } from '../../platform/format/dates.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { ChevronRightIcon, RecheckIcon } from '../../ui/layout/icons.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { DEVIATION_LABELS, STATUS_LABELS, TYPE_LABELS } from '../messages.ts';
import type { ShownStatus } from '../shown-status.ts';
import { statusStyles } from '../status-styles.ts';
import { WarningList } from '../Warnings.tsx';
import { ITEM_PROPS } from './arrow-keys.ts';
import { CAUSE_LABELS, format, formatCause, formatDays, formatLineReason, messages, type Who } from './messages.ts';
import { ObservationView } from './ObservationView.tsx';
import type { CheckEntry } from './timeline.ts';

interface LineProps {
  readonly icon: ReactNode;
  /** When it happened, and which deviations from the terms began and ended with it. */
  readonly of: Pick<HistoryAnswer, 'at' | 'deviations'>;
  readonly children: ReactNode;
}

export function Line({ icon, of: { at, deviations }, children }: LineProps) {
  return (
    <Box
      component="li"
      {...ITEM_PROPS}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: '18px minmax(0, 1fr)',
        columnGap: 1.5,
        pb: 2,
        // The line that connects the entries.
        '&:not(:last-of-type)::before': {
          content: '""',
          position: 'absolute',
          left: 8.5,
          top: 24,
          bottom: 2,
          width: '1px',
          bgcolor: 'divider',
        },
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', height: 20, alignItems: 'center', color: 'text.secondary' }}>
        {icon}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        {children}
        {deviations?.began.map((code) => (
          <Box key={code} sx={{ color: 'error.main' }}>
            {format('began', { deviation: DEVIATION_LABELS[code] ?? code })}
          </Box>
        ))}
        {deviations?.ended.map((code) => (
          <Box key={code} sx={{ color: 'success.main' }}>
            {format('ended', { deviation: DEVIATION_LABELS[code] ?? code })}
          </Box>
        ))}
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {formatInstant(at)} · <RelativeTime at={at} />
        </Box>
      </Box>
    </Box>
  );
}

export function Strong({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ fontWeight: 600 }}>
      {children}
    </Box>
  );
}

/** The words for who did something, for the reader. */
export function useWho() {
  const user = useCurrentUser();
  return ({ actor, actorName }: HistoryAnswer): Who =>
    actor === user.id ? { who: messages.you, you: 'yes' } : { who: translateServerText(actorName), you: 'no' };
}

interface OpenButtonProps {
  readonly open: boolean;
  /** The id of what it opens. */
  readonly id?: string;
  readonly onClick: () => void;
  readonly children: string;
}

function OpenButton({ open, id, onClick, children }: OpenButtonProps) {
  return (
    <ButtonBase
      aria-expanded={open}
      {...(id !== undefined && { 'aria-controls': id })}
      onClick={onClick}
      sx={{
        display: 'inline-flex',
        minHeight: 24,
        my: 0.25,
        gap: 0.25,
        ml: -0.5,
        pr: 0.5,
        borderRadius: 1,
        font: 'inherit',
        color: 'primary.main',
        fontWeight: 500,
      }}
    >
      <ChevronRightIcon
        fontSize="small"
        aria-hidden
        sx={{ transition: 'transform 120ms', transform: open ? 'rotate(90deg)' : 'none' }}
      />
      {children}
    </ButtonBase>
  );
}

export function CheckLine({ asked, seen, status }: CheckEntry & { status: ShownStatus }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whoOf = useWho();
  if (seen === null) {
    if (asked === null) return null;
    return (
      <Line icon={<RecheckIcon />} of={asked}>
        <Strong>{messages.wasChecking}</Strong>
        <div>{formatCause(asked.reason, whoOf(asked))}</div>
      </Line>
    );
  }
  const { verdict } = seen;
  const { Icon, color } = statusStyles[status];
  return (
    <Line icon={<Icon sx={{ color }} />} of={seen}>
      <div>
        <Strong>{format('event.checked', { status: STATUS_LABELS[status] })}</Strong>
        {verdict.linkType !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · {TYPE_LABELS[verdict.linkType]}
            {verdict.linkTypeCause !== null && ` ${CAUSE_LABELS[verdict.linkTypeCause]}`}
          </Box>
        )}
      </div>
      <div>{formatLineReason(seen)}</div>
      <WarningList warnings={seen.warnings} />
      {asked !== null && <Box sx={{ color: 'text.secondary' }}>{formatCause(asked.reason, whoOf(asked))}</Box>}
      {(seen.observation.visits.length > 0 || seen.observation.browserSkipped !== null) && (
        <>
          <OpenButton {...{ open, id }} onClick={() => setOpen(!open)}>
            {messages.evidence}
          </OpenButton>
          <Collapse in={open} id={id} unmountOnExit timeout={120}>
            <ObservationView observation={seen.observation} ruleVersion={verdict.ruleVersion} />
          </Collapse>
        </>
      )}
    </Line>
  );
}

interface FoldedChecksProps {
  /** Newest first; all with the same result. */
  readonly checks: readonly CheckEntry[];
  readonly status: ShownStatus;
}

/** Checks that found the same as the check before: one line, which opens to a line for each. */
export function FoldedChecks({ checks, status }: FoldedChecksProps) {
  const [open, setOpen] = useState(false);
  const { Icon, color } = statusStyles[status];
  const times = checks.flatMap(({ seen }) => seen?.at ?? []);
  const [last = '', first = last] = [times[0], times.at(-1)];
  return (
    <>
      <Line icon={<Icon sx={{ color }} />} of={{ at: last }}>
        <OpenButton open={open} onClick={() => setOpen(!open)}>
          {format('folded', { count: checks.length, status: STATUS_LABELS[status], days: formatDays(first, last) })}
        </OpenButton>
      </Line>
      {open && checks.map((check) => <CheckLine key={check.id} {...check} status={status} />)}
    </>
  );
}
