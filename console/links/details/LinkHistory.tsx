/** The history of a link, newest first: changes, checks, and the reasons for their results. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { reasonDetails } from '../../../command-service/contract/reasons.ts';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { formatDay, formatInstant } from '../../platform/format/dates.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import {
  ChevronRightIcon,
  EditIcon,
  FlagIcon,
  MoveIcon,
  PlusIcon,
  RecheckIcon,
  RestoreIcon,
  TrashIcon,
} from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { formatClaim, format as formatCorrection } from '../corrections/messages.ts';
import { FIELD_LABELS, formatDuration, messages as linkMessages, STATUS_LABELS, TYPE_LABELS } from '../messages.ts';
import { formatReason } from '../reasons.ts';
import type { ShownStatus } from '../shown-status.ts';
import { statusStyles } from '../status-styles.ts';
import { WarningList } from '../Warnings.tsx';
import { handleArrowKeys, ITEM_PROPS } from './arrow-keys.ts';
import { CAUSE_LABELS, element, format, formatCause, messages, observationMessages, type Who } from './messages.ts';
import { ObservationView } from './ObservationView.tsx';
import { buildTimeline, shownStatuses, type TimelineEntry } from './timeline.ts';
import { useLinkHistory } from './use-link-history.ts';

function Line({ icon, at, children }: { icon: ReactNode; at: string; children: ReactNode }) {
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
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {formatInstant(at)} · <RelativeTime at={at} />
        </Box>
      </Box>
    </Box>
  );
}

function Strong({ children }: { children: ReactNode }) {
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

type CheckEntry = Extract<TimelineEntry, { kind: 'check' }>;

function CheckLine({ asked, seen, status }: CheckEntry & { status: ShownStatus }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whoOf = useWho();
  if (seen === null) {
    if (asked === null) return null;
    return (
      <Line icon={<RecheckIcon />} at={asked.at}>
        <Strong>{messages.wasChecking}</Strong>
        <div>{formatCause(asked.reason, whoOf(asked))}</div>
      </Line>
    );
  }
  const { verdict } = seen;
  const { Icon, color } = statusStyles[status];
  return (
    <Line icon={<Icon sx={{ color }} />} at={seen.at}>
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
      <div>{formatCheckReason(seen)}</div>
      <WarningList warnings={seen.warnings} />
      {asked !== null && <Box sx={{ color: 'text.secondary' }}>{formatCause(asked.reason, whoOf(asked))}</Box>}
      {(seen.observation.visits.length > 0 || seen.observation.browserSkipped !== null) && (
        <>
          <ButtonBase
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
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
            {messages.evidence}
          </ButtonBase>
          <Collapse in={open} id={id} unmountOnExit timeout={120}>
            <ObservationView observation={seen.observation} ruleVersion={verdict.ruleVersion} />
          </Collapse>
        </>
      )}
    </Line>
  );
}

function formatCheckReason({ verdict, observation, reasonText }: NonNullable<CheckEntry['seen']>): string {
  const details = reasonDetails(verdict.reason, observation);
  return formatReason({ code: verdict.reason, details, text: reasonText });
}

type PlainEvent = Extract<TimelineEntry, { kind: 'event' }>['event'];

/** The value of a field: days are written out, ids have names. */
function formatValue(field: string, value: string | null, name: string | null): string {
  if (value === null || value === '') return field === 'assignedTo' ? linkMessages.unassigned : common.none;
  if (field === 'assignedTo' || field === 'campaignId') return name ?? messages.unknownName;
  if (field === 'duration') return formatDuration(value);
  return field === 'liveDate' || field === 'timelineDate' ? formatDay(value) : value;
}

/** 'Outreach', 'personal links'. */
function formatListName(teamId: string | null, teamName: string | null): string {
  return teamId === null ? messages.personalLinks : (teamName ?? messages.anotherTeam);
}

