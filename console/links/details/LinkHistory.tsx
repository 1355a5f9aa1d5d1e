/** The history of a link, newest first: changes, checks, and the reasons for their results. Unchanged checks are folded. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { CheckIcon, EditIcon, FlagIcon, MoveIcon, PlusIcon, RestoreIcon, TrashIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { formatClaim, format as formatCorrection } from '../corrections/messages.ts';
import { FIELD_LABELS, formatDuration, messages as linkMessages, STATUS_LABELS } from '../messages.ts';
import { formatReason } from '../reasons.ts';
import type { ShownStatus } from '../shown-status.ts';
import { statusStyles } from '../status-styles.ts';
import { formatTermsChanges } from '../terms/messages.ts';
import { WarningList } from '../Warnings.tsx';
import { handleArrowKeys } from './arrow-keys.ts';
import { CheckLine, FoldedChecks, Line, Strong, useWho } from './CheckLine.tsx';
import { element, FILTER_LABELS, messages, observationMessages } from './messages.ts';
import { HISTORY_FILTERS, type HistoryFilter, historyRows, shownStatuses, type TimelineEntry } from './timeline.ts';
import { useLinkHistory } from './use-link-history.ts';

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

interface ChangesProps {
  readonly rows: readonly {
    readonly label: string;
    readonly from: string;
    readonly to: string;
    /** There was no value before. */
    readonly isFirst?: boolean;
  }[];
}

/** Changed fields with their old and new values. */
function Changes({ rows }: ChangesProps) {
  return (
    <Box component="ul" sx={{ m: 0, my: 0.25, p: 0, listStyle: 'none', color: 'text.secondary' }}>
      {rows.map(({ label, from, to, isFirst }) => (
        <li key={label}>
          {label}: {isFirst ? from : <s>{from}</s>} →{' '}
          <Box component="span" sx={{ color: 'text.primary' }}>
            {to}
          </Box>
        </li>
      ))}
    </Box>
  );
}

/** The events of which a line says only who did it. */
const PLAIN = {
  added: [PlusIcon, 'event.added'],
  trashed: [TrashIcon, 'event.trashed'],
  restored: [RestoreIcon, 'event.restored'],
  purged: [TrashIcon, 'event.purged'],
  'money-changed': [EditIcon, 'event.moneyChanged'],
  'correction-undone': [RestoreIcon, 'event.correctionUndone'],
} as const;

function EventLine({ event, status }: { event: PlainEvent; status: ShownStatus | undefined }) {
  const whoOf = useWho();
  const { who: name, you } = whoOf(event);
  const who = { who: <Strong>{name}</Strong>, you };
  switch (event.kind) {
    case 'edited':
      return (
        <Line icon={<EditIcon />} of={event}>
          {element('event.edited', who)}
          <Changes
            rows={event.changes.map(({ field, from, to, fromName, toName }) => ({
              label: FIELD_LABELS[field] ?? field,
              from: formatValue(field, from, fromName),
              to: formatValue(field, to, toName),
              isFirst: from === null || from === '',
            }))}
          />
        </Line>
      );
    case 'moved':
      return (
        <Line icon={<MoveIcon />} of={event}>
          {element('event.moved', {
            ...who,
            from: formatListName(event.fromTeamId, event.fromTeamName),
            to: formatListName(event.toTeamId, event.toTeamName),
          })}
        </Line>
      );
    case 'status-changed': {
      const to = status ?? event.to;
      const { Icon, color } = statusStyles[to];
      return (
        <Line icon={<Icon sx={{ color }} />} of={event}>
          {event.from === 'pending' && to === 'live' ? (
            <Strong>{messages.wentLive}</Strong>
          ) : (
            element('event.status', {
              from: <Strong>{STATUS_LABELS[event.from]}</Strong>,
              to: <Strong>{STATUS_LABELS[to]}</Strong>,
            })
          )}
          {event.reason.code === 'address-changed' && <div>{formatReason(event.reason)}</div>}
        </Line>
      );
    }
    case 'judged-again': {
      const { verdict, details, reasonText: text } = event;
      const to = status ?? verdict.status;
      const { Icon, color } = statusStyles[to];
      return (
        <Line icon={<Icon sx={{ color }} />} of={event}>
          {element('event.judgedAgain', { ...who, status: <Strong>{STATUS_LABELS[to]}</Strong> })}
          <div>{formatReason({ code: verdict.reason, details, text })}</div>
          <WarningList warnings={event.warnings} />
          <Box sx={{ color: 'text.secondary' }}>{messages[`judgedBy.${verdict.matching ?? 'exact'}`]}</Box>
        </Line>
      );
    }
    case 'corrected':
      return (
        <Line icon={<FlagIcon />} of={event}>
          {element('event.corrected', who)}
          <div>{formatCorrection('holds', { claim: formatClaim(event.claim), day: formatDay(event.since) })}</div>
          <Box dir="auto" sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
            {event.note}
          </Box>
        </Line>
      );
    case 'terms-changed':
      return (
        <Line icon={<CheckIcon />} of={event}>
          {element('event.termsChanged', who)}
          <Changes rows={formatTermsChanges(event.changes)} />
        </Line>
      );
    // Shown as screenshots above.
    case 'evidence-kept':
    case 'evidence-missed':
      return null;
    default: {
      const [Icon, text] = PLAIN[event.kind];
      return (
        <Line icon={<Icon />} of={event}>
          {element(text, who)}
        </Line>
      );
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
  return <FilterableHistory history={data} />;
}

interface HistoryLinesProps {
  readonly history: readonly HistoryAnswer[];
  /** The status that each check and change of status led to, by its id. */
  readonly statuses: ReadonlyMap<string, ShownStatus>;
  /** Only these lines; null for all. */
  readonly only?: HistoryFilter | null;
}

/** The lines of a history, or of a part of it. */
export function HistoryLines({ history, statuses, only = null }: HistoryLinesProps) {
  return (
    <Box
      component="ol"
      aria-label={messages.history}
      tabIndex={0}
      onKeyDown={handleArrowKeys}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {historyRows(history, statuses, only).map((row) => {
        const status = statuses.get(row.id);
        if (row.kind === 'checks')
          return <FoldedChecks key={row.id} checks={row.checks} status={status ?? 'pending'} />;
        if (row.kind === 'check') return <CheckLine key={row.id} {...row} status={status ?? 'pending'} />;
        return <EventLine key={row.id} event={row.event} status={status} />;
      })}
    </Box>
  );
}

/** A history of so many entries can be filtered. */
const MANY = 6;

function FilterableHistory({ history }: { history: readonly HistoryAnswer[] }) {
  const [only, setOnly] = useState<HistoryFilter | null>(null);
  return (
    <>
      {history.length > MANY && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2, '@media print': { display: 'none' } }}>
          {HISTORY_FILTERS.map((filter) => (
            <Chip
              key={filter}
              size="small"
              variant={only === filter ? 'filled' : 'outlined'}
              label={FILTER_LABELS[filter]}
              aria-pressed={only === filter}
              onClick={() => setOnly(only === filter ? null : filter)}
              sx={{ borderColor: 'divider' }}
            />
          ))}
        </Box>
      )}
      <HistoryLines history={history} statuses={shownStatuses(history)} only={only} />
    </>
  );
}