function EventLine({ event, status }: { event: PlainEvent; status: ShownStatus | undefined }) {
  const whoOf = useWho();
  const { who: name, you } = whoOf(event);
  const who = { who: <Strong>{name}</Strong>, you };
  switch (event.kind) {
    case 'added':
      return (
        <Line icon={<PlusIcon />} at={event.at}>
          {element('event.added', who)}
        </Line>
      );
    case 'edited':
      return (
        <Line icon={<EditIcon />} at={event.at}>
          {element('event.edited', who)}
          <Box component="ul" sx={{ m: 0, my: 0.25, p: 0, listStyle: 'none', color: 'text.secondary' }}>
            {event.changes.map(({ field, from, to, fromName, toName }) => (
              <li key={field}>
                {FIELD_LABELS[field] ?? field}:{' '}
                {from === null || from === '' ? (
                  formatValue(field, from, fromName)
                ) : (
                  <s>{formatValue(field, from, fromName)}</s>
                )}{' '}
                →{' '}
                <Box component="span" sx={{ color: 'text.primary' }}>
                  {formatValue(field, to, toName)}
                </Box>
              </li>
            ))}
          </Box>
        </Line>
      );
    case 'moved':
      return (
        <Line icon={<MoveIcon />} at={event.at}>
          {element('event.moved', {
            ...who,
            from: formatListName(event.fromTeamId, event.fromTeamName),
            to: formatListName(event.toTeamId, event.toTeamName),
          })}
        </Line>
      );
    case 'trashed':
      return (
        <Line icon={<TrashIcon />} at={event.at}>
          {element('event.trashed', who)}
        </Line>
      );
    case 'restored':
      return (
        <Line icon={<RestoreIcon />} at={event.at}>
          {element('event.restored', who)}
        </Line>
      );
    case 'purged':
      return (
        <Line icon={<TrashIcon />} at={event.at}>
          {element('event.purged', who)}
        </Line>
      );
    case 'status-changed': {
      const to = status ?? event.to;
      const { Icon, color } = statusStyles[to];
      return (
        <Line icon={<Icon sx={{ color }} />} at={event.at}>
          {element('event.status', {
            from: <Strong>{STATUS_LABELS[event.from]}</Strong>,
            to: <Strong>{STATUS_LABELS[to]}</Strong>,
          })}
          {event.reason.code === 'address-changed' && <div>{formatReason(event.reason)}</div>}
        </Line>
      );
    }
    case 'judged-again': {
      const { verdict, details, reasonText: text } = event;
      const to = status ?? verdict.status;
      const { Icon, color } = statusStyles[to];
      return (
        <Line icon={<Icon sx={{ color }} />} at={event.at}>
          {element('event.judgedAgain', { ...who, status: <Strong>{STATUS_LABELS[to]}</Strong> })}
          <div>{formatReason({ code: verdict.reason, details, text })}</div>
          <WarningList warnings={event.warnings} />
          <Box sx={{ color: 'text.secondary' }}>{messages[`judgedBy.${verdict.matching ?? 'exact'}`]}</Box>
        </Line>
      );
    }
    case 'corrected':
      return (
        <Line icon={<FlagIcon />} at={event.at}>
          {element('event.corrected', who)}
          <div>{formatCorrection('holds', { claim: formatClaim(event.claim), day: formatDay(event.since) })}</div>
          <Box dir="auto" sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
            {event.note}
          </Box>
        </Line>
      );
    case 'correction-undone':
      return (
        <Line icon={<RestoreIcon />} at={event.at}>
          {element('event.correctionUndone', who)}
        </Line>
      );
    // Shown as screenshots above.
    case 'evidence-kept':
    case 'evidence-missed':
      return null;
    default: {
      const _: never = event;
      return _;
    }
  }
}

export function LinkHistory({ id }: { id: string }) {
  const { data, error, mutate } = useLinkHistory(id);
  if (data === undefined && error !== undefined) {
    return (
      <Box
        role="alert"
        sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: '0.8125rem', color: 'text.secondary' }}
      >
        <span>
          {messages.historyFailed} {error.message}
        </span>
        <Button size="small" onClick={() => void mutate()}>
          {common.retry}
        </Button>
      </Box>
    );
  }
  if (data === undefined) {
    return (
      <Box aria-busy>
        {[1, 2, 3].map((row) => (
          <Box key={row} sx={{ display: 'flex', gap: 1.5, mb: 2 }}>
            <Skeleton variant="circular" width={18} height={18} />
            <Box sx={{ flex: 1 }}>
              <Skeleton width="60%" />
              <Skeleton width="30%" />
            </Box>
          </Box>
        ))}
      </Box>
    );
  }
  if (data.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{observationMessages.noAnswer}</Typography>;
  return <HistoryLines history={data} statuses={shownStatuses(data)} />;
}

interface HistoryLinesProps {
  readonly history: readonly HistoryAnswer[];
  /** The status that each check and change of status led to, by its id. */
  readonly statuses: ReadonlyMap<string, ShownStatus>;
}

/** The lines of a history, or of a part of it. */
export function HistoryLines({ history, statuses }: HistoryLinesProps) {
  return (
    <Box
      component="ol"
      aria-label={messages.history}
      tabIndex={0}
      onKeyDown={handleArrowKeys}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {buildTimeline(history).map((entry) =>
        entry.kind === 'check' ? (
          <CheckLine key={entry.id} {...entry} status={statuses.get(entry.id) ?? 'pending'} />
        ) : (
          <EventLine key={entry.id} event={entry.event} status={statuses.get(entry.id)} />
        ),
      )}
    </Box>
  );
}
